import Foundation

/// A stretch of a reader's buffer: valid until the reader is asked for anything else.
///
/// Formats read it by index, which is checked; only what reads whole files byte for byte goes to
/// `start` itself. That nobody keeps it beyond its row is a rule that no compiler checks.
@safe
struct Bytes {
  let start: UnsafePointer<UInt8>
  let count: Int

  static var empty: Bytes {
    let text: StaticString = ""
    return unsafe Bytes(start: text.utf8Start, count: 0)
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count, "an index outside the bytes")
    return unsafe start[index]
  }

  /// A stretch of them, as long valid as the whole.
  subscript(range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the bytes")
    return unsafe Bytes(start: start + range.lowerBound, count: range.count)
  }

  /// Whether these are exactly `bytes`; nothing is copied.
  func equal(_ bytes: [UInt8]) -> Bool {
    count == bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
  }

  var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Whether this is exactly `word`; no text is made.
  @inline(__always)
  func matches(_ word: StaticString) -> Bool {
    unsafe count == word.utf8CodeUnitCount && memcmp(start, word.utf8Start, count) == 0
  }

  /// The text; `nil` when it is not UTF-8.
  var text: String? {
    unsafe String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The same without spaces around it.
  var trimmed: Bytes {
    var first = unsafe start
    var last = unsafe start + count
    while unsafe first < last, unsafe first.pointee <= 0x20 { unsafe first += 1 }
    while unsafe last > first, unsafe (last - 1).pointee <= 0x20 { unsafe last -= 1 }
    return unsafe Bytes(start: first, count: last - first)
  }

  /// The number this is the text of, spaces around it allowed; `nil` for anything else, for NaN
  /// and for infinities.
  var number: Double? {
    // Nearly no cell has spaces around it.
    if count > 0, unsafe start[0] > 0x20, unsafe start[count - 1] > 0x20 {
      return unsafe NumberParser.parse(start, count)
    }
    let text = trimmed
    return unsafe NumberParser.parse(text.start, text.count)
  }
}

/// Decimal numbers of text, exact to the last bit.
enum NumberParser {
  /// Exactly representable powers (Clinger 1990: with a whole number below 2⁵³ one correctly
  /// rounded multiplication or division gives the nearest double).
  static let powers: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  static func parse(_ start: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    var index = 0
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    let negative = unsafe count > 0 && start[0] == UInt8(ascii: "-")
    if unsafe negative || count > 0 && start[0] == UInt8(ascii: "+") { index = 1 }
    while index < count, unsafe start[index] &- 48 < 10 {
      mantissa = unsafe mantissa &* 10 &+ UInt64(start[index] &- 48)
      digits += 1
      index += 1
    }
    if index < count, unsafe start[index] == UInt8(ascii: ".") {
      index += 1
      while index < count, unsafe start[index] &- 48 < 10 {
        mantissa = unsafe mantissa &* 10 &+ UInt64(start[index] &- 48)
        digits += 1
        exponent -= 1
        index += 1
      }
    }
    guard digits > 0 else { return nil }
    guard index == count, digits <= 18, mantissa < 1 << 53, exponent >= -22 else {
      return unsafe parseSlowly(start, count)
    }
    let value = Double(mantissa) / powers[-exponent]
    return negative ? -value : value
  }

  /// Exponents, long fractions and anything odd, by the C library.
  private static func parseSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    guard count < 400 else { return nil }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    let allowed = unsafe bytes.allSatisfy { $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }
    guard allowed else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 1) { text in
      for index in 0..<count { unsafe text[index] = unsafe CChar(bitPattern: bytes[index]) }
      unsafe text[count] = 0
      guard let start = text.baseAddress else { return nil }
      var end: UnsafeMutablePointer<CChar>?
      let value = unsafe strtod(start, &end)
      return unsafe end == start + count && value.isFinite ? value : nil
    }
  }
}
