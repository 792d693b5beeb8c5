/// The edit decisions of one video: all that rendering needs, readable and editable by a person.
///
/// Its written form is the JSON of schema `gazecut.decisions/2`. Every number in it is rounded as
/// it is written (times 1 ms, pixels 0.1, shares and scores 0.01) before anything uses it, so what
/// is printed is what is rendered.
package struct DecisionDocument: Hashable, Sendable {
  package static let schema = "gazecut.decisions/2"

  package var video: VideoDescription
  package var audience: AudienceSummary
  /// `sha256:` and the digest of the settings that matter.
  package var settings: String
  /// Those of them that `--set` gave otherwise than gazecut.yaml, `key=value` each.
  package var set: [String] = []
  /// The title of all clips, as `render.title`; `nil` for none.
  package var title: String?
  /// The chosen windows, best first.
  package var moments: [Moment]
  /// The nearest refusals, best first.
  package var rejected: [Rejection]
  /// The reel, in its own order.
  package var reel: [ReelEntry]
  /// How the moments are shown in further shapes; empty where there is one shape.
  package var shapes: [FurtherShape]
  /// Why there is no moment; `nil` when there is one.
  package var reason: String?

  package init(
    video: VideoDescription, audience: AudienceSummary, settings: String, moments: [Moment],
    rejected: [Rejection], reel: [ReelEntry], shapes: [FurtherShape] = [], reason: String? = nil
  ) {
    self.video = video
    self.audience = audience
    self.settings = settings
    self.moments = moments
    self.rejected = rejected
    self.reel = reel
    self.shapes = shapes
    self.reason = reason
  }
}

/// A source video as it is presented.
package struct VideoDescription: Hashable, Sendable, Codable {
  package var id: String
  /// Where the source is: relative to the library when inside it, else absolute.
  package var source: String
  /// Seconds.
  package var duration: Double
  /// Width of the picture in pixels, after rotation and sample aspect ratio.
  package var width: Int
  /// Height of the picture in pixels, after rotation.
  package var height: Int
  /// Frames a second.
  package var frameRate: FrameRate

  package init(
    id: String, source: String, duration: Double, width: Int, height: Int, frameRate: FrameRate
  ) {
    self.id = id
    self.source = source
    self.duration = duration
    self.width = width
    self.height = height
    self.frameRate = frameRate
  }
}

/// Frames a second as a ratio of whole numbers: `24/1`, `30000/1001`.
package struct FrameRate: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Frames in `denominator` seconds; positive.
  package var numerator: Int
  /// Seconds; positive.
  package var denominator: Int

  package init(_ numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Reads `24/1` or `25`; `nil` for anything else.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard let numerator = parts.first ?? nil, numerator > 0, parts.count <= 2 else { return nil }
    let denominator = parts.count == 2 ? parts[1] : 1
    guard let denominator, denominator > 0 else { return nil }
    self.init(numerator, denominator)
  }

  /// As written in decisions.
  package var description: String { "\(numerator)/\(denominator)" }
  /// Frames a second.
  package var value: Double { Double(numerator) / Double(denominator) }
}

/// How many viewers a document rests on.
package struct AudienceSummary: Hashable, Sendable {
  /// Viewers folded in.
  package var viewers: Int
  /// Viewers left out, by reason.
  package var excluded: [Exclusion]

  package init(viewers: Int, excluded: [Exclusion]) {
    self.viewers = viewers
    self.excluded = excluded
  }

  /// Viewers left out for one reason.
  package struct Exclusion: Hashable, Sendable {
    package var viewers: Int
    package var reason: String

    package init(viewers: Int, reason: String) {
      self.viewers = viewers
      self.reason = reason
    }
  }
}

/// A window that was considered and left, with its reason in figures.
package struct Rejection: Hashable, Sendable {
  /// Play time of the first frame, seconds.
  package var start: Double
  /// Play time of the first frame left out, seconds.
  package var end: Double
  /// Its score, 0…1; `nil` where too few viewers stand behind it for it to be told.
  package var score: Double?
  /// Why it was not chosen, in a line of figures.
  package var reason: String

  package init(start: Double, end: Double, score: Double?, reason: String) {
    self.start = start
    self.end = end
    self.score = score
    self.reason = reason
  }
}

/// One stretch of the reel.
package struct ReelEntry: Hashable, Sendable {
  /// The id of the moment it shows.
  package var moment: String
  /// Source time of its first frame, seconds.
  package var start: Double
  /// Source time of the first frame left out, seconds.
  package var end: Double
  /// Reel time of its first frame, seconds.
  package var at: Double

  package init(moment: String, start: Double, end: Double, at: Double) {
    self.moment = moment
    self.start = start
    self.end = end
    self.at = at
  }
}

extension DecisionDocument {
  /// The reel of an edited document: a stretch that showed just its moment, and was left as it was,
  /// goes along when the moment's edges were moved.
  ///
  /// - Parameter before: the document that was edited.
  /// - Returns: the entries in their order; their places in the reel are not set anew.
  package func reel(following before: DecisionDocument) -> [ReelEntry] {
    reel.map { entry in
      guard let moment = moments.first(where: { $0.id == entry.moment }),
        let old = before.moments.first(where: { $0.id == entry.moment }),
        (entry.start, entry.end) == (old.start, old.end),
        (moment.start, moment.end) != (old.start, old.end)
      else { return entry }
      return ReelEntry(moment: entry.moment, start: moment.start, end: moment.end, at: entry.at)
    }
  }

  /// The same decisions without a figure of the audience behind them: what is shown and how stays,
  /// why it was chosen goes.
  package var withoutEvidence: DecisionDocument {
    var bare = self
    bare.audience = AudienceSummary(viewers: 0, excluded: [])
    bare.rejected = []
    bare.reason = reason.map { _ in "the figures of this decision were erased" }
    bare.moments = moments.map(\.withoutEvidence)
    for index in bare.shapes.indices {
      bare.shapes[index].moments = bare.shapes[index].moments.map { shaped in
        var shaped = shaped
        (shaped.since, shaped.replaces) = (nil, nil)
        shaped.framing = shaped.framing.withoutEvidence
        return shaped
      }
    }
    return bare
  }
}

extension Moment {
  /// The same seconds and windows without a figure of the audience.
  package var withoutEvidence: Moment {
    var bare = self
    bare.why = Why(
      chosenBy: why.chosenBy, viewers: 0, startReason: why.startReason, endReason: why.endReason)
    (bare.why.wish, bare.why.shortened) = (why.wish, why.shortened)
    (bare.why.framedBy, bare.score) = (why.framedBy, nil)
    bare.framing = framing.withoutEvidence
    return bare
  }
}

extension Framing {
  /// The same windows without a figure of who looked into them.
  fileprivate var withoutEvidence: Framing {
    var bare = self
    (bare.gazeKept, bare.gazeKeptSpread, bare.textCovers) = (nil, nil, nil)
    return bare
  }
}
