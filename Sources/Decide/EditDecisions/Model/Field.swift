package import Support

/// One member of a JSON object, or a few members that belong together.
///
/// It defines how the members are named, read, written, rounded and described.
package struct Field<Owner: Sendable>: Sendable {
  let properties: [(key: String, schema: JSONSchemaNode)]
  let required: [String]
  let write: @Sendable (Owner, inout JSONText.Members) -> Void
  /// Reads the members into an owner; returns `false` after recording a problem.
  let read: @Sendable ([String: JSONNode], inout Owner, inout DocumentReader) -> Bool
  var round: @Sendable (inout Owner) -> Void = { _ in }
}

extension Field {
  /// A member that is always written, except for the value `omitted`.
  ///
  /// If `isRequired` is false, the owner's default is used for a missing member.
  package init<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, _ form: JSONFormat<Value>,
    _ summary: String, isRequired: Bool = true, omitted: Value? = nil
  ) {
    self.init(
      properties: [(key, form.schema.described(summary))], required: isRequired ? [key] : [],
      write: { owner, json in
        let value = owner[keyPath: path]
        if value != omitted { json.add(key, raw: form.text(value)) }
      },
      read: { members, owner, reading in
        // For an optional member, null is the same as absent.
        guard let node = members[key], isRequired || !node.isNull else { return true }
        guard let value = reading.at(.key(key), { form.read(node, &$0) }) else { return false }
        owner[keyPath: path] = value
        return true
      },
      round: { $0[keyPath: path] = form.rounded($0[keyPath: path]) })
  }

  /// A member that is written only if its value is not `nil`.
  package static func optional<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable, _ form: JSONFormat<Value>,
    _ summary: String
  ) -> Field {
    Field(key, path, form.optional, summary, isRequired: false, omitted: .some(nil))
  }

  package static func schema(_ name: String) -> Field {
    Field(
      properties: [
        (
          "schema",
          JSONSchemaNode.object([("const", .text(name))]).described("The name of this form.")
        )
      ],
      required: ["schema"],
      write: { _, json in json.add("schema", name) },
      read: { members, _, reading in
        guard let node = members["schema"] else { return true }
        guard case .text(name) = node.value else {
          reading.note("\(node.words) is not known; this version reads '\(name)'", key: "schema")
          return false
        }
        return true
      })
  }
}
