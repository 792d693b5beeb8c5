/// Decodes the escapes of JSON text (RFC 8259, section 7).
enum JSONEscapes {
  /// The text with its escapes decoded; `nil` if an escape is unknown.
  ///
  /// An unpaired surrogate is decoded to U+FFFD.
  static func unescape(_ text: Bytes) -> [UInt8]? {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\") else {
        plain.append(text[index])
        index += 1
        continue
      }
      guard index + 1 < text.count else { return nil }
      if let byte = singleCharacterEscape(text[index + 1]) {
        plain.append(byte)
        index += 2
      } else {
        // Collect consecutive \uXXXX escapes, because two can form a surrogate pair.
        var units: [UInt16] = []
        while let codeUnit = codeUnit(text, index) {
          units.append(codeUnit)
          index += 6
        }
        if units.isEmpty { return nil }
        plain += String(decoding: units, as: UTF16.self).utf8
      }
    }
    return plain
  }

  private static func singleCharacterEscape(_ kind: UInt8) -> UInt8? {
    zip("\"\\/bfnrt".utf8, "\"\\/\u{8}\u{C}\n\r\t".utf8).first { $0.0 == kind }?.1
  }

  /// The UTF-16 code unit of an escape such as `\u00e9` at `start`, if there is one.
  private static func codeUnit(_ text: Bytes, _ start: Int) -> UInt16? {
    guard start + 6 <= text.count, text[start..<start + 2].matches("\\u") else { return nil }
    var value: UInt16 = 0
    for place in start + 2..<start + 6 {
      guard let digit = Character(Unicode.Scalar(text[place])).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
