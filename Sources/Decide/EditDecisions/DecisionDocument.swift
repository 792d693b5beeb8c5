/// The edit decisions of one video: everything that rendering needs.
///
/// Users can read and edit them as JSON with the schema `gazecut.decisions/2`. Numbers are rounded
/// before anything uses them, so the printed numbers are the rendered ones. Times are rounded to 1
/// ms, pixels to 0.1, shares and scores to 0.01.
package struct DecisionDocument: Hashable, Sendable {
  package static let schema = "gazecut.decisions/2"

  package var video: VideoDescription
  package var audience: AudienceSummary
  /// Hash of all settings that influence selection and framing: `sha256:` and hexadecimal digits.
  package var settings: String
  package var set: [String] = []
  package var title: String?
  package var moments: [Moment]
  package var rejected: [RejectedSegment]
  package var reel: [ReelEntry]
  package var shapes: [FurtherAspectRatio]
  package var reason: String?

  package init(
    video: VideoDescription, audience: AudienceSummary, settings: String, moments: [Moment],
    rejected: [RejectedSegment], reel: [ReelEntry], shapes: [FurtherAspectRatio] = [],
    reason: String? = nil
  ) {
    (self.video, self.audience, self.settings, self.moments) = (video, audience, settings, moments)
    (self.rejected, self.reel, self.shapes, self.reason) = (rejected, reel, shapes, reason)
  }
}

package struct VideoDescription: Hashable, Sendable, Codable {
  package var id: String
  package var source: String
  package var duration: Double
  package var width: Int
  package var height: Int
  package var frameRate: FrameRate

  package init(
    id: String, source: String, duration: Double, width: Int, height: Int, frameRate: FrameRate
  ) {
    (self.id, self.source, self.duration, self.width) = (id, source, duration, width)
    (self.height, self.frameRate) = (height, frameRate)
  }
}

/// A frame rate as a fraction, for example `24/1` or `30000/1001`.
package struct FrameRate: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Number of frames in `denominator` seconds; must be positive.
  package var numerator: Int
  /// Number of seconds; must be positive.
  package var denominator: Int

  package init(_ numerator: Int, _ denominator: Int) {
    (self.numerator, self.denominator) = (numerator, denominator)
  }

  /// Reads `24/1` or `25`.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard let numerator = parts.first ?? nil, numerator > 0, parts.count <= 2 else { return nil }
    let denominator = parts.count == 2 ? parts[1] : 1
    guard let denominator, denominator > 0 else { return nil }
    self.init(numerator, denominator)
  }

  package var description: String { "\(numerator)/\(denominator)" }
  package var value: Double { Double(numerator) / Double(denominator) }
}

/// The number of viewers behind a document.
package struct AudienceSummary: Hashable, Sendable {
  package var viewers: Int
  package var excluded: [Exclusion]

  package init(viewers: Int, excluded: [Exclusion]) {
    (self.viewers, self.excluded) = (viewers, excluded)
  }

  package struct Exclusion: Hashable, Sendable {
    package var viewers: Int
    package var reason: String

    package init(viewers: Int, reason: String) { (self.viewers, self.reason) = (viewers, reason) }
  }
}

/// A segment that was considered but not chosen, with the reason in figures.
package struct RejectedSegment: Hashable, Sendable {
  package var start: Double
  package var end: Double
  package var score: Double?
  package var reason: String

  package init(start: Double, end: Double, score: Double?, reason: String) {
    (self.start, self.end, self.score, self.reason) = (start, end, score, reason)
  }
}

package struct ReelEntry: Hashable, Sendable {
  package var moment: String
  package var start: Double
  package var end: Double
  package var at: Double

  package init(moment: String, start: Double, end: Double, at: Double) {
    (self.moment, self.start, self.end, self.at) = (moment, start, end, at)
  }
}

extension DecisionDocument {
  /// Returns the highlight reel adapted to edited moments.
  ///
  /// If an entry showed exactly its moment and only the moment was edited, the entry gets the
  /// moment's new times. The entries' reel times (`at`) are not updated.
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

  /// A copy that contains what is shown and how, but no figures about the audience.
  package var withoutEvidence: DecisionDocument {
    var reduced = self
    reduced.audience = AudienceSummary(viewers: 0, excluded: [])
    reduced.rejected = []
    reduced.reason = reason.map { _ in "the figures of this decision were erased" }
    reduced.moments = moments.map(\.withoutEvidence)
    for index in reduced.shapes.indices {
      reduced.shapes[index].moments = reduced.shapes[index].moments.map { shaped in
        var shaped = shaped
        (shaped.since, shaped.replaces) = (nil, nil)
        shaped.framing = shaped.framing.withoutEvidence
        return shaped
      }
    }
    return reduced
  }
}

extension Moment {
  package var withoutEvidence: Moment {
    var reduced = self
    reduced.why = MomentReasons(
      chosenBy: why.chosenBy, viewers: 0, startReason: why.startReason, endReason: why.endReason)
    (reduced.why.wish, reduced.why.shortened) = (why.wish, why.shortened)
    (reduced.why.framedBy, reduced.score) = (why.framedBy, nil)
    reduced.framing = framing.withoutEvidence
    return reduced
  }
}

extension Framing {
  fileprivate var withoutEvidence: Framing {
    var reduced = self
    (reduced.gazeKept, reduced.gazeKeptSpread, reduced.textCovers) = (nil, nil, nil)
    return reduced
  }
}
