/// A member of an object in a JSON Schema (draft 2020-12): its key, its schema, and whether it is
/// required.
package struct SchemaMember {
  let key: String
  let schema: SchemaNode
  /// Whether the member is required.
  var isRequired = true

  /// A copy that is not required.
  package var optional: SchemaMember { SchemaMember(key: key, schema: schema, isRequired: false) }

  /// A member with a schema of its own.
  package static func member(_ key: String, _ schema: SchemaNode) -> SchemaMember {
    SchemaMember(key: key, schema: schema)
  }

  /// An object of some members and no others.
  package static func object(_ key: String, _ members: [SchemaMember]) -> SchemaMember {
    member(key, .object(members))
  }

  /// An object of any members.
  package static func anyObject(_ key: String) -> SchemaMember { member(key, .type("object")) }

  /// A list of objects.
  package static func list(_ key: String, of members: [SchemaMember]) -> SchemaMember {
    member(key, .list(of: .object(members)))
  }

  /// A member in seconds, 0 or more.
  package static func seconds(_ key: String) -> SchemaMember {
    member(key, .type("number", ("minimum", .number(0))))
  }
  /// A member that is a share, 0 to 1.
  package static func share(_ key: String) -> SchemaMember {
    member(key, .type("number", ("minimum", .number(0)), ("maximum", .number(1))))
  }
  /// A member that is an integer, 0 or more.
  package static func count(_ key: String) -> SchemaMember {
    member(key, .type("integer", ("minimum", .number(0))))
  }
  /// Any number.
  package static func figure(_ key: String) -> SchemaMember { member(key, .type("number")) }
  package static func text(_ key: String) -> SchemaMember { member(key, .type("string")) }
  package static func texts(_ key: String) -> SchemaMember {
    member(key, .list(of: .type("string")))
  }
  package static func truth(_ key: String) -> SchemaMember { member(key, .type("boolean")) }
  /// Always the same text.
  package static func constant(_ key: String, _ value: String) -> SchemaMember {
    member(key, .type("string", ("const", .text(value))))
  }
  /// A member with one of several strings.
  package static func words(_ key: String, _ words: String...) -> SchemaMember {
    member(key, .words(words))
  }
  /// A member with one of the raw values of an enumeration.
  package static func words<Words: RawRepresentable<String>>(
    _ key: String, _ words: [Words]
  ) -> SchemaMember {
    member(key, .words(words.map(\.rawValue)))
  }
}
