import EditDecisions
import Ingest
import Rendering
import Upkeep

/// The JSON Schemas (draft 2020-12) of what a plan holds, of the log's events and of the status.
package enum PlanSchema: String, CaseIterable, Sendable {
  case plan, job, events, status, clips

  /// What it describes, in a line.
  package var summary: String {
    switch self {
    case .plan: "what a plan says of itself (plan.json)"
    case .job: "a sealed job (gazecut plan, jobs/VIDEO.jsonl)"
    case .events: "a line of the log (--json-log)"
    case .status: "what the library holds (gazecut status --format json)"
    case .clips: "the clips of a video (gazecut status VIDEO --format json)"
    }
  }

  /// The schema, ending without a line end.
  package var text: String {
    switch self {
    case .plan: SchemaMember.document(summary, oneOf: [SchemaMember.object(Self.header)])
    case .job: SchemaMember.document(summary, oneOf: [SchemaMember.object(Self.sealed)])
    case .events: SchemaMember.document(summary, oneOf: Self.lines)
    case .status:
      SchemaMember.document(summary, oneOf: [SchemaMember.object(StatusDocument.members)])
    case .clips:
      SchemaMember.document(summary, oneOf: [SchemaMember.object(ClipsDocument.members)])
    }
  }

  private static var header: [SchemaMember] {
    [
      .constant("schema", PlanFolder.schema), .text("gazecut"), .text("madeAt"), .text("library"),
      .text("erased"), .member("flags", SchemaMember.list(#"{"type": "string"}"#)),
      .count("videos"), .count("jobs"), .seconds("seconds"),
    ]
  }

  private static var sealed: [SchemaMember] {
    let identity = SchemaMember.object([.count("size"), .text("head"), .text("tail")])
    let source = SchemaMember.object([
      .member("info", #"{"type": "object"}"#), .member("identity", identity),
    ])
    let cue = SchemaMember.object([.seconds("start"), .seconds("end"), .text("text")])
    let stretch = SchemaMember.object([.seconds("start"), .seconds("end")])
    return [
      .constant("schema", RenderJob.schema), .text("id"), .text("video"),
      .words("kind", "short", "poster", "reel"), .count("renderer"), .member("source", source),
      .member("settings", #"{"type": "object"}"#),
      .member("stretches", SchemaMember.list(stretch)),
      .member("framing", DocumentSchema.framing).optional,
      .member("captions", SchemaMember.list(cue)), .seconds("posterTime").optional,
      .member("core", stretch).optional,
      .text("output").optional, .text("poster").optional, .count("frames"),
    ]
  }

  /// Every event has its own members; a line that is no event has what it is about.
  private static var lines: [String] {
    func event(_ name: String, _ members: [SchemaMember]) -> String {
      SchemaMember.object(always + [.constant("event", name)] + members)
    }
    let outcome = ["rendered", "kept", "retired"].map { SchemaMember.count($0) }
    let plain = SchemaMember.object(always + [.text("video").optional, .count("exit").optional])
    return [
      event("night.began", [.count("due"), .count("videos")]),
      event("video.planned", [.text("video"), .count("moments")]),
      event("job.done", [.text("video"), .text("job"), .seconds("seconds"), .count("bytes")]),
      event("video.done", [.text("video"), .seconds("seconds")] + outcome),
      event(
        "video.failed",
        [.text("video"), .count("status"), .words("scope", "video", "machine", "run")]),
      event("page.done", [.text("video"), .seconds("seconds")]),
      event(
        "night.ended",
        [
          .count("exit"), .count("videos"), .count("failed"), .count("left"), .seconds("seconds"),
        ] + outcome),
    ] + intake.map { event("intake.\($0.0)", $0.1) } + [plain]
  }

  private static var intake: [(String, [SchemaMember])] {
    let read: [SchemaMember] = [
      .text("file"), .text("videos"), .count("sessions"), .count("samples"),
    ]
    let sums = IntakeTally.Outcome.allCases.map { SchemaMember.count($0.rawValue) }
    return [
      ("taken", read), ("same", read), ("replaced", read),
      ("waiting", [.text("file"), .text("reason")]),
      ("refused", [.text("file"), .count("line").optional, .text("reason")]),
      ("ended", [.count("unchanged"), .seconds("seconds")] + sums),
    ]
  }

  private static var always: [SchemaMember] {
    [
      .text("time"), .words("level", "debug", "info", "notice", "warning", "error", "critical"),
      .text("message"),
    ]
  }
}
