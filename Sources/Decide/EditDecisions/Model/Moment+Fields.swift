extension Moment: JSONDocumentObject {
  static let object = JSONObjectFormat<Moment>(
    blank: Moment(
      id: "", rank: 0, start: 0, end: 0, coreStart: 0, coreEnd: 0, score: nil,
      why: MomentReasons(viewers: 0), framing: Framing(gazeKept: nil, shots: [])),
    fields: [
      Field("id", \.id, .text, "ID of the clip.", isRequired: false),
      Field("rank", \.rank, .count, "Rank of the moment; 1 is the best.", isRequired: false),
      Field("start", \.start, .time, "Play time of the first frame, in seconds."),
      Field("end", \.end, .time, "End time, exclusive, in seconds of play time."),
      Field("coreStart", \.coreStart, .time, "Start of the core, in seconds.", isRequired: false),
      Field("coreEnd", \.coreEnd, .time, "End of the core, in seconds.", isRequired: false),
      .optional("score", \.score, .share, "The score; left out if its figures were erased."),
      Field(
        "why", \.why, MomentReasons.object.form, "The figures and reasons behind it.",
        isRequired: false),
      Field("framing", \.framing, Framing.object.form, "How the moment is shown in the clip."),
    ],
    complete: { moment, keys in
      if !keys.contains("coreStart") { moment.coreStart = moment.start }
      if !keys.contains("coreEnd") { moment.coreEnd = moment.end }
    })
}

extension Framing: JSONDocumentObject {
  static let object = JSONObjectFormat<Framing>(
    blank: Framing(gazeKept: nil, shots: []),
    fields: [
      .optional(
        "gazeKept", \.gazeKept, .share,
        "Gaze coverage of the clip: share of a new viewer's gaze points inside the crops."),
      .optional(
        "gazeKeptSpread", \.gazeKeptSpread, .share,
        "Half the difference in gazeKept between the two halves of the viewers, as "
          + "cross-validated."),
      .optional(
        "textCovers", \.textCovers, .share,
        "Share of gaze points covered by captions and title, if no position avoids them."),
      .optional(
        "poster", \.poster, .time,
        "Play time of the poster image in seconds: when most viewers look at the same thing."),
      Field(
        "title", \.title, .word, "Position of the title; top if left out.", isRequired: false,
        omitted: .top),
      .optional(
        "line", \.line, .text,
        "The clip's own title, instead of render.title, in all aspect ratios without another."),
      Field(
        "shots", \.writtenShots, .list(of: ClipShot.object.form, count: 1...DecisionLimits.shots),
        "The shots. Each begins where the one before it ends."),
      .optional(
        "active", \.active, FrameArea.object.form,
        "The frame area without black bars, for shots that have none of their own."),
    ])

  /// The shots as they are written: without `active` if all shots share it.
  private var writtenShots: [ClipShot] {
    get {
      guard active != nil else { return shots }
      return shots.map { shot in
        var shot = shot
        shot.active = nil
        return shot
      }
    }
    set {
      let common = active
      shots = newValue
      active = common
    }
  }
}

extension ClipShot: JSONDocumentObject {
  static let object = JSONObjectFormat<ClipShot>(
    blank: ClipShot(start: 0, end: 0, cut: .source, layout: .fit),
    fields: [
      Field("start", \.start, .time, "Play time of the first frame, in seconds."),
      Field("end", \.end, .time, "End time, exclusive, in seconds of play time."),
      Field(
        "cut", \.cut, .word, "What starts the shot: a cut of the source, or the framing.",
        isRequired: false),
      .optional(
        "dissolve", \.dissolve, .time,
        "Seconds of the dissolve from the shot before it, half of them before its start; left out "
          + "for a cut."),
      .layout,
      Field(
        "captions", \.captions, .word, "Position of captions; bottom if left out.",
        isRequired: false, omitted: .bottom),
      .optional(
        "active", \.active, FrameArea.object.form,
        "The frame area without black bars, if it differs from that of other shots."),
      .optional(
        "part", \.part, FrameArea.object.form,
        "The part of the frame that the layout fit shows; left out for all of it."),
    ],
    rules: Field<ClipShot>.layoutRules)
}

extension FrameArea: JSONDocumentObject {
  static let object = JSONObjectFormat<FrameArea>(
    blank: FrameArea(x: 0, y: 0, width: 0, height: 0),
    fields: [
      Field("x", \.x, .pixels, "Left edge in pixels."),
      Field("y", \.y, .pixels, "Top edge in pixels."),
      Field("width", \.width, .pixels, "Width in pixels."),
      Field("height", \.height, .pixels, "Height in pixels."),
    ])
}

extension CropKeyframe: JSONDocumentObject {
  static let object = JSONObjectFormat<CropKeyframe>(
    blank: CropKeyframe(t: 0, x: 0, y: 0, width: 0, height: 0),
    fields: [
      Field("t", \.t, .time, "Play time in seconds."),
      Field("x", \.x, .pixels, "Left edge in pixels."),
      Field("y", \.y, .pixels, "Top edge in pixels."),
      Field("width", \.width, .pixels, "Width in pixels."),
      Field("height", \.height, .pixels, "Height in pixels."),
    ])
}
