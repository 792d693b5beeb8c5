import Foundation

/// A fast parser for one simple row of a table.
///
/// A row is simple if it has as many cells as the header, no quotes, and only plain numbers in
/// number columns. A plain number is empty, `nan`, or accepted by `NumberParser.plain`. Other
/// columns are kept as bytes.
struct SimpleRowParser {
  private let areNumbers: [Bool]
  private let delimiter: UInt8
  /// A decimal separator that is accepted in addition to `.`.
  private let point: UInt8
  /// Numbers by column; NaN for an empty cell, and in other columns.
  private(set) var numbers: [Double]
  /// Other cells by column, valid as long as the buffer that was read.
  private(set) var texts: [Bytes]

  init(areNumbers: [Bool], delimiter: UInt8) {
    self.areNumbers = areNumbers
    numbers = Array(repeating: .nan, count: areNumbers.count)
    texts = Array(repeating: .empty, count: areNumbers.count)
    self.delimiter = delimiter
    point = delimiter == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
  }

  /// Reads the row at `start`, and returns the start of the next row; `nil` if this row is not
  /// simple, or not complete before `end`.
  ///
  /// `StreamBuffer.slack` bytes after `end` must be readable.
  @inline(__always)
  mutating func read(
    _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var cursor = unsafe start
    for column in areNumbers.indices {
      guard unsafe cursor < end else { return nil }
      let isPlain =
        unsafe areNumbers[column] ? number(column, &cursor, end) : text(column, &cursor, end)
      guard isPlain else { return nil }
      if column + 1 < areNumbers.count {
        guard unsafe cursor.pointee == delimiter else { return nil }
        unsafe cursor += 1
      }
    }
    if unsafe cursor.pointee == 0x0D { unsafe cursor += 1 }
    guard unsafe cursor < end, unsafe cursor.pointee == 0x0A else { return nil }
    return unsafe cursor + 1
  }

  @inline(__always)
  private mutating func number(
    _ column: Int, _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    let start = unsafe cursor
    if let value = unsafe NumberParser.plain(&cursor, before: end, point: point) {
      numbers[column] = value
      return true
    }
    unsafe cursor = unsafe start
    guard unsafe skipMissingNumber(&cursor) else { return false }
    numbers[column] = .nan
    return true
  }

  /// Skips `nan` in any case, and returns whether the cell ends there.
  private func skipMissingNumber(_ cursor: inout UnsafePointer<UInt8>) -> Bool {
    let isNotANumber =
      unsafe cursor[0] | 0x20 == UInt8(ascii: "n") && cursor[1] | 0x20 == UInt8(ascii: "a")
      && cursor[2] | 0x20 == UInt8(ascii: "n")
    if isNotANumber { unsafe cursor += 3 }
    return unsafe cursor.pointee == delimiter || cursor.pointee == 0x0A || cursor.pointee == 0x0D
  }

  /// Reads a text cell; returns `false` if it has a quote or does not end before `end`.
  @inline(__always)
  private mutating func text(
    _ column: Int, _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    let start = unsafe cursor
    while unsafe cursor < end, unsafe cursor.pointee != delimiter, unsafe cursor.pointee != 0x0A {
      if unsafe cursor.pointee == 0x22 { return false }
      unsafe cursor += 1
    }
    var length = unsafe cursor - start
    // This is the last cell of a line that ends with CR LF.
    if unsafe cursor.pointee == 0x0A, length > 0, unsafe cursor[-1] == 0x0D { length -= 1 }
    texts[column] = unsafe Bytes(start: start, count: length)
    return unsafe cursor < end
  }
}
