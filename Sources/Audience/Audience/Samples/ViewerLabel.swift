import Foundation

/// A label of a viewer, for example `age=child`: a category, never a person's name.
package struct ViewerLabel: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// Maximum length of a name in letters.
  package static let longestName = 32
  /// Maximum length of a value in bytes of UTF-8.
  package static let longestValue = 64
  /// Maximum number of labels per session.
  package static let most = 16

  /// The name in lower case, for example `age`.
  package let name: String
  package let value: String

  /// Creates a label; white space around name and value is removed, and `rule` must hold.
  package init?(name: some StringProtocol, value: some StringProtocol) {
    // Check lengths first, because a table cell can have megabytes.
    guard name.utf8.count <= 2 * Self.longestName, value.utf8.count <= 2 * Self.longestValue else {
      return nil
    }
    let name = name.withoutSpaceAround.lowercased()
    let value = value.withoutSpaceAround.precomposedStringWithCanonicalMapping
    guard Self.isName(name), Self.isValue(value) else { return nil }
    self.name = name
    self.value = value
  }

  /// Parses `age=child`.
  package init?(text: some StringProtocol) {
    guard let split = text.firstIndex(of: "=") else { return nil }
    self.init(name: text[..<split], value: text[text.index(after: split)...])
  }

  package var description: String { "\(name)=\(value)" }

  package static func < (one: ViewerLabel, other: ViewerLabel) -> Bool {
    (one.name, one.value) < (other.name, other.value)
  }

  /// The rule for labels in words, for messages.
  package static let rule =
    "a label is NAME=VALUE, for example age=child: a name of at most \(longestName) letters, "
    + "digits, _ and -, and a value of at most \(longestValue) bytes of letters, digits, spaces "
    + "and . _ + -"

  /// Whether a text can be the name of a label, in lower case.
  package static func isName(_ text: String) -> Bool {
    guard (1...longestName).contains(text.utf8.count),
      let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic
    else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "_-".unicodeScalars.contains($0)
    }
  }

  private static func isValue(_ text: String) -> Bool {
    guard (1...longestValue).contains(text.utf8.count) else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.generalCategory == .decimalNumber
        || " ._+-".unicodeScalars.contains($0)
    }
  }
}

/// Normalises the names of viewers, so that `import` and `forget` derive the same pseudonym.
package enum ViewerName {
  /// Maximum length of a name in bytes of UTF-8.
  package static let longest = 256

  /// The name without white space around it; `nil` if it is empty or too long.
  ///
  /// Also `nil` with U+FFFD, the replacement for invalid UTF-8: different people could get one
  /// name.
  package static func plain(_ text: String) -> String? {
    let name = text.withoutSpaceAround
    guard !name.isEmpty else { return nil }
    return name.utf8.count <= longest && !name.unicodeScalars.contains("\u{FFFD}") ? name : nil
  }

  /// The rule for names in words, for messages.
  package static let rule = "a name is UTF-8, 1 to \(longest) bytes"
}

extension StringProtocol {
  /// The text without Unicode white space and line breaks at both ends, for comparing names.
  var withoutSpaceAround: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }
}
