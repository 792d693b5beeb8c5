/// A value of a JSON text, and where it stands.
struct JSONNode {
  /// What a value may be.
  enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case object([(key: String, node: JSONNode)])
  }

  let value: Value

  /// What it is, in words for a person.
  var words: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let value): Self.shown(value)
    case .text(let text): "'\(Self.shown(text))'"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Text as messages show it: no longer than a line, and nothing that steers a terminal.
  static func shown(_ text: String) -> String {
    let escaped = TerminalText.escaped(String(text.prefix(41)))
    return escaped.count > 40 ? escaped.prefix(40) + "…" : escaped
  }

  /// A number as a person would write it.
  static func shown(_ value: Double) -> String {
    guard value.magnitude < 0x1p53, let whole = Int(exactly: value) else { return "\(value)" }
    return String(whole)
  }
}

/// In a document of Foundation's coders a value stands as it stands in one of ours.
extension JSONNode: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ key: String) { stringValue = key }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      value = .object(
        try object.allKeys.map {
          ($0.stringValue, try object.decode(JSONNode.self, forKey: $0))
        })
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var nodes: [JSONNode] = []
      while !list.isAtEnd { nodes.append(try list.decode(JSONNode.self)) }
      value = .list(nodes)
      return
    }
    value = try Self.plain(decoder.singleValueContainer())
  }

  private static func plain(_ single: any SingleValueDecodingContainer) throws -> Value {
    if single.decodeNil() { return .null }
    if let flag = try? single.decode(Bool.self) { return .bool(flag) }
    if let number = try? single.decode(Double.self) { return .number(number) }
    return .text(try single.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let members):
      var object = encoder.container(keyedBy: Key.self)
      for member in members { try object.encode(member.node, forKey: Key(member.key)) }
    case .list(let nodes):
      var list = encoder.unkeyedContainer()
      for node in nodes { try list.encode(node) }
    case .null, .bool, .number, .text:
      var single = encoder.singleValueContainer()
      try encodePlain(to: &single)
    }
  }

  private func encodePlain(to single: inout any SingleValueEncodingContainer) throws {
    switch value {
    case .bool(let flag): try single.encode(flag)
    case .number(let number): try single.encode(number)
    case .text(let text): try single.encode(text)
    case .null, .list, .object: try single.encodeNil()
    }
  }
}

extension JSONNode {
  var isNull: Bool {
    if case .null = value { true } else { false }
  }
}
