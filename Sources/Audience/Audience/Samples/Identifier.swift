/// The rule for IDs of videos and sessions: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`.
///
/// Such an ID is safe as a file name, in a URL and in a shell.
package enum Identifier {
  /// The rule in words, for messages.
  package static let rule =
    "1 to 64 letters, digits, '.', '_' or '-', starting with a letter or digit"

  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard (1...64).contains(bytes.count), let first = bytes.first, isAlphanumeric(first) else {
      return false
    }
    return bytes.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
