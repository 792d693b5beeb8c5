/// Bytes as hexadecimal text, and back.
extension Sequence<UInt8> {
  /// Lowercase hexadecimal digits, two a byte.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Array<UInt8> {
  /// The bytes that hexadecimal digits (ASCII, two a byte) stand for; `nil` where they do not.
  package init?(hexDigits digits: some Collection<UInt8>) {
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    var high: UInt8?
    for digit in digits {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      if let first = high {
        append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
  }
}
