package import Foundation
package import Support

/// A JSON object type: a list of fields in the order in which they are written.
///
/// Store each one as a constant, because a document contains thousands of objects of the same type.
package struct JSONObjectFormat<Owner: Sendable>: Sendable {
  /// The default values of members that are left out.
  let blank: Owner
  private let fields: [Field<Owner>]
  /// Sets members with a default that depends on others; receives the keys that were present.
  private let complete: (@Sendable (inout Owner, Set<String>) -> Void)?
  package let schema: JSONSchemaNode
  private let keys: [String]
  private let required: [String]

  /// `rules` are JSON schema rules in addition to those of the fields.
  package init(
    blank: Owner, fields: [Field<Owner>],
    complete: (@Sendable (inout Owner, Set<String>) -> Void)? = nil,
    rules: [(String, JSONSchemaNode)] = []
  ) {
    (self.blank, self.fields, self.complete) = (blank, fields, complete)
    let properties = fields.flatMap(\.properties)
    keys = properties.map(\.key)
    required = fields.flatMap(\.required)
    schema = JSONSchemaNode.object(
      properties: properties.map { ($0.key, $0.schema) }, required: required
    ).joined(with: .object(rules))
  }

  package var form: JSONFormat<Owner> {
    JSONFormat(
      schema: schema,
      text: { owner in JSONText.of { json in for field in fields { field.write(owner, &json) } } },
      read: { read($0, &$1) },
      rounded: {
        var owner = $0
        for field in fields { field.round(&owner) }
        return owner
      })
  }

  private func read(_ node: JSONNode, _ reading: inout DocumentReader) -> Owner? {
    guard case .object(let listed) = node.value else {
      return reading.expected("an object of \(keys.joined(separator: ", "))", node)
    }
    var isValid = true
    var members: [String: JSONNode] = [:]
    for member in listed where !reading.isFull {
      members[member.key] = member.node
      if !keys.contains(member.key) {
        reading.note(Self.unknown(member.key, keys), key: JSONNode.shown(member.key))
        isValid = false
      }
    }
    for key in required where members[key] == nil {
      reading.note("is missing", key: key)
      isValid = false
    }
    var owner = blank
    for field in fields where !reading.isFull {
      isValid = field.read(members, &owner, &reading) && isValid
    }
    guard isValid else { return nil }
    complete?(&owner, Set(members.filter { !$0.value.isNull }.keys))
    return owner
  }

  private static func unknown(_ key: String, _ keys: [String]) -> String {
    // A comparison takes longer for long words, and a key of over 64 bytes is not a misspelt field.
    let nearest = key.utf8.count <= 64 ? SpellingSuggestion.match(for: key, among: keys) : nil
    return nearest.map { "is not known; did you mean '\($0)'?" }
      ?? "is not known; use one of \(keys.joined(separator: ", "))"
  }
}

extension JSONObjectFormat {
  package func read(json: Data) throws -> Owner {
    guard json.count <= DecisionLimits.bytes else {
      throw DecisionErrors(ofAll: "has \(json.count) bytes; the limit is \(DecisionLimits.bytes)")
    }
    let node: JSONNode
    do {
      node = try JSONParser.node(of: Array(json))
    } catch {
      throw DecisionErrors(
        ofAll: "line \(error.line), column \(error.column): \(error.message)")
    }
    var reading = DocumentReader()
    guard let read = form.read(node, &reading), reading.problems.isEmpty else {
      // With another schema, nearly every field is wrong, so report only the schema.
      let foreign = reading.problems.first { $0.field == "schema" }
      throw DecisionErrors(foreign.map { [$0] } ?? reading.problems)
    }
    return read
  }
}

/// A type with a list of JSON fields.
///
/// Writing, reading, rounding and the JSON schema are derived from this list. It also describes the
/// properties of the type.
protocol JSONDocumentObject: Sendable { static var object: JSONObjectFormat<Self> { get } }

extension JSONDocumentObject {
  static func read(json: Data) throws -> Self { try object.read(json: json) }
}
