/// Addresses of files.
enum FileAddress {
  /// `file://` and the path, percent-encoded as the standard asks.
  static func encoded(_ path: String) -> String {
    "file://" + encode(path) { isUnreserved($0) }
  }

  /// `file://` and the path as it is, but for what ends a path in an address.
  ///
  /// DaVinci Resolve takes a percent-encoded space for a missing file.
  static func plain(_ path: String) -> String {
    "file://" + encode(path) { $0 >= 0x20 && !"%#?".utf8.contains($0) }
  }

  private static func encode(_ path: String, keeping isKept: (UInt8) -> Bool) -> String {
    var bytes: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~/".utf8.contains(byte)
    }
  }
}
