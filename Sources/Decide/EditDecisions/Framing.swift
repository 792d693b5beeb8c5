import Support

/// How a moment is shown in a vertical clip; its shots cover the moment without gaps.
package struct Framing: Hashable, Sendable {
  /// Gaze coverage: share of a new viewer's gaze points inside the crops, 0…1; `nil` without gaze.
  ///
  /// It is cross-validated: half of the viewers determine the crops and the other half the
  /// coverage, then the reverse. With too few viewers, all viewers are used for both.
  package var gazeKept: Double?
  package var gazeKeptSpread: Double?
  package var shots: [ClipShot]
  package var title = ClipShot.CaptionPlace.top
  package var textCovers: Double?
  /// Play time of the poster image in seconds; `nil` without gaze.
  ///
  /// It is the time in the core at which most viewers look at the same object inside the crop.
  package var poster: Double?
  package var line: String?

  package init(gazeKept: Double?, gazeKeptSpread: Double? = nil, shots: [ClipShot]) {
    (self.gazeKept, self.gazeKeptSpread, self.shots) = (gazeKept, gazeKeptSpread, shots)
  }

  /// The frame area without black bars, if all shots share it.
  ///
  /// The setter changes only shots without an area.
  package var active: FrameArea? {
    get { shots.allSatisfy { $0.active == shots[0].active } ? shots.first?.active : nil }
    set {
      for index in shots.indices where shots[index].active == nil { shots[index].active = newValue }
    }
  }

  /// Warning that captions and title cover gaze points; `nil` if they do not.
  package var coveredText: String? {
    textCovers.map { "captions and title cover \(Rounding.percent($0)) of the gaze points" }
  }
}

/// A rectangle in the video frame, in pixels.
package struct FrameArea: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package init(_ keyframe: CropKeyframe) {
    self.init(x: keyframe.x, y: keyframe.y, width: keyframe.width, height: keyframe.height)
  }

  /// The area, moved and if necessary shrunk to fit inside a frame of the given size.
  package func inside(width limitX: Double, height limitY: Double) -> FrameArea {
    let (width, height) = (min(max(2, width), limitX), min(max(2, height), limitY))
    return FrameArea(
      x: min(max(0, x), limitX - width), y: min(max(0, y), limitY - height), width: width,
      height: height)
  }
}

package struct ClipShot: Hashable, Sendable {
  package var start: Double
  package var end: Double
  package var cut: ShotStart
  package var dissolve: Double?
  package var layout: Layout
  package var captions: CaptionPlace
  /// The frame area without black bars of the source; `nil` if there are none.
  ///
  /// All crops are inside it, and the layout `fit` shows it instead of the whole frame.
  package var active: FrameArea?
  package var part: FrameArea?

  package init(
    start: Double, end: Double, cut: ShotStart, layout: Layout, captions: CaptionPlace = .bottom
  ) {
    (self.start, self.end, self.cut, self.layout) = (start, end, cut, layout)
    self.captions = captions
  }

  /// The area that the layout `fit` shows; `nil` for the whole frame.
  package var fitted: FrameArea? { part ?? active }

  /// The crops from top to bottom.
  ///
  /// For the layout `fit` it is `part` as a constant crop, or nothing for the whole frame.
  package var windows: [[CropKeyframe]] {
    part.map { [[CropKeyframe(t: start, x: $0.x, y: $0.y, width: $0.width, height: $0.height)]] }
      ?? layout.windows
  }

  /// Position of captions or a title in the output; `middle` is the seam of a split screen.
  package enum CaptionPlace: String, Hashable, Sendable, CaseIterable { case bottom, top, middle }

  /// The start of a shot: a cut of the source, the start of the moment, or a decision of framing.
  package enum ShotStart: String, Hashable, Sendable, CaseIterable { case source, framing }
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

/// In jobs for workers, a framing has the same JSON form as in a decision document.
extension Framing: Codable {
  package init(from decoder: any Decoder) throws {
    var reading = DocumentReader()
    let node = try JSONNode(from: decoder)
    guard let read = Self.object.form.read(node, &reading), reading.problems.isEmpty else {
      let problem = reading.problems.first.map { "\($0)" } ?? "is not a framing"
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: problem))
    }
    self = read
  }

  package func encode(to encoder: any Encoder) throws {
    let text = Self.object.form.text(self)
    do {
      try JSONParser.node(of: Array(text.utf8)).encode(to: encoder)
    } catch let failure as JSONParser.Failure {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: failure.message))
    }
  }
}
