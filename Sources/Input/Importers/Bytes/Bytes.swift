import Foundation

/// A view of bytes in a reader's buffer, valid until the next call to that reader.
///
/// The compiler does not enforce the lifetime. Access by index is bounds-checked. Only code that
/// scans whole files uses `start` directly.
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

  subscript(range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a range outside the bytes")
    return unsafe Bytes(start: start + range.lowerBound, count: range.count)
  }

  func equals(_ bytes: [UInt8]) -> Bool {
    count == bytes.count && bytes.indices.allSatisfy { self[$0] == bytes[$0] }
  }

  /// Whether these are `bytes` in ASCII, ignoring case; `bytes` must be lower case.
  @inline(__always)
  func equalsLowercased(_ bytes: [UInt8]) -> Bool {
    count == bytes.count
      && bytes.indices.allSatisfy { bytes[$0] == self[$0] | (self[$0] &- 65 < 26 ? 0x20 : 0) }
  }

  var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Whether these are exactly `word`; creates no string.
  @inline(__always)
  func matches(_ word: StaticString) -> Bool {
    unsafe count == word.utf8CodeUnitCount && memcmp(start, word.utf8Start, count) == 0
  }

  /// Lets a `switch` over bytes have words as cases.
  @inline(__always)
  static func ~= (word: StaticString, bytes: Bytes) -> Bool { bytes.matches(word) }

  var text: String? {
    unsafe String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes without leading and trailing spaces and control characters.
  var trimmed: Bytes {
    var first = unsafe start
    var last = unsafe start + count
    while unsafe first < last, unsafe first.pointee <= 0x20 { unsafe first += 1 }
    while unsafe last > first, unsafe (last - 1).pointee <= 0x20 { unsafe last -= 1 }
    return unsafe Bytes(start: first, count: last - first)
  }

  /// The bytes as a finite decimal number, with optional spaces around it.
  var number: Double? {
    // Fast path: almost no cell has spaces around its number.
    if count > 0, unsafe start[0] > 0x20, unsafe start[count - 1] > 0x20 {
      return unsafe NumberParser.parse(start, count)
    }
    let text = trimmed
    return unsafe NumberParser.parse(text.start, text.count)
  }
}

/// Parses decimal numbers, correctly rounded to the nearest double.
enum NumberParser {
  /// The powers of ten that a double represents exactly.
  ///
  /// If the digits are an integer below 2⁵³, one division by such a power gives the nearest double
  /// (Clinger 1990).
  static let powers: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  static func parse(_ start: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    var cursor = unsafe start
    let value = unsafe plain(&cursor, before: start + count, point: UInt8(ascii: "."))
    return unsafe value != nil && cursor == start + count ? value : parseSlowly(start, count)
  }

  /// Parses a plain number such as `-12.5`, and moves `cursor` to the first byte after it.
  ///
  /// `point` is a decimal separator that is accepted in addition to `.`; pass `.` for none. The
  /// result is `nil` for other forms (a plus sign, an exponent, too many digits), and `cursor` is
  /// then undefined.
  @inline(__always)
  static func plain(
    _ cursor: inout UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, point: UInt8
  ) -> Double? {
    let isNegative = unsafe cursor < end && cursor.pointee == UInt8(ascii: "-")
    if isNegative { unsafe cursor += 1 }
    var mantissa: UInt64 = 0
    var digits = unsafe appendDigits(&cursor, before: end, &mantissa)
    var fraction = 0
    if unsafe cursor < end, unsafe cursor.pointee == UInt8(ascii: ".") || cursor.pointee == point {
      let isPoint = unsafe cursor.pointee == UInt8(ascii: ".")
      unsafe cursor += 1
      fraction = unsafe appendDigits(&cursor, before: end, &mantissa)
      guard isPoint || fraction > 0 else { return nil }
      digits += fraction
    }
    guard digits > 0, digits <= 18, mantissa < 1 << 53 else { return nil }
    let value = Double(mantissa) / powers[fraction]
    return isNegative ? -value : value
  }

  @inline(__always)
  private static func appendDigits(
    _ cursor: inout UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>,
    _ mantissa: inout UInt64
  ) -> Int {
    let first = unsafe cursor
    while unsafe cursor < end, unsafe cursor.pointee &- 48 < 10 {
      mantissa = unsafe mantissa &* 10 &+ UInt64(cursor.pointee &- 48)
      unsafe cursor += 1
    }
    return unsafe cursor - first
  }

  /// Parses exponents, long fractions and other rare forms with strtod(3).
  private static func parseSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) -> Double? {
    guard (1..<400).contains(count) else { return nil }
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
