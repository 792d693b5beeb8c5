/// The escapes of JSON text (RFC 8259, section 7).
enum JSONEscapes {
  /// The text without escapes; `nil` when one is unknown.
  ///
  /// A lone half of a surrogate pair becomes U+FFFD.
  static func unescape(_ text: Bytes) -> [UInt8]? {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        index += 1
        continue
      }
      guard index + 1 < text.count else { return nil }
      let kind = text[index + 1]
      index += 2
      if kind == UInt8(ascii: "u") {
        guard let scalar = scalar(text, &index) else { return nil }
        plain.append(contentsOf: String(scalar).utf8)
      } else {
        guard let byte = simple(kind) else { return nil }
        plain.append(byte)
      }
    }
    return plain
  }

  private static func simple(_ kind: UInt8) -> UInt8? {
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): kind
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "t"): 9
    default: nil
    }
  }

  private static func scalar(_ text: Bytes, _ index: inout Int) -> Unicode.Scalar? {
    guard let high = unit(text, index) else { return nil }
    index += 4
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard high < 0xDC00, index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u"), let low = unit(text, index + 2),
      (0xDC00...0xDFFF).contains(low)
    else { return "\u{FFFD}" }
    index += 6
    return Unicode.Scalar((high - 0xD800) << 10 + (low - 0xDC00) + 0x10000)
  }

  private static func unit(_ text: Bytes, _ start: Int) -> UInt32? {
    guard start + 4 <= text.count else { return nil }
    var value: UInt32 = 0
    for offset in 0..<4 {
      let character = Character(Unicode.Scalar(text[start + offset]))
      guard let digit = character.hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
