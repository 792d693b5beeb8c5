extension Moment: Described {
  static let object = ObjectForm<Moment>(
    blank: Moment(
      id: "", rank: 0, start: 0, end: 0, coreStart: 0, coreEnd: 0, score: nil,
      why: Why(viewers: 0), framing: Framing(gazeKept: nil, shots: [])),
    fields: [
      Field("id", \.id, .text, "The clip's id.", isRequired: false),
      Field("rank", \.rank, .count, "1 is the best.", isRequired: false),
      Field("start", \.start, .time, "Play time of its first frame, seconds."),
      Field("end", \.end, .time, "Play time of the first frame left out, seconds."),
      Field(
        "coreStart", \.coreStart, .time, "Where the evidence begins, seconds.",
        isRequired: false),
      Field(
        "coreEnd", \.coreEnd, .time, "Where the evidence ends, seconds.", isRequired: false),
      .optional(
        "score", \.score, .share, "Its score; left out where its figures were erased."),
      Field("why", \.why, Why.object.form, "The figures behind it.", isRequired: false),
      Field("framing", \.framing, Framing.object.form, "How it is shown upright."),
    ],
    complete: { moment, keys in
      if !keys.contains("coreStart") { moment.coreStart = moment.start }
      if !keys.contains("coreEnd") { moment.coreEnd = moment.end }
    })
}

extension Framing: Described {
  static let object = ObjectForm<Framing>(
    blank: Framing(gazeKept: nil, shots: []),
    fields: [
      .optional(
        "gazeKept", \.gazeKept, .share, "Share of a new viewer's looks inside the windows."),
      .optional(
        "gazeKeptSpread", \.gazeKeptSpread, .share,
        "How far each half of the viewers, framed by the other, lies from gazeKept."),
      .optional(
        "textCovers", \.textCovers, .share,
        "Share of the looks that captions and title cover where no place is free of them."),
      .optional(
        "poster", \.poster, .time,
        "When most of the core look at one thing that is shown, seconds; the poster's instant."),
      Field(
        "title", \.title, .word, "Where a title stands; top when left out.", isRequired: false,
        omitted: .top),
      .optional(
        "line", \.line, .text,
        "A title of its own, in place of render.title; in every shape that gives it no other."),
      Field(
        "shots", \.written,
        .list(of: FramedShot.object.form, count: 1...DecisionLimits.shots),
        "They tile the moment: each begins where the one before ends."),
      .optional(
        "active", \.active, PictureArea.object.form,
        "The picture without its black bars, of shots that do not say their own."),
    ])

  /// The shots, without the picture that they all have in common.
  private var written: [FramedShot] {
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

extension FramedShot: Described {
  static let object = ObjectForm<FramedShot>(
    blank: FramedShot(start: 0, end: 0, cut: .source, layout: .fit),
    fields: [
      Field("start", \.start, .time, "Play time of its first frame, seconds."),
      Field("end", \.end, .time, "Play time of the first frame left out, seconds."),
      Field(
        "cut", \.cut, .word, "What begins it: a cut of the source, or one made by framing.",
        isRequired: false),
      .optional(
        "dissolve", \.dissolve, .time,
        "Seconds over which it comes out of the shot before, half of them before its start; left "
          + "out where it is cut to."),
      .layout,
      Field(
        "captions", \.captions, .word, "Where captions stand; bottom when left out.",
        isRequired: false, omitted: .bottom),
      .optional(
        "active", \.active, PictureArea.object.form,
        "The picture without its black bars, where other shots have others."),
      .optional(
        "part", \.part, PictureArea.object.form,
        "The part of the picture that `fit` shows; left out where it shows all of it."),
    ],
    rules: Field<FramedShot>.layoutRules)
}

extension PictureArea: Described {
  static let object = ObjectForm<PictureArea>(
    blank: PictureArea(x: 0, y: 0, width: 0, height: 0),
    fields: [
      Field("x", \.x, .pixels, "Left edge, pixels."),
      Field("y", \.y, .pixels, "Top edge, pixels."),
      Field("width", \.width, .pixels, "Pixels."),
      Field("height", \.height, .pixels, "Pixels."),
    ])
}

extension Keyframe: Described {
  static let object = ObjectForm<Keyframe>(
    blank: Keyframe(t: 0, x: 0, y: 0, width: 0, height: 0),
    fields: [
      Field("t", \.t, .time, "Play time, seconds."),
      Field("x", \.x, .pixels, "Left edge, pixels."),
      Field("y", \.y, .pixels, "Top edge, pixels."),
      Field("width", \.width, .pixels, "Pixels."),
      Field("height", \.height, .pixels, "Pixels."),
    ])
}
