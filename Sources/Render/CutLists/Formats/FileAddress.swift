import Foundation

/// Addresses of files.
enum FileAddress {
  /// `file://`, the host and the path, percent-encoded as the standard asks.
  static func encoded(_ path: String, host: String = "") -> String {
    "file://" + host
      + encode(path) { byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber)
          || "-._~/".contains(character)
      }
  }

  /// `file://` and the path as it is, but for what ends a path in an address.
  ///
  /// DaVinci Resolve takes a percent-encoded space for a missing file.
  static func plain(_ path: String) -> String {
    "file://" + encode(path) { $0 >= 0x20 && !"%#?".utf8.contains($0) }
  }

  private static func encode(_ path: String, keeping isKept: (UInt8) -> Bool) -> String {
    let bytes = path.utf8.flatMap { isKept($0) ? [$0] : Array(String(format: "%%%02X", $0).utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
