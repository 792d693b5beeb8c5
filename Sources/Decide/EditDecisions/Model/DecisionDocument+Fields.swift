package import Foundation
import Support

/// A type with a list of JSON fields.
///
/// Writing, reading, rounding and the JSON schema are derived from this list. It also describes the
/// properties of the type.
protocol JSONDocumentObject: Sendable { static var object: JSONObjectFormat<Self> { get } }

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

extension JSONDocumentObject {
  static func read(json: Data) throws -> Self { try object.read(json: json) }
}
