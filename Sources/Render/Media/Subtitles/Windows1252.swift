/// The code page of Western Windows, as browsers read it: Latin-1 with letters, quotes and the euro
/// where that has control characters.
enum Windows1252 {
  /// What 0x80 to 0x9F stand for; the five that stand for nothing are the control characters.
  private static let upper = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// The letter of a byte.
  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? upper[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  /// The text of some bytes.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map(scalar)))
  }
}
