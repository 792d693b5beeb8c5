import Support

struct JSONNode {
  enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case object([(key: String, node: JSONNode)])
  }

  let value: Value

  var isNull: Bool { if case .null = value { true } else { false } }

  /// The value as it is quoted in error messages.
  var words: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): JSONText.number(value)
    case .text(let text): "'\(Self.shown(text))'"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Shortens text to 40 characters and escapes control characters, for error messages.
  static func shown(_ text: String) -> String {
    let escaped = TerminalText.escaped(String(text.prefix(41)))
    return escaped.count > 40 ? escaped.prefix(40) + "…" : escaped
  }
}

extension JSONNode: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ key: String) { stringValue = key }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  /// Tries numbers first, because each wrong guess throws and most values are numbers.
  ///
  /// Throws a `DecodingError` also for a list that is too long, before reading any of it.
  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let number = try? single.decode(Double.self) {
      value = .number(number)
    } else if let object = try? decoder.container(keyedBy: Key.self) {
      value = .object(
        try object.allKeys.map { ($0.stringValue, try object.decode(JSONNode.self, forKey: $0)) })
    } else if let text = try? single.decode(String.self) {
      value = .text(text)
    } else if let flag = try? single.decode(Bool.self) {
      value = .bool(flag)
    } else {
      var list = try decoder.unkeyedContainer()
      let (count, most) = (list.count ?? 0, max(DecisionLimits.shots, DecisionLimits.keyframes))
      guard count <= most else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "has \(count) elements; at most \(most) may be"))
      }
      var nodes: [JSONNode] = []
      while !list.isAtEnd { nodes.append(try list.decode(JSONNode.self)) }
      value = .list(nodes)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let members):
      var object = encoder.container(keyedBy: Key.self)
      for member in members { try object.encode(member.node, forKey: Key(member.key)) }
    case .list(let nodes):
      var list = encoder.unkeyedContainer()
      for node in nodes { try list.encode(node) }
    case .bool(let flag): try flag.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    case .text(let text): try text.encode(to: encoder)
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    }
  }
}
