/// A member of an object in a JSON Schema (draft 2020-12): its key, its schema, and whether it
/// always stands there.
package struct SchemaMember {
  let key: String
  /// Its schema, as JSON.
  let schema: String
  /// Whether it always stands there.
  var isRequired = true

  /// The same, which may be left out.
  package var optional: SchemaMember { SchemaMember(key: key, schema: schema, isRequired: false) }

  /// An object of these members and no others.
  package static func object(_ members: [SchemaMember]) -> String {
    let required = members.filter(\.isRequired).map { JSONText.quoted($0.key) }
    let properties = members.map { "\(JSONText.quoted($0.key)): \($0.schema)" }
    return #"{"type": "object", "additionalProperties": false, "required": ["#
      + required.joined(separator: ", ") + #"], "properties": {"#
      + properties.joined(separator: ", ") + "}}"
  }

  /// A list of things of one schema.
  package static func list(_ items: String) -> String { #"{"type": "array", "items": \#(items)}"# }

  /// An object of some members and no others.
  package static func object(_ key: String, _ members: [SchemaMember]) -> SchemaMember {
    member(key, object(members))
  }

  /// A list of such objects.
  package static func list(_ key: String, of members: [SchemaMember]) -> SchemaMember {
    member(key, list(object(members)))
  }

  /// Seconds, 0 or more.
  package static func seconds(_ key: String) -> SchemaMember {
    member(key, #"{"type": "number", "minimum": 0}"#)
  }
  /// A share, 0 to 1.
  package static func share(_ key: String) -> SchemaMember {
    member(key, #"{"type": "number", "minimum": 0, "maximum": 1}"#)
  }
  /// A whole number, 0 or more.
  package static func count(_ key: String) -> SchemaMember {
    member(key, #"{"type": "integer", "minimum": 0}"#)
  }
  /// Any number.
  package static func figure(_ key: String) -> SchemaMember { member(key, #"{"type": "number"}"#) }
  package static func text(_ key: String) -> SchemaMember { member(key, #"{"type": "string"}"#) }
  package static func texts(_ key: String) -> SchemaMember {
    member(key, list(#"{"type": "string"}"#))
  }
  package static func truth(_ key: String) -> SchemaMember { member(key, #"{"type": "boolean"}"#) }
  /// Always the same text.
  package static func constant(_ key: String, _ value: String) -> SchemaMember {
    member(key, #"{"type": "string", "const": \#(JSONText.quoted(value))}"#)
  }
  /// One of some words.
  package static func words(_ key: String, _ words: String...) -> SchemaMember {
    Self.words(key, words: words)
  }
  /// One of the words of an enumeration.
  package static func words<Words: RawRepresentable<String>>(
    _ key: String, _ words: [Words]
  ) -> SchemaMember {
    Self.words(key, words: words.map(\.rawValue))
  }
  private static func words(_ key: String, words: [String]) -> SchemaMember {
    let all = words.map(JSONText.quoted).joined(separator: ", ")
    return member(key, #"{"type": "string", "enum": [\#(all)]}"#)
  }
  /// Whatever a schema says.
  package static func member(_ key: String, _ schema: String) -> SchemaMember {
    SchemaMember(key: key, schema: schema)
  }
}
