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

/// An object of a document: its fields in the order in which they are written.
///
/// Each is made once: a document holds thousands of objects of the same form.
struct ObjectForm<Owner: Sendable>: Sendable {
  /// What a member that is left out is.
  let blank: Owner
  private let fields: [Field<Owner>]
  /// Fills in what follows from other members; given the keys that were there.
  private let complete: (@Sendable (inout Owner, Set<String>) -> Void)?
  /// What the schema says.
  let schema: SchemaNode
  private let known: [String]
  private let required: [String]

  /// Makes one.
  ///
  /// - Parameters:
  ///   - blank: what a member that is left out is.
  ///   - fields: its members.
  ///   - complete: fills in what follows from other members; given the keys that were there.
  ///   - rules: what the schema says beyond the fields.
  init(
    blank: Owner, fields: [Field<Owner>],
    complete: (@Sendable (inout Owner, Set<String>) -> Void)? = nil,
    rules: [(String, SchemaNode)] = []
  ) {
    (self.blank, self.fields, self.complete) = (blank, fields, complete)
    let properties = fields.flatMap(\.properties)
    known = properties.map(\.key)
    required = fields.flatMap(\.required)
    schema = .object(
      [
        ("type", .text("object")),
        ("properties", .object(properties.map { ($0.key, $0.schema) })),
        ("required", .list(required.map { .text($0) })),
        ("additionalProperties", .bool(false)),
      ] + rules)
  }

  /// The whole object as a form.
  var form: Form<Owner> {
    Form(
      schema: schema, text: { owner in JSONText.of { write(owner, to: &$0) } },
      read: { read($0, &$1) },
      rounded: {
        var owner = $0
        for field in fields { field.round(&owner) }
        return owner
      })
  }

  /// Adds an owner's members.
  func write(_ owner: Owner, to json: inout JSONText.Members) {
    for field in fields { field.write(owner, &json) }
  }

  private func read(_ node: JSONNode, _ reading: inout DocumentReading) -> Owner? {
    guard case .object(let listed) = node.value else {
      reading.expected("an object", node)
      return nil
    }
    var isGood = true
    var members: [String: JSONNode] = [:]
    for member in listed where !reading.isFull {
      if members.updateValue(member.node, forKey: member.key) != nil {
        reading.note("stands twice; write it once", key: JSONNode.shown(member.key))
        isGood = false
      } else if !known.contains(member.key) {
        reading.note(Self.unknown(member.key, known), key: JSONNode.shown(member.key))
        isGood = false
      }
    }
    for key in required where members[key] == nil {
      reading.note("is missing", key: key)
      isGood = false
    }
    var owner = blank
    for field in fields where !reading.isFull {
      isGood = field.read(members, &owner, &reading) && isGood
    }
    guard isGood else { return nil }
    complete?(&owner, Set(members.filter { !$0.value.isNull }.keys))
    return owner
  }

  private static func unknown(_ key: String, _ known: [String]) -> String {
    // The distance of a word costs its length; what is longer is no slip of the finger.
    let nearest = key.utf8.count <= 64 ? Nearest.match(for: key, among: known) : nil
    return nearest.map { "is not known; did you mean '\($0)'?" }
      ?? "is not known; known here are \(known.joined(separator: ", "))"
  }
}

extension JSONNode {
  fileprivate var isNull: Bool {
    if case .null = value { true } else { false }
  }
}
