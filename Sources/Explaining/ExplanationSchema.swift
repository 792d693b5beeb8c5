import EditDecisions

/// The JSON Schema (draft 2020-12) of what `gazecut explain --format json` prints.
package enum ExplanationSchema {
  /// The name that `gazecut schema` takes.
  package static let name = "explanation"
  /// What it describes, in a line.
  package static let summary = "a video, or a second of it, explained (explain --format json)"

  /// The schema, ending without a line end.
  package static var text: String {
    SchemaMember.document(
      summary, oneOf: [SchemaMember.object(head + overview), SchemaMember.object(head + second)])
  }
}

extension ExplanationSchema {
  private static var span: [SchemaMember] {
    [SchemaMember.seconds("start"), SchemaMember.seconds("end")]
  }
  private static var core: [SchemaMember] {
    [SchemaMember.seconds("coreStart"), SchemaMember.seconds("coreEnd")]
  }

  private static var head: [SchemaMember] {
    [
      SchemaMember.member("schema", #"{"type": "string", "const": "\#(ExplanationJSON.schema)"}"#),
      SchemaMember.member(
        "video", SchemaMember.object([SchemaMember.text("id"), SchemaMember.seconds("duration")])),
      SchemaMember.member(
        "pin",
        SchemaMember.object([
          SchemaMember.words("kind", "decisions", "moment"),
          SchemaMember.member("moments", SchemaMember.list(SchemaMember.object(span))),
        ])
      )
      .optional,
      SchemaMember.member(
        "audience",
        SchemaMember.object([
          SchemaMember.count("viewers").optional, SchemaMember.count("minimumViewers"),
          SchemaMember.member(
            "excluded",
            SchemaMember.list(
              SchemaMember.object([
                SchemaMember.count("viewers").optional, SchemaMember.text("reason"),
              ]))),
        ])),
    ]
  }

  /// What stands behind a window; absent where it may not be told.
  private static var evidence: [SchemaMember] {
    [
      SchemaMember.count("viewers").optional, SchemaMember.share("score").optional,
      SchemaMember.share("reactingShare").optional,
      SchemaMember.figure("reactingViewers").optional, SchemaMember.share("held").optional,
      SchemaMember.figure("evidence").optional, SchemaMember.figure("needed").optional,
    ]
  }

  private static var overview: [SchemaMember] {
    let moment =
      [SchemaMember.count("rank")] + core + [
        SchemaMember.truth("isLeftOutByPerson").optional, SchemaMember.text("emotion").optional,
        SchemaMember.seconds("sustainedSeconds").optional, SchemaMember.share("sure").optional,
        SchemaMember.count("resamples").optional,
      ] + evidence
    let refusal =
      span + [SchemaMember.text("reason"), SchemaMember.truth("isShown")] + evidence + [
        SchemaMember.member("changes", SchemaMember.list(change))
      ]
    return [
      SchemaMember.text("reason").optional,
      SchemaMember.member("moments", SchemaMember.list(SchemaMember.object(moment))),
      SchemaMember.member("rejected", SchemaMember.list(SchemaMember.object(refusal))),
    ]
  }

  private static var second: [SchemaMember] {
    let place =
      [SchemaMember.text("id"), SchemaMember.count("rank"), SchemaMember.text("part")] + span + core
      + [
        SchemaMember.share("score").optional, SchemaMember.text("startReason").optional,
        SchemaMember.text("endReason").optional, SchemaMember.text("shortened").optional,
        SchemaMember.truth("isRendered"),
      ]
    return [
      SchemaMember.seconds("at"), SchemaMember.member("bin", SchemaMember.object(bin)),
      SchemaMember.member(
        "window", SchemaMember.object(span + [SchemaMember.truth("isShown")] + evidence)),
      SchemaMember.member("moment", SchemaMember.object(place)).optional,
      SchemaMember.text("outcome"), SchemaMember.text("reason").optional,
      SchemaMember.member("changes", SchemaMember.list(change)),
    ]
  }

  private static var bin: [SchemaMember] {
    let reacting = [
      SchemaMember.figure("viewers"), SchemaMember.share("share"), SchemaMember.figure("evidence"),
      SchemaMember.member("emotions", #"{"type": "object"}"#),
    ]
    return span + [
      SchemaMember.truth("isShown"), SchemaMember.count("watching").optional,
      SchemaMember.count("withGaze").optional,
      SchemaMember.count("withFace").optional, SchemaMember.count("withBoth").optional,
      SchemaMember.share("score").optional,
      SchemaMember.member("reacting", SchemaMember.object(reacting)).optional,
      SchemaMember.share("held").optional,
    ]
  }

  /// What would have to change: one of several kinds, each with its own figures.
  private static var change: String {
    let reacting = SchemaMember.object([
      SchemaMember.count("more"), SchemaMember.count("of"), SchemaMember.figure("now"),
      SchemaMember.text("emotion"),
    ])
    let held = SchemaMember.object([
      SchemaMember.count("more"), SchemaMember.count("of"), SchemaMember.share("share"),
      SchemaMember.share("now").optional,
    ])
    let kinds: [(String, [SchemaMember])] = [
      ("reacting", [SchemaMember.member("reacting", reacting)]),
      ("held", [SchemaMember.member("held", held)]),
      ("both", [SchemaMember.member("reacting", reacting), SchemaMember.member("held", held)]),
      ("watching", [SchemaMember.count("minimumViewers")]),
      (
        "setting",
        [
          SchemaMember.text("name"), SchemaMember.text("now"), SchemaMember.text("value"),
          SchemaMember.count("newMoments"),
        ]
      ),
      ("wish", [SchemaMember.text("wish")]), ("blocked", [SchemaMember.text("reason")]),
      (
        "rival",
        [SchemaMember.count("rank")] + core + [
          SchemaMember.share("score"), SchemaMember.share("ownScore"),
        ]
      ),
    ]
    let choices = kinds.map { kind, members in
      SchemaMember.object(
        [SchemaMember.member("kind", #"{"type": "string", "const": \#(JSONText.quoted(kind))}"#)]
          + members
          + [SchemaMember.text("text")])
    }
    return #"{"oneOf": [\#(choices.joined(separator: ", "))]}"#
  }
}
