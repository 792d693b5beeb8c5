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

  /// The same of `bytes` in small letters, whichever the case of these.
  @inline(__always)
  func equalLowercased(_ bytes: [UInt8]) -> Bool {
    count == bytes.count
      && bytes.indices.allSatisfy { bytes[$0] == self[$0] | (self[$0] &- 65 < 26 ? 0x20 : 0) }
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
    var cursor = unsafe start
    let value = unsafe plain(&cursor, before: start + count, point: UInt8(ascii: "."))
    return unsafe value != nil && cursor == start + count ? value : parseSlowly(start, count)
  }

  /// Reads a plain number, `-12.5`, that may go on as anything.
  ///
  /// - Parameters:
  ///   - cursor: where it begins; afterwards, the byte behind it.
  ///   - end: where what may be read ends.
  ///   - point: the mark between whole and fraction beside `.`; `.` for no other.
  /// - Returns: the number; `nil` for what is not plain (signs of plus, more digits than a double
  ///   holds), and the cursor may be anywhere then.
  @inline(__always)
  static func plain(
    _ cursor: inout UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>, point: UInt8
  ) -> Double? {
    let isNegative = unsafe cursor < end && cursor.pointee == UInt8(ascii: "-")
    if isNegative { unsafe cursor += 1 }
    var mantissa: UInt64 = 0
    var digits = unsafe take(&cursor, before: end, &mantissa)
    var fraction = 0
    if unsafe cursor < end, unsafe cursor.pointee == UInt8(ascii: ".") || cursor.pointee == point {
      let isPoint = unsafe cursor.pointee == UInt8(ascii: ".")
      unsafe cursor += 1
      fraction = unsafe take(&cursor, before: end, &mantissa)
      guard isPoint || fraction > 0 else { return nil }
      digits += fraction
    }
    guard digits > 0, digits <= 18, mantissa < 1 << 53 else { return nil }
    let value = Double(mantissa) / powers[fraction]
    return isNegative ? -value : value
  }

  /// Takes digits in behind those that are there; how many.
  @inline(__always)
  private static func take(
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

  /// Exponents, long fractions and anything odd, by the C library.
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
