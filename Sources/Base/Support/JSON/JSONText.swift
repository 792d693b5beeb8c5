/// Writes JSON on one line, with keys in the order in which they are added.
///
/// Foundation's encoder does not keep the order of keys and does not round numbers. Both are needed
/// to compare documents byte by byte.
package enum JSONText {
  package struct Members {
    fileprivate var parts: [String] = []

    package mutating func add(_ key: String, _ value: String?) {
      if let value { add(key, raw: JSONText.quoted(value)) }
    }

    package mutating func add(_ key: String, _ value: Int?) {
      if let value { add(key, raw: String(value)) }
    }

    package mutating func add(_ key: String, _ value: Bool) {
      add(key, raw: value ? "true" : "false")
    }

    package mutating func add(_ key: String, _ value: Double?, decimals: Int) {
      if let value { add(key, raw: Rounding.text(value, decimals: decimals)) }
    }

    package mutating func add(_ key: String, object body: (inout Members) -> Void) {
      add(key, raw: JSONText.of(body))
    }

    package mutating func add<Element>(
      _ key: String, list: [Element], each body: (Element, inout Members) -> Void
    ) {
      add(key, items: list.map { element in JSONText.of { body(element, &$0) } })
    }

    package mutating func add(_ key: String, strings: [String]) {
      add(key, items: strings.map(JSONText.quoted))
    }

    package mutating func add(_ key: String, items: [String]) {
      add(key, raw: "[" + items.joined(separator: ", ") + "]")
    }

    /// Adds a value that is already JSON.
    package mutating func add(_ key: String, raw: String) {
      parts.append("\(JSONText.quoted(key)): \(raw)")
    }
  }

  package static func of(_ body: (inout Members) -> Void) -> String {
    var members = Members()
    body(&members)
    return "{" + members.parts.joined(separator: ", ") + "}"
  }

  /// Returns a JSON string in quotes.
  ///
  /// DEL and C1 are escaped too: JSON allows them, but some terminals interpret them.
  package static func quoted(_ value: String) -> String {
    var out = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  /// Formats a number without a needless `.0`.
  package static func number(_ value: Double) -> String {
    guard value.magnitude < 0x1p53, let whole = Int(exactly: value) else { return "\(value)" }
    return String(whole)
  }
}
