/// A value of a JSON text, and where it stands.
struct JSONNode {
  /// What a value may be.
  enum Value {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case object([Member])
  }

  /// A key with its value.
  struct Member {
    let key: String
    let node: JSONNode
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
    guard value == value.rounded(), let whole = Int(exactly: value), abs(whole) < 1 << 53 else {
      return "\(value)"
    }
    return String(whole)
  }
}
