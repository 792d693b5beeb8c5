import Foundation

/// Converts paths to `file:` URLs.
enum FileURLText {
  /// Returns a percent-encoded URL: `file://`, the host and the path (RFC 3986).
  static func encoded(_ path: String, host: String = "") -> String {
    "file://" + host
      + encode(path) { byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber)
          || "-._~/".contains(character)
      }
  }

  /// Returns `file://` and the path, encoding only `%`, `#`, `?` and control characters.
  ///
  /// DaVinci Resolve does not find a file whose URL has a percent-encoded space.
  static func plain(_ path: String) -> String {
    "file://" + encode(path) { $0 >= 0x20 && !"%#?".utf8.contains($0) }
  }

  private static func encode(_ path: String, keeping isKept: (UInt8) -> Bool) -> String {
    let bytes = path.utf8.flatMap { isKept($0) ? [$0] : Array(String(format: "%%%02X", $0).utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
