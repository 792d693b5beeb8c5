/// The code page Windows-1252, as in web browsers: Latin-1 with letters, quotes and the euro sign
/// at 0x80 to 0x9F.
enum Windows1252 {
  /// The characters 0x80 to 0x9F; the five undefined ones are control characters.
  private static let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? upper[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  static func text(of bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map(scalar)))
  }
}
