import EditDecisions

/// The JSON Schema (draft 2020-12) of what `gazecut explain --format json` prints.
public enum ExplanationSchema {
  /// The name that `gazecut schema` takes.
  public static let name = "explanation"
  /// What it describes, in a line.
  public static let summary = "a video, or a second of it, explained (explain --format json)"

  /// The schema, ending without a line end.
  public static var text: String {
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "gazecut: \(summary)",
      "oneOf": [
        \(object(head + overview)),
        \(object(head + second))
      ]
    }
    """
  }

  /// A member of an object: its key, its schema, and whether it always stands there.
  private struct Member {
    let key: String
    let schema: String
    var isRequired = true

    var optional: Member { Member(key: key, schema: schema, isRequired: false) }
  }

  private static func object(_ members: [Member]) -> String {
    let required = members.filter(\.isRequired).map { JSONText.quoted($0.key) }
    let properties = members.map { "\(JSONText.quoted($0.key)): \($0.schema)" }
    return #"{"type": "object", "additionalProperties": false, "required": ["#
      + required.joined(separator: ", ") + #"], "properties": {"#
      + properties.joined(separator: ", ") + "}}"
  }

  private static func list(_ items: String) -> String { #"{"type": "array", "items": \#(items)}"# }

  private static func seconds(_ key: String) -> Member {
    Member(key: key, schema: #"{"type": "number", "minimum": 0}"#)
  }
  private static func share(_ key: String) -> Member {
    Member(key: key, schema: #"{"type": "number", "minimum": 0, "maximum": 1}"#)
  }
  private static func count(_ key: String) -> Member {
    Member(key: key, schema: #"{"type": "integer", "minimum": 0}"#)
  }
  private static func figure(_ key: String) -> Member {
    Member(key: key, schema: #"{"type": "number"}"#)
  }
  private static func text(_ key: String) -> Member {
    Member(key: key, schema: #"{"type": "string"}"#)
  }
  private static func truth(_ key: String) -> Member {
    Member(key: key, schema: #"{"type": "boolean"}"#)
  }
  private static func member(_ key: String, _ schema: String) -> Member {
    Member(key: key, schema: schema)
  }
}

extension ExplanationSchema {
  private static var span: [Member] { [seconds("start"), seconds("end")] }
  private static var core: [Member] { [seconds("coreStart"), seconds("coreEnd")] }

  private static var head: [Member] {
    [
      member("schema", #"{"type": "string", "const": "\#(ExplanationJSON.schema)"}"#),
      member("video", object([text("id"), seconds("duration")])),
      member(
        "pin",
        object([words("kind", "decisions", "moment"), member("moments", list(object(span)))])
      )
      .optional,
      member(
        "audience",
        object([
          count("viewers").optional, count("minimumViewers"),
          member("excluded", list(object([count("viewers").optional, text("reason")]))),
        ])),
    ]
  }

  private static func words(_ key: String, _ first: String, _ others: String...) -> Member {
    let all = ([first] + others).map(JSONText.quoted).joined(separator: ", ")
    return Member(key: key, schema: #"{"type": "string", "enum": [\#(all)]}"#)
  }

  /// What stands behind a window; absent where it may not be told.
  private static var evidence: [Member] {
    [
      count("viewers").optional, share("score").optional,
      member(
        "evidence",
        object([
          figure("reaction"), figure("gathering"), figure("needed"), figure("strength"),
          figure("usualStrength"), figure("z"),
        ])
      ).optional,
    ]
  }

  private static var overview: [Member] {
    let moment =
      [count("rank")] + core + [
        truth("isLeftOutByPerson").optional, text("emotion").optional,
        share("reactingShare").optional, share("reactingShareLow").optional,
        seconds("sustainedSeconds").optional, share("gatheredShare").optional,
        share("gatheredByChance").optional, share("sure").optional,
        seconds("startSpread").optional, seconds("endSpread").optional,
      ] + evidence
    let refusal =
      span + [text("reason"), truth("isShown")] + evidence + [member("changes", list(change))]
    return [
      text("reason").optional, member("moments", list(object(moment))),
      member("rejected", list(object(refusal))),
    ]
  }

  private static var second: [Member] {
    let place =
      [text("id"), count("rank"), text("part")] + span + core + [
        share("score").optional, text("startReason").optional, text("endReason").optional,
        truth("isRendered"),
      ]
    return [
      seconds("at"), member("bin", object(bin)),
      member("window", object(span + [truth("isShown")] + evidence)),
      member("moment", object(place)).optional, text("outcome"), text("reason").optional,
      member("changes", list(change)),
    ]
  }

  private static var bin: [Member] {
    let reacting = [
      count("viewers"), share("share"), share("shareLow"), share("strength"),
      member("emotions", #"{"type": "object"}"#),
    ]
    let gathered = [share("share"), share("byChance").optional, figure("z").optional]
    return span + [
      truth("isShown"), count("watching").optional, count("withGaze").optional,
      count("withFace").optional, count("withBoth").optional, share("score").optional,
      member("reacting", object(reacting)).optional, member("gathered", object(gathered)).optional,
    ]
  }

  /// What would have to change: one of several kinds, each with its own figures.
  private static var change: String {
    let reacting = object([
      count("more"), count("of"), figure("now"), text("emotion"), figure("strength"),
    ])
    let gathering = object([
      count("more"), count("of"), share("share"), share("now"), share("byChance"),
    ])
    let kinds: [(String, [Member])] = [
      ("reacting", [member("reacting", reacting)]),
      ("strength", [figure("now"), figure("needed")]),
      ("gathering", [member("gathering", gathering)]),
      ("both", [member("reacting", reacting), member("gathering", gathering)]),
      ("watching", [count("minimumViewers")]),
      ("setting", [text("name"), text("now"), text("value"), count("newMoments")]),
      ("blocked", [text("reason")]),
      ("rival", [count("rank")] + core + [share("score"), share("ownScore")]),
    ]
    let choices = kinds.map { kind, members in
      object(
        [member("kind", #"{"type": "string", "const": \#(JSONText.quoted(kind))}"#)] + members
          + [text("text")])
    }
    return #"{"oneOf": [\#(choices.joined(separator: ", "))]}"#
  }
}
