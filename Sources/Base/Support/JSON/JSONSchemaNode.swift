/// A part of a JSON Schema, with its members in the order in which they are printed.
package enum JSONSchemaNode: Sendable {
  case object([(String, JSONSchemaNode)])
  case list([JSONSchemaNode])
  /// A value that is already JSON.
  case raw(String)

  package static func text(_ text: String) -> JSONSchemaNode { .raw(JSONText.quoted(text)) }
  package static func number(_ value: Double) -> JSONSchemaNode { .raw(JSONText.number(value)) }
  /// As a schema, `true` accepts everything and `false` nothing.
  package static func bool(_ value: Bool) -> JSONSchemaNode { .raw(value ? "true" : "false") }

  package static func type(_ name: String, _ rest: (String, JSONSchemaNode)...) -> JSONSchemaNode {
    object([("type", .text(name))] + rest)
  }

  package static func object(
    properties: [(String, JSONSchemaNode)], required: [String]
  ) -> JSONSchemaNode {
    type(
      "object", ("properties", .object(properties)),
      ("required", .list(required.map { .text($0) })), ("additionalProperties", .bool(false)))
  }

  /// An object with these members and no others.
  package static func object(_ members: [SchemaMember]) -> JSONSchemaNode {
    object(
      properties: members.map { ($0.key, $0.schema) },
      required: members.filter(\.isRequired).map(\.key))
  }

  package static func list(of items: JSONSchemaNode) -> JSONSchemaNode {
    type("array", ("items", items))
  }

  package static func words(_ words: [String]) -> JSONSchemaNode {
    type("string", ("enum", .list(words.map { .text($0) })))
  }

  package static func oneOf(_ forms: [JSONSchemaNode]) -> JSONSchemaNode {
    object([("oneOf", .list(forms))])
  }

  /// The schema with a description before its other keywords.
  package func described(_ summary: String) -> JSONSchemaNode {
    JSONSchemaNode.object([("description", .text(summary))]).joined(with: self)
  }

  package func joined(with other: JSONSchemaNode) -> JSONSchemaNode {
    guard case .object(let own) = self, case .object(let others) = other else { return self }
    return .object(own + others)
  }

  func printed(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .raw(let text): return text
    case .list(let nodes):
      let items = nodes.map { $0.printed(indent: inner) }
      // Lists of single values stay on one line.
      guard items.contains(where: { $0.contains("\n") }) else {
        return "[" + items.joined(separator: ", ") + "]"
      }
      return "[\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.map { key, value in
        "\(inner)\(JSONText.quoted(key)): \(value.printed(indent: inner))"
      }
      return lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }
}

/// The JSON schema (draft 2020-12) of a document format.
package struct DocumentSchema: Sendable {
  package let name: String
  package let summary: String
  /// The schema as indented JSON, without a line feed at the end.
  package let text: String

  package init(_ name: String, _ summary: String, _ body: JSONSchemaNode) {
    (self.name, self.summary) = (name, summary)
    let head = JSONSchemaNode.object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("gazecut: \(summary)")),
    ])
    text = head.joined(with: body).printed()
  }

  /// Creates the schema of a document with one of several forms, each given by its members.
  package init(_ name: String, _ summary: String, oneOf forms: [[SchemaMember]]) {
    self.init(name, summary, .oneOf(forms.map { .object($0) }))
  }
}
