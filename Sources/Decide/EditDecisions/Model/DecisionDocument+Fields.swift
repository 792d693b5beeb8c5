package import Foundation

/// What has fields that stand in one list: writing, reading, rounding and the schema follow from
/// it.
protocol Described: Sendable {
  /// The fields, in the order in which they are written.
  static var object: ObjectForm<Self> { get }
}

extension DecisionDocument: Described {
  static let object = ObjectForm<DecisionDocument>(
    blank: DecisionDocument(
      video: VideoDescription.object.blank, audience: AudienceSummary.object.blank, settings: "",
      moments: [], rejected: [], reel: []),
    fields: [
      .schema(schema),
      Field("video", \.video, VideoDescription.object.form, "The source as it is presented."),
      Field(
        "audience", \.audience, AudienceSummary.object.form, "Who was asked.", isRequired: false),
      Field(
        "settings", \.settings, .text, "A digest of the settings that matter.", isRequired: false),
      Field(
        "set", \.set, .list(of: .text),
        "What --set gave otherwise than gazecut.yaml, each as key=value.", isRequired: false,
        omitted: []),
      .optional("title", \.title, .text, "The title that all clips bore, as render.title."),
      Field("moments", \.moments, .list(of: Moment.object.form), "The chosen windows, best first."),
      Field(
        "rejected", \.rejected, .list(of: Rejection.object.form),
        "The nearest refusals, best first.",
        isRequired: false),
      Field(
        "reel", \.reel, .list(of: ReelEntry.object.form),
        "The reel, in its own order; left out, it shows all moments in order of time.",
        isRequired: false),
      Field(
        "shapes", \.shapes,
        .list(of: FurtherShape.object.form, count: 0...DecisionLimits.shapes),
        "How the moments are shown in further shapes (render.profiles).", isRequired: false,
        omitted: []),
      .optional("reason", \.reason, .text, "Why there is no moment."),
    ],
    complete: { document, keys in
      if !keys.contains("reel") { document.reel = ReelEntry.inOrder(of: document.moments) }
    })
}

extension VideoDescription: Described {
  static let object = ObjectForm<VideoDescription>(
    blank: VideoDescription(
      id: "", source: "", duration: 0, width: 0, height: 0, frameRate: FrameRate(1, 1)),
    fields: [
      Field("id", \.id, .text, "The video's id."),
      Field("source", \.source, .text, "Where it is: in the library, else absolute."),
      Field("duration", \.duration, .time, "Seconds."),
      Field("width", \.width, .side, "Pixels, after rotation and sample aspect ratio."),
      Field("height", \.height, .side, "Pixels, after rotation."),
      Field("frameRate", \.frameRate, .frameRate, "Frames a second, as 24/1."),
    ])
}

extension AudienceSummary: Described {
  static let object = ObjectForm<AudienceSummary>(
    blank: AudienceSummary(viewers: 0, excluded: []),
    fields: [
      Field(
        "viewers", \.viewers, .count,
        "Viewers folded in; left out where there are none, or too few to be told.",
        isRequired: false, omitted: 0),
      Field(
        "excluded", \.excluded, .list(of: Exclusion.object.form), "Viewers left out.",
        isRequired: false),
    ])
}

extension AudienceSummary.Exclusion: Described {
  static let object = ObjectForm<AudienceSummary.Exclusion>(
    blank: AudienceSummary.Exclusion(viewers: 0, reason: ""),
    fields: [
      Field(
        "viewers", \.viewers, .count, "How many; left out where they are too few to be told.",
        isRequired: false, omitted: 0),
      Field("reason", \.reason, .text, "Why."),
    ])
}

extension Rejection: Described {
  static let object = ObjectForm<Rejection>(
    blank: Rejection(start: 0, end: 0, score: 0, reason: ""),
    fields: [
      Field("start", \.start, .time, "Play time of its first frame, seconds."),
      Field("end", \.end, .time, "Play time of the first frame left out, seconds."),
      .optional(
        "score", \.score, .share, "Its score; left out where too few viewers stand behind it."),
      Field("reason", \.reason, .text, "Why it was not chosen."),
    ])
}

extension ReelEntry: Described {
  static let object = ObjectForm<ReelEntry>(
    blank: ReelEntry(moment: "", start: 0, end: 0, at: 0),
    fields: [
      Field("moment", \.moment, .text, "The id of the moment it shows."),
      Field("start", \.start, .time, "Play time of its first frame, seconds."),
      Field("end", \.end, .time, "Play time of the first frame left out, seconds."),
      Field("at", \.at, .time, "Reel time of its first frame, seconds."),
    ])

  /// The reel of all `moments` in order of time, one after the other.
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
  /// The document as one line of JSON, without a line end; keys in the order of the schema.
  package var json: String { Self.object.form.text(self) }

  /// Reads a document that gazecut wrote or a person edited.
  ///
  /// What a person may leave out (rank, score, core, why, rejected, audience, settings, reel)
  /// takes a sensible value; what rendering needs may not be missing, what is not known may not
  /// be there, and nothing may lie beyond `DecisionLimits`.
  ///
  /// - Throws: `DecisionProblems` naming the first few fields, or the line and column where the
  ///   text is no JSON.
  package init(json: Data) throws { self = try Self.read(json: json) }

  /// Reads one that is kept as text, as `init(json:)` does.
  package init(text: String) throws { try self.init(json: Data(text.utf8)) }
}

extension Described {
  /// Reads an object that is the whole of a text.
  static func read(json: Data) throws -> Self {
    guard json.count <= DecisionLimits.bytes else {
      throw DecisionProblems(
        ofAll: "has \(json.count) bytes; a document has at most \(DecisionLimits.bytes)")
    }
    let node: JSONNode
    do {
      node = try JSONParser.node(of: Array(json))
    } catch {
      throw DecisionProblems(
        ofAll: "line \(error.line), column \(error.column): \(error.message)")
    }
    var reading = DocumentReading()
    guard let read = object.form.read(node, &reading), reading.problems.isEmpty else {
      // In a document of another schema nearly every field is wrong: only the schema is told.
      let foreign = reading.problems.first { $0.field == "schema" }
      throw DecisionProblems(foreign.map { [$0] } ?? reading.problems)
    }
    return read
  }
}
