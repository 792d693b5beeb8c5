/// A part of a JSON Schema, its members in the order in which they are printed.
struct SchemaNode: Sendable {
  private enum Kind {
    case members([(key: String, value: SchemaNode)])
    case list([SchemaNode])
    /// JSON already.
    case raw(String)
  }

  private let kind: Kind

  private init(_ kind: Kind) { self.kind = kind }

  static func object(_ members: [(String, SchemaNode)]) -> SchemaNode {
    SchemaNode(.members(members))
  }
  static func list(_ nodes: [SchemaNode]) -> SchemaNode { SchemaNode(.list(nodes)) }
  static func text(_ text: String) -> SchemaNode { SchemaNode(.raw(JSONText.quoted(text))) }
  static func number(_ value: Double) -> SchemaNode { SchemaNode(.raw(JSONNode.shown(value))) }
  /// A truth value; as a schema, what always or never fits.
  static func bool(_ value: Bool) -> SchemaNode { SchemaNode(.raw(value ? "true" : "false")) }

  /// The same with a sentence for people before all else.
  func described(_ summary: String) -> SchemaNode {
    SchemaNode.object([("description", .text(summary))]).joined(with: self)
  }

  /// The same with another's members behind its own; only objects have any.
  func joined(with other: SchemaNode) -> SchemaNode {
    guard case .members(let own) = kind, case .members(let others) = other.kind else { return self }
    return SchemaNode(.members(own + others))
  }

  /// As JSON on lines of their own, for a person to read; no line end.
  func printed(indent: String = "") -> String {
    let inner = indent + "  "
    switch kind {
    case .raw(let text): return text
    case .list(let nodes):
      let items = nodes.map { $0.printed(indent: inner) }
      // Lists of words stay on one line.
      guard items.contains(where: { $0.contains("\n") }) else {
        return "[" + items.joined(separator: ", ") + "]"
      }
      return "[\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)]"
    case .members(let members):
      let lines = members.map {
        "\(inner)\(JSONText.quoted($0.key)): \($0.value.printed(indent: inner))"
      }
      return lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}

/// The documents whose form can be printed as JSON Schema.
package enum DocumentSchema: String, CaseIterable, Sendable {
  case decisions, clip, reel, index, wishes

  /// What it describes, in a line.
  package var summary: String {
    switch self {
    case .decisions: "the edit decisions of a video (decisions.json, run --dry-run --format json)"
    case .clip: "the record beside a short (ID.json)"
    case .reel: "the record beside the reel (highlights.json)"
    case .index: "the clips of a video by names that stay (index.json)"
    case .wishes: "a person's wishes of a video (wishes/VIDEO.json)"
    }
  }

  /// The schema of a framing by itself, as it stands in a job.
  package static var framing: String { Framing.object.schema.printed() }

  /// The schema (draft 2020-12), on lines for a person to read; no line end.
  ///
  /// It follows from the fields that write and read the document.
  package var text: String {
    let body =
      switch self {
      case .decisions: DecisionDocument.object.schema
      case .clip: ShortRecord.object.schema
      case .reel: ReelRecord.object.schema
      case .index: ClipIndex.object.schema
      case .wishes: WishDocument.object.schema
      }
    let head = SchemaNode.object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("gazecut: \(summary)")),
    ])
    return head.joined(with: body).printed()
  }
}
