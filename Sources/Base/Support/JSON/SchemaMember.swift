/// A member of an object in a JSON Schema (draft 2020-12).
package struct SchemaMember {
  let key: String
  let schema: JSONSchemaNode
  var isRequired = true

  package var optional: SchemaMember { SchemaMember(key: key, schema: schema, isRequired: false) }

  package static func member(_ key: String, _ schema: JSONSchemaNode) -> SchemaMember {
    SchemaMember(key: key, schema: schema)
  }

  /// An object with these members and no others.
  package static func object(_ key: String, _ members: [SchemaMember]) -> SchemaMember {
    member(key, .object(members))
  }

  package static func anyObject(_ key: String) -> SchemaMember { member(key, .type("object")) }

  package static func list(_ key: String, of members: [SchemaMember]) -> SchemaMember {
    member(key, .list(of: .object(members)))
  }

  /// A number of seconds, at least 0.
  package static func seconds(_ key: String) -> SchemaMember {
    member(key, .type("number", ("minimum", .number(0))))
  }
  package static func share(_ key: String) -> SchemaMember {
    member(key, .type("number", ("minimum", .number(0)), ("maximum", .number(1))))
  }
  /// An integer, at least 0.
  package static func count(_ key: String) -> SchemaMember {
    member(key, .type("integer", ("minimum", .number(0))))
  }
  package static func figure(_ key: String) -> SchemaMember { member(key, .type("number")) }
  package static func text(_ key: String) -> SchemaMember { member(key, .type("string")) }
  package static func texts(_ key: String) -> SchemaMember {
    member(key, .list(of: .type("string")))
  }
  package static func truth(_ key: String) -> SchemaMember { member(key, .type("boolean")) }
  package static func constant(_ key: String, _ value: String) -> SchemaMember {
    member(key, .type("string", ("const", .text(value))))
  }
  package static func words(_ key: String, _ words: String...) -> SchemaMember {
    member(key, .words(words))
  }
  package static func words<Words: RawRepresentable<String>>(
    _ key: String, _ words: [Words]
  ) -> SchemaMember {
    member(key, .words(words.map(\.rawValue)))
  }
}
