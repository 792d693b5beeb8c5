/// Writes JSON on one line with keys in the order in which they are given.
///
/// Foundation's encoder keeps no order of keys and prints 0.1 + 0.2 as it is; a document whose
/// bytes are compared needs both in hand.
package enum JSONText {
  /// The members of one object.
  package struct Members {
    fileprivate var parts: [String] = []

    /// Adds text, quoted, where there is any.
    package mutating func add(_ key: String, _ value: String?) {
      if let value { add(key, raw: JSONText.quoted(value)) }
    }

    /// Adds a whole number where there is one.
    package mutating func add(_ key: String, _ value: Int?) {
      if let value { add(key, raw: String(value)) }
    }

    /// Adds whether something is so.
    package mutating func add(_ key: String, _ value: Bool) {
      add(key, raw: value ? "true" : "false")
    }

    /// Adds a number with a fixed count of decimals, where there is one.
    package mutating func add(_ key: String, _ value: Double?, decimals: Int) {
      if let value { add(key, raw: Rounding.text(value, decimals: decimals)) }
    }

    package mutating func add(_ key: String, object body: (inout Members) -> Void) {
      add(key, raw: JSONText.of(body))
    }

    /// Adds a list of objects, one an element.
    package mutating func add<Element>(
      _ key: String, list: [Element], each body: (Element, inout Members) -> Void
    ) {
      add(key, items: list.map { element in JSONText.of { body(element, &$0) } })
    }

    /// Adds a list of texts.
    package mutating func add(_ key: String, strings: [String]) {
      add(key, items: strings.map(JSONText.quoted))
    }

    /// Adds a list of what is JSON already.
    package mutating func add(_ key: String, items: [String]) {
      add(key, raw: "[" + items.joined(separator: ", ") + "]")
    }

    /// Adds what is JSON already.
    package mutating func add(_ key: String, raw: String) {
      parts.append("\(JSONText.quoted(key)): \(raw)")
    }
  }

  /// One object as text.
  package static func of(_ body: (inout Members) -> Void) -> String {
    var members = Members()
    body(&members)
    return "{" + members.parts.joined(separator: ", ") + "}"
  }

  /// A JSON string: quotes, backslashes and control characters escaped, slashes not.
  ///
  /// Delete and C1, which JSON allows as they are, steer some terminals: they are escaped too.
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
}
