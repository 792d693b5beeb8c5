package import Foundation
import Support

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

extension DecisionDocument: JSONDocumentObject {
  static let object = JSONObjectFormat<DecisionDocument>(
    blank: DecisionDocument(
      video: VideoDescription.object.blank, audience: AudienceSummary.object.blank, settings: "",
      moments: [], rejected: [], reel: []),
    fields: [
      .schema(schema),
      Field(
        "video", \.video, VideoDescription.object.form,
        "The source as a player shows it: rotated, with square pixels."),
      Field(
        "audience", \.audience, AudienceSummary.object.form, "The number of viewers.",
        isRequired: false),
      Field(
        "settings", \.settings, .text,
        "Hash of all settings that influence selection and framing.", isRequired: false),
      Field(
        "set", \.set, .list(of: .text),
        "Settings that --set changed compared with gazecut.yaml, each as key=value.",
        isRequired: false, omitted: []),
      .optional("title", \.title, .text, "The title of all clips (render.title)."),
      Field("moments", \.moments, .list(of: Moment.object.form), "The moments, best first."),
      Field(
        "rejected", \.rejected, .list(of: RejectedSegment.object.form),
        "The best rejected segments, best first.", isRequired: false),
      Field(
        "reel", \.reel, .list(of: ReelEntry.object.form),
        "The highlight reel, in its own order. Without it, the reel shows all moments in order of "
          + "time.", isRequired: false),
      Field(
        "shapes", \.shapes,
        .list(of: FurtherAspectRatio.object.form, count: 0...DecisionLimits.shapes),
        "The framing in further aspect ratios (render.profiles).", isRequired: false, omitted: []),
      .optional("reason", \.reason, .text, "Why there are no moments."),
    ],
    complete: { document, keys in
      if !keys.contains("reel") { document.reel = ReelEntry.inOrder(of: document.moments) }
    })
}

extension VideoDescription: JSONDocumentObject {
  static let object = JSONObjectFormat<VideoDescription>(
    blank: VideoDescription(
      id: "", source: "", duration: 0, width: 0, height: 0, frameRate: FrameRate(1, 1)),
    fields: [
      Field("id", \.id, .text, "ID of the video."),
      Field(
        "source", \.source, .text,
        "Path of the source: relative to the library if it is inside, else absolute."),
      Field("duration", \.duration, .time, "Duration in seconds."),
      Field(
        "width", \.width, .side, "Display width in pixels, after rotation and sample aspect ratio."),
      Field("height", \.height, .side, "Display height in pixels, after rotation."),
      Field("frameRate", \.frameRate, .frameRate, "Frame rate as a fraction, for example 24/1."),
    ])
}

extension AudienceSummary: JSONDocumentObject {
  static let object = JSONObjectFormat<AudienceSummary>(
    blank: AudienceSummary(viewers: 0, excluded: []),
    fields: [
      Field(
        "viewers", \.viewers, .count,
        "Number of viewers whose data was used; left out if it is 0 or too small to publish.",
        isRequired: false, omitted: 0),
      Field(
        "excluded", \.excluded, .list(of: Exclusion.object.form),
        "Viewers that were left out, by reason.", isRequired: false),
    ])
}

extension AudienceSummary.Exclusion: JSONDocumentObject {
  static let object = JSONObjectFormat<AudienceSummary.Exclusion>(
    blank: AudienceSummary.Exclusion(viewers: 0, reason: ""),
    fields: [
      Field(
        "viewers", \.viewers, .count, "Number of viewers; left out if it is too small to publish.",
        isRequired: false, omitted: 0),
      Field("reason", \.reason, .text, "Why they were left out."),
    ])
}

extension RejectedSegment: JSONDocumentObject {
  static let object = JSONObjectFormat<RejectedSegment>(
    blank: RejectedSegment(start: 0, end: 0, score: 0, reason: ""),
    fields: [
      Field("start", \.start, .time, "Play time of the first frame, in seconds."),
      Field("end", \.end, .time, "End time, exclusive, in seconds of play time."),
      .optional("score", \.score, .share, "The score; left out if too few viewers are behind it."),
      Field("reason", \.reason, .text, "Why it was not chosen."),
    ])
}

extension ReelEntry: JSONDocumentObject {
  static let object = JSONObjectFormat<ReelEntry>(
    blank: ReelEntry(moment: "", start: 0, end: 0, at: 0),
    fields: [
      Field("moment", \.moment, .text, "ID of the moment that it shows."),
      Field("start", \.start, .time, "Source time of the first frame, in seconds."),
      Field("end", \.end, .time, "End time in the source, exclusive, in seconds."),
      Field("at", \.at, .time, "Reel time of the first frame, in seconds."),
    ])

  package static func inOrder(of moments: [Moment]) -> [ReelEntry] {
    var at = 0.0
    return moments.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map { moment in
      defer { at += moment.end - moment.start }
      return ReelEntry(
        moment: moment.id, start: moment.start, end: moment.end, at: Rounding.time(at))
    }
  }
}

extension DecisionDocument {
  /// The document as one line of JSON without a line feed, with keys in the order of the schema.
  package var json: String { Self.object.form.text(self) }

  /// Reads a document that gazecut wrote or a user edited.
  ///
  /// Optional fields (rank, score, core, why, rejected, audience, settings, reel) get default
  /// values. Fields that rendering needs must be present, unknown fields are errors, and values
  /// must be within `DecisionLimits`.
  ///
  /// - Throws: `DecisionErrors` with the first wrong fields, or with line and column if the text is
  ///   not JSON.
  package init(json: Data) throws { self = try Self.read(json: json) }

  package init(text: String) throws { try self.init(json: Data(text.utf8)) }

  /// A copy with all numbers rounded to the written precision.
  package func rounded() -> DecisionDocument { Self.object.form.rounded(self) }
}
