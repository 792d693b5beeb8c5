import EditDecisions

/// A member of an object in a JSON Schema (draft 2020-12): its key, its schema, and whether it
/// always stands there.
struct SchemaMember {
  let key: String
  let schema: String
  var isRequired = true

  /// The same, which may be left out.
  var optional: SchemaMember { SchemaMember(key: key, schema: schema, isRequired: false) }

  /// An object of these members and no others.
  static func object(_ members: [SchemaMember]) -> String {
    let required = members.filter(\.isRequired).map { JSONText.quoted($0.key) }
    let properties = members.map { "\(JSONText.quoted($0.key)): \($0.schema)" }
    return #"{"type": "object", "additionalProperties": false, "required": ["#
      + required.joined(separator: ", ") + #"], "properties": {"#
      + properties.joined(separator: ", ") + "}}"
  }

  /// A document that is one of some.
  static func document(_ title: String, oneOf forms: [String]) -> String {
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": \(JSONText.quoted("gazecut: " + title)),
      "oneOf": [
        \(forms.joined(separator: ",\n    "))
      ]
    }
    """
  }

  static func list(_ items: String) -> String { #"{"type": "array", "items": \#(items)}"# }

  static func seconds(_ key: String) -> SchemaMember {
    member(key, #"{"type": "number", "minimum": 0}"#)
  }
  static func share(_ key: String) -> SchemaMember {
    member(key, #"{"type": "number", "minimum": 0, "maximum": 1}"#)
  }
  static func count(_ key: String) -> SchemaMember {
    member(key, #"{"type": "integer", "minimum": 0}"#)
  }
  static func figure(_ key: String) -> SchemaMember { member(key, #"{"type": "number"}"#) }
  static func text(_ key: String) -> SchemaMember { member(key, #"{"type": "string"}"#) }
  static func truth(_ key: String) -> SchemaMember { member(key, #"{"type": "boolean"}"#) }
  /// A whole number in text, as log lines have it.
  static func digits(_ key: String) -> SchemaMember {
    member(key, #"{"type": "string", "pattern": "^-?[0-9]+(\\.[0-9]+)?$"}"#)
  }
  static func constant(_ key: String, _ value: String) -> SchemaMember {
    member(key, #"{"type": "string", "const": \#(JSONText.quoted(value))}"#)
  }
  static func words(_ key: String, _ words: String...) -> SchemaMember {
    Self.words(key, words: words)
  }
  /// One of the words of an enumeration.
  static func words<Words: RawRepresentable<String>>(
    _ key: String, _ words: [Words]
  ) -> SchemaMember {
    Self.words(key, words: words.map(\.rawValue))
  }
  private static func words(_ key: String, words: [String]) -> SchemaMember {
    let all = words.map(JSONText.quoted).joined(separator: ", ")
    return member(key, #"{"type": "string", "enum": [\#(all)]}"#)
  }
  static func member(_ key: String, _ schema: String) -> SchemaMember {
    SchemaMember(key: key, schema: schema)
  }
}
