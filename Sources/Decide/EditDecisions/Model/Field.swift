/// One member of an object of a document, or the few that belong together: the one place that says
/// how it is named, read, written, rounded and described.
struct Field<Owner: Sendable>: Sendable {
  /// Its keys, with what the schema says of each.
  let properties: [(key: String, schema: SchemaNode)]
  /// Keys that may not be missing.
  let required: [String]
  let write: @Sendable (Owner, inout JSONText.Members) -> Void
  /// Takes the members into an owner; `false` when that failed, which is noted then.
  let read: @Sendable ([String: JSONNode], inout Owner, inout DocumentReading) -> Bool
  /// Rounds it as it is written.
  var round: @Sendable (inout Owner) -> Void = { _ in }
}

extension Field {
  /// A member that is always written.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - path: where its value lies.
  ///   - form: what it is.
  ///   - summary: what it means, for the schema.
  ///   - isRequired: whether a person may leave it out; the owner's blank value holds then.
  ///   - omitted: a value that is not written.
  init<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value> & Sendable, _ form: Form<Value>,
    _ summary: String, isRequired: Bool = true, omitted: Value? = nil
  ) {
    self.init(
      properties: [(key, form.schema.described(summary))],
      required: isRequired ? [key] : [],
      write: { owner, json in
        let value = owner[keyPath: path]
        if value != omitted { json.add(key, raw: form.text(value)) }
      },
      read: { members, owner, reading in
        // Null counts as left out where that may be.
        guard let node = members[key], isRequired || !node.isNull else { return true }
        guard let value = reading.at(.key(key), { form.read(node, &$0) }) else { return false }
        owner[keyPath: path] = value
        return true
      },
      round: { $0[keyPath: path] = form.rounded($0[keyPath: path]) })
  }

  /// A member that is written where there is a value.
  static func optional<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable, _ form: Form<Value>,
    _ summary: String
  ) -> Field {
    Field(key, path, form.optional, summary, isRequired: false, omitted: .some(nil))
  }

  /// The name of the document's schema.
  static func schema(_ name: String) -> Field {
    Field(
      properties: [
        ("schema", SchemaNode.object([("const", .text(name))]).described("The name of this form."))
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
