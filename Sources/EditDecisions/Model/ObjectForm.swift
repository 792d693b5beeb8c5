/// An object of a document: its fields in the order in which they are written.
///
/// Each is made once: a document holds thousands of objects of the same form.
struct ObjectForm<Owner: Sendable>: Sendable {
  /// What a member that is left out is.
  let blank: Owner
  private let fields: [Field<Owner>]
  /// Fills in what follows from other members; given the keys that were there.
  private let complete: (@Sendable (inout Owner, Set<String>) -> Void)?
  let schema: SchemaNode
  private let known: Set<String>
  /// What a person may write.
  private let offered: [String]
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
    known = Set(properties.map(\.key))
    offered = fields.filter { !$0.isRetired }.flatMap(\.properties).map(\.key)
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
      schema: schema,
      text: { owner in JSONText.of { json in for field in fields { field.write(owner, &json) } } },
      read: { read($0, &$1) },
      rounded: {
        var owner = $0
        for field in fields { field.round(&owner) }
        return owner
      })
  }

  private func read(_ node: JSONNode, _ reading: inout DocumentReading) -> Owner? {
    guard case .object(let listed) = node.value else {
      return reading.expected("an object of \(offered.joined(separator: ", "))", node)
    }
    var isGood = true
    var members: [String: JSONNode] = [:]
    for member in listed where !reading.isFull {
      members[member.key] = member.node
      if !known.contains(member.key) {
        reading.note(Self.unknown(member.key, offered), key: JSONNode.shown(member.key))
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

  private static func unknown(_ key: String, _ offered: [String]) -> String {
    // Comparing takes time with the length; a key of over 64 bytes is no misspelt field.
    let nearest = key.utf8.count <= 64 ? Nearest.match(for: key, among: offered) : nil
    return nearest.map { "is not known; did you mean '\($0)'?" }
      ?? "is not known; known here are \(offered.joined(separator: ", "))"
  }
}
