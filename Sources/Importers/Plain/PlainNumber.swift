/// Plain decimal numbers, `-12.5`, eight digits at a time.
///
/// What it reads it reads as `NumberParser` does, to the last bit; signs of plus, exponents, more
/// digits than a double holds and spaces it leaves to that.
enum PlainNumber {
  /// Bytes behind a number's first that may be looked at.
  static let reach = 48

  /// Powers of ten as whole numbers.
  private static let scales: InlineArray<9, UInt64> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]

  /// Reads a number.
  ///
  /// - Parameters:
  ///   - cursor: where it begins; afterwards, the byte behind it. `reach` bytes must be readable.
  ///   - point: the mark between whole and fraction beside `.`; `.` for no other.
  /// - Returns: the number; `nil` for what is not plain, and the cursor may be anywhere then.
  @inline(__always)
  static func read(_ cursor: inout UnsafePointer<UInt8>, point: UInt8) -> Double? {
    let isNegative = unsafe cursor.pointee == UInt8(ascii: "-")
    if isNegative { unsafe cursor += 1 }
    var number = (mantissa: UInt64(0), digits: 0)
    unsafe take(&cursor, &number)
    var fraction = 0
    if unsafe cursor.pointee == UInt8(ascii: ".") || cursor.pointee == point {
      let isPoint = unsafe cursor.pointee == UInt8(ascii: ".")
      unsafe cursor += 1
      let whole = number.digits
      unsafe take(&cursor, &number)
      fraction = number.digits - whole
      guard isPoint || fraction > 0 else { return nil }
    }
    guard number.digits > 0, number.digits <= 18, number.mantissa < 1 << 53, fraction <= 16 else {
      return nil
    }
    let value = Double(number.mantissa) / NumberParser.powers[fraction]
    return isNegative ? -value : value
  }

  /// Takes up to sixteen digits in behind those that are there.
  @inline(__always)
  private static func take(
    _ cursor: inout UnsafePointer<UInt8>, _ number: inout (mantissa: UInt64, digits: Int)
  ) {
    guard unsafe eight(&cursor, &number) == 8, unsafe eight(&cursor, &number) == 8 else { return }
    // A seventeenth digit: too many for this reader, which the count then says.
    if unsafe cursor.pointee &- 48 < 10 { number.digits += 100 }
  }

  /// Takes up to eight digits in, at once (after Lemire 2018, "Quickly parsing eight digits").
  @inline(__always)
  private static func eight(
    _ cursor: inout UnsafePointer<UInt8>, _ number: inout (mantissa: UInt64, digits: Int)
  ) -> Int {
    let text = unsafe UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self).littleEndian
    let digits = text ^ 0x3030_3030_3030_3030
    // The high bit of every byte above 9; what it carries into lies behind the first such byte.
    let others = (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
    let count = others.trailingZeroBitCount / 8
    // Shifted up behind zeros, fewer than eight digits are read as eight.
    var value = digits << UInt64(64 - 8 * count)
    value = (value &* 10 &+ value &>> 8) & 0x00FF_00FF_00FF_00FF
    value = (value &* 100 &+ value &>> 16) & 0x0000_FFFF_0000_FFFF
    value = (value &* 10_000 &+ value &>> 32) & 0xFFFF_FFFF
    number.mantissa = number.mantissa &* scales[count] &+ value
    number.digits += count
    unsafe cursor += count
    return count
  }
}
