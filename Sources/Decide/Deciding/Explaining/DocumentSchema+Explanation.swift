package import Support

extension DocumentSchema {
  package static let explanation = DocumentSchema(
    "explanation", "a video, or a second of it, explained (explain --format json)",
    oneOf: [head + overview, head + second, overlay])

  private static var span: [SchemaMember] { [.seconds("start"), .seconds("end")] }
  private static var core: [SchemaMember] { [.seconds("coreStart"), .seconds("coreEnd")] }

  private static var head: [SchemaMember] {
    [
      .constant("schema", ExplanationJSON.schema),
      .object("video", [.text("id"), .seconds("duration")]),
      .object("pin", [.words("kind", "decisions", "moment"), .list("moments", of: span)]).optional,
      .object(
        "audience",
        [
          .count("viewers").optional, .count("minimumViewers"),
          .list("excluded", of: [.count("viewers").optional, .text("reason")]),
        ]),
    ]
  }

  /// The figures of a window; members are absent if they may not be published.
  private static var evidence: [SchemaMember] {
    [
      .count("viewers").optional, .share("score").optional, .share("reactingShare").optional,
      .figure("reactingViewers").optional, .share("held").optional, .figure("evidence").optional,
      .figure("needed").optional,
    ]
  }

  private static var changes: SchemaMember { .member("changes", .list(of: change)) }

  private static var overview: [SchemaMember] {
    let curve: [SchemaMember] = [
      .text("source"), .figure("rise"), .seconds("step"), .count("people").optional,
    ]
    let figures: [SchemaMember] = [
      .truth("isLeftOutByPerson").optional, .text("emotion").optional,
      .seconds("sustainedSeconds").optional, .share("sure").optional, .count("resamples").optional,
      .object("curve", curve).optional,
    ]
    let told: [SchemaMember] = [.text("reason"), .truth("isShown")]
    return [
      .text("reason").optional, .list("moments", of: [.count("rank")] + core + figures + evidence),
      .list("rejected", of: span + told + evidence + [changes]),
    ]
  }

  private static var second: [SchemaMember] {
    let place: [SchemaMember] = [.text("id"), .count("rank"), .text("part")]
    let figures: [SchemaMember] = [
      .share("score").optional, .text("startReason").optional, .text("endReason").optional,
      .text("shortened").optional, .truth("isRendered"),
    ]
    return [
      .seconds("at"), .object("bin", bin), .object("window", span + [.truth("isShown")] + evidence),
      .object("moment", place + span + core + figures).optional, .text("outcome"),
      .text("reason").optional, changes,
    ]
  }

  private static var overlay: [SchemaMember] {
    [
      .constant("schema", ExplanationJSON.schema), .object("video", [.text("id")]),
      .object(
        "overlay", [.text("path"), .seconds("start"), .seconds("duration"), .count("frames")]),
    ]
  }

  private static var bin: [SchemaMember] {
    let reacting: [SchemaMember] = [
      .figure("viewers"), .share("share"), .figure("evidence").optional, .anyObject("emotions"),
    ]
    let figures: [SchemaMember] = [
      .truth("isShown"), .count("watching").optional, .count("withGaze").optional,
      .count("withFace").optional, .count("withBoth").optional, .share("score").optional,
      .object("reacting", reacting).optional, .share("held").optional,
    ]
    return span + figures
  }

  /// A change that would make a segment a moment: one of several kinds, each with its own figures.
  private static var change: JSONSchemaNode {
    let reacting = SchemaMember.object(
      "reacting", [.count("more"), .count("of"), .figure("now"), .text("emotion")])
    let held = SchemaMember.object(
      "held", [.count("more"), .count("of"), .share("share"), .share("now").optional])
    let kinds: [(String, [SchemaMember])] = [
      ("reacting", [reacting]), ("held", [held]), ("both", [reacting, held]),
      ("watching", [.count("minimumViewers")]),
      ("setting", [.text("name"), .text("now"), .text("value"), .count("newMoments")]),
      ("wish", [.text("wish")]), ("blocked", [.text("reason")]),
      ("rival", [.count("rank")] + core + [.share("score"), .share("ownScore")]),
    ]
    return .oneOf(
      kinds.map { kind, members in .object([.constant("kind", kind)] + members + [.text("text")]) })
  }
}
