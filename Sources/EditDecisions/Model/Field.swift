/// One member of an object of a document, or the few that belong together: the one place that says
/// how it is named, read, written, rounded and described.
struct Field<Owner: Sendable>: Sendable {
  /// Its keys, with what the schema says of each.
  let properties: [(key: String, schema: SchemaNode)]
  /// Keys that may not be missing.
  let required: [String]
  /// Adds the members.
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
        guard let node = Self.present(members[key], isRequired) else { return true }
        guard let value = reading.at(.key(key), { form.read(node, &$0) }) else { return false }
        owner[keyPath: path] = value
        return true
      },
      round: { $0[keyPath: path] = form.rounded($0[keyPath: path]) })
  }

  /// A member that is written where there is a value.
  static func optional<Value: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Owner, Value?> & Sendable, _ form: Form<Value>,
    _ summary: String
  ) -> Field {
    Field(
      properties: [(key, form.schema.described(summary))],
      required: [],
      write: { owner, json in
        if let value = owner[keyPath: path] { json.add(key, raw: form.text(value)) }
      },
      read: { members, owner, reading in
        guard let node = present(members[key], false) else { return true }
        guard let value = reading.at(.key(key), { form.read(node, &$0) }) else { return false }
        owner[keyPath: path] = value
        return true
      },
      round: { $0[keyPath: path] = $0[keyPath: path].map(form.rounded) })
  }

  /// A member that always has the same text, such as the name of the schema.
  static func constant(_ key: String, _ value: String, _ summary: String) -> Field {
    Field(
      properties: [(key, SchemaNode.object([("const", .text(value))]).described(summary))],
      required: [key],
      write: { _, json in json.add(key, value) },
      read: { members, _, reading in
        guard let node = members[key] else { return true }
        guard case .text(value) = node.value else {
          reading.note("\(node.words) is not known; this version reads '\(value)'", key: key)
          return false
        }
        return true
      })
  }

  /// A member's node; null counts as left out where that may be.
  private static func present(_ node: JSONNode?, _ isRequired: Bool) -> JSONNode? {
    if !isRequired, case .null? = node?.value { return nil }
    return node
  }
}
