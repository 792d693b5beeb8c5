import Foundation

/// A stretch of a reader's buffer: valid until the reader is asked for anything else.
struct Bytes {
  let start: UnsafePointer<UInt8>
  let count: Int

  /// Whether this is exactly `word`; no text is made.
  @inline(__always)
  func matches(_ word: StaticString) -> Bool {
    count == word.utf8CodeUnitCount && memcmp(start, word.utf8Start, count) == 0
  }

  /// The text; `nil` when it is not UTF-8.
  var text: String? {
    String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The same without spaces around it.
  var trimmed: Bytes {
    var first = start
    var last = start + count
    while first < last, first.pointee <= 0x20 { first += 1 }
    while last > first, (last - 1).pointee <= 0x20 { last -= 1 }
    return Bytes(start: first, count: last - first)
  }

  /// The number this is the text of, spaces around it allowed; `nil` for anything else, for NaN
  /// and for infinities.
  var number: Double? {
    // Nearly no cell has spaces around it.
    if count > 0, start[0] > 0x20, start[count - 1] > 0x20 {
      return NumberParser.parse(start, count)
    }
    let text = trimmed
    return NumberParser.parse(text.start, text.count)
  }
}

/// Decimal numbers of text, exact to the last bit.
enum NumberParser {
  /// Exactly representable powers (Clinger 1990: with a whole number below 2⁵³ one correctly
  /// rounded multiplication or division gives the nearest double).
  private static let powers: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  static func parse(_ start: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    var index = 0
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    let negative = count > 0 && start[0] == UInt8(ascii: "-")
    if negative || count > 0 && start[0] == UInt8(ascii: "+") { index = 1 }
    while index < count, start[index] &- 48 < 10 {
      mantissa = mantissa &* 10 &+ UInt64(start[index] &- 48)
      digits += 1
      index += 1
    }
    if index < count, start[index] == UInt8(ascii: ".") {
      index += 1
      while index < count, start[index] &- 48 < 10 {
        mantissa = mantissa &* 10 &+ UInt64(start[index] &- 48)
        digits += 1
        exponent -= 1
        index += 1
      }
    }
    guard digits > 0 else { return nil }
    guard index == count, digits <= 18, mantissa < 1 << 53, exponent >= -22 else {
      return parseSlowly(start, count)
    }
    let value = Double(mantissa) / powers[-exponent]
    return negative ? -value : value
  }

  /// Exponents, long fractions and anything odd, by the C library.
  private static func parseSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    guard count < 400 else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let allowed = bytes.allSatisfy { $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }
    guard allowed else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { text in
      for index in 0..<count { text[index] = CChar(bitPattern: bytes[index]) }
      text[count] = 0
      guard let start = text.baseAddress else { return nil }
      var end: UnsafeMutablePointer<CChar>?
      let value = strtod(start, &end)
      return end == start + count && value.isFinite ? value : nil
    }
  }
}
