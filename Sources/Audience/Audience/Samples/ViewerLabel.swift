import Foundation

/// What a viewer is labelled with, as `age=child`: a category and never a person's name.
package struct ViewerLabel: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The most letters of a name.
  package static let longestName = 32
  /// The most bytes of UTF-8 of a value.
  package static let longestValue = 64
  /// The most labels of a session.
  package static let most = 16

  /// What the label is about, in small letters: `age`.
  package let name: String
  /// The viewer's part: `child`.
  package let value: String

  /// Makes a label; white space around name and value does not count.
  ///
  /// - Returns: `nil` for what `rule` forbids: a cell of megabytes is no category.
  package init?(name: some StringProtocol, value: some StringProtocol) {
    // Lengths first, so that nothing long is walked through.
    guard name.utf8.count <= 2 * Self.longestName, value.utf8.count <= 2 * Self.longestValue else {
      return nil
    }
    let name = name.withoutSpaceAround.lowercased()
    let value = value.withoutSpaceAround.precomposedStringWithCanonicalMapping
    guard Self.isName(name), Self.isValue(value) else { return nil }
    self.name = name
    self.value = value
  }

  /// Reads `age=child`; `nil` for anything else.
  package init?(text: some StringProtocol) {
    guard let split = text.firstIndex(of: "=") else { return nil }
    self.init(name: text[..<split], value: text[text.index(after: split)...])
  }

  /// `age=child`.
  package var description: String { "\(name)=\(value)" }

  /// In order of names, then of values.
  package static func < (one: ViewerLabel, other: ViewerLabel) -> Bool {
    (one.name, one.value) < (other.name, other.value)
  }

  /// What a label must be, in words for messages.
  package static let rule =
    "a label is NAME=VALUE, as age=child: a name of at most \(longestName) letters, digits, _ and "
    + "-, and a value of at most \(longestValue) bytes of letters, digits, spaces and . _ + -"

  /// Whether a text can be a label's name, in small letters.
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

/// The one form of a viewer's name: import stores its pseudonym, and forget looks for it.
package enum ViewerName {
  /// The most bytes of UTF-8 that a name may have.
  package static let longest = 256

  /// The name without white space around it.
  ///
  /// - Returns: `nil` for no name at all, for one longer than `longest`, and for one that was no
  ///   UTF-8 and could only be read with marks of replacement in it: people would merge.
  package static func plain(_ text: String) -> String? {
    let name = text.withoutSpaceAround
    guard !name.isEmpty else { return nil }
    return name.utf8.count <= longest && !name.unicodeScalars.contains("\u{FFFD}") ? name : nil
  }

  /// What `plain` asks for, in words for messages.
  package static let rule = "a name is UTF-8, 1 to \(longest) bytes"
}

extension StringProtocol {
  /// The text without white space (Unicode's, line ends among it) around it: names of viewers and
  /// labels are known by the same form, however they were typed.
  var withoutSpaceAround: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }
}
