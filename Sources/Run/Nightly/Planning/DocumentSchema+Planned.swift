import Deciding
import EditDecisions
import Ingest
import Overrides
import Rendering
import Reporting
package import Support

extension DocumentSchema {
  /// All schemas, in the order of `gazecut schema`.
  package static let all = decided + [.wishes, .explanation] + planned

  package static let planned = [
    DocumentSchema("plan", "the description of a plan (plan.json)", oneOf: [header]),
    DocumentSchema("job", "a job (gazecut plan, jobs/VIDEO.jsonl)", oneOf: [sealed]),
    DocumentSchema("events", "a line of the log (--json-log)", oneOf: lines),
    DocumentSchema(
      "status", "the content of the library (gazecut status --format json)",
      oneOf: [StatusDocument.members]),
    DocumentSchema(
      "clips", "the clips of a video (gazecut status VIDEO --format json)",
      oneOf: [ClipsDocument.members]),
  ]

  private static var header: [SchemaMember] {
    [
      .constant("schema", PlanFolder.schema), .text("id"), .text("gazecut"), .text("madeAt"),
      .text("library"), .text("erased"), .texts("flags"), .count("videos"), .count("jobs"),
      .seconds("seconds"), .text("seal"),
    ]
  }

  private static var sealed: [SchemaMember] {
    let identity: [SchemaMember] = [.count("size"), .text("head"), .text("tail")]
    let stretch: [SchemaMember] = [.seconds("start"), .seconds("end")]
    return [
      .constant("schema", RenderJob.schema), .text("id"), .text("video"),
      .words("kind", "short", "poster", "reel"), .count("renderer"),
      .object("source", [.anyObject("info"), .object("identity", identity)]),
      .anyObject("settings"), .list("stretches", of: stretch),
      .member("framing", framing).optional, .list("captions", of: stretch + [.text("text")]),
      .seconds("posterTime").optional, .object("core", stretch).optional,
      .text("output").optional, .text("poster").optional, .count("frames"),
    ]
  }

  /// Every event has its own members.
  ///
  /// A line that is not an event names its subject instead.
  private static var lines: [[SchemaMember]] {
    func event(_ name: String, _ members: [SchemaMember]) -> [SchemaMember] {
      always + [.constant("event", name)] + members
    }
    let outcome = ["rendered", "kept", "retired"].map { SchemaMember.count($0) }
    let plain = always + [.text("video").optional, .count("exit").optional]
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
        [.count("exit"), .count("videos"), .count("failed"), .count("left"), .seconds("seconds")]
          + outcome),
    ] + intake.map { event("intake.\($0.0)", $0.1) } + [plain]
  }

  private static var intake: [(String, [SchemaMember])] {
    let read: [SchemaMember] = [
      .text("file"), .text("videos"), .count("sessions"), .count("samples"),
    ]
    let sums = IntakeSummary.Outcome.allCases.map { SchemaMember.count($0.rawValue) }
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
