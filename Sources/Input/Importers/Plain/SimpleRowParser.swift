import Foundation

/// A fast parser for one simple row of a table.
///
/// A row is simple if it has as many cells as the header, no quotes, and every number column is
/// parsed by `NumberParser.plain`, empty, or `nan`. Other columns are kept as bytes.
struct SimpleRowParser {
  /// Whether each column is read as a number.
  private let areNumbers: [Bool]
  private let delimiter: UInt8
  /// A decimal separator that is accepted in addition to `.`.
  private let point: UInt8
  /// Numbers by column.
  ///
  /// NaN for an empty cell, and in columns that are not numbers.
  private(set) var numbers: [Double]
  /// Other cells by column.
  ///
  /// Valid as long as the buffer that was read.
  private(set) var texts: [Bytes]

  init(areNumbers: [Bool], delimiter: UInt8) {
    self.areNumbers = areNumbers
    numbers = Array(repeating: .nan, count: areNumbers.count)
    texts = Array(repeating: .empty, count: areNumbers.count)
    self.delimiter = delimiter
    point = delimiter == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
  }

  /// Reads the row that begins at `start`.
  ///
  /// - Returns: the start of the next row. `nil` if this row is not simple, or is not complete
  ///   before `end`. After `end`, `StreamBuffer.slack` bytes must be readable.
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

  /// Skips `nan` in any case, and returns whether the cell ends here.
  private func skipMissingNumber(_ cursor: inout UnsafePointer<UInt8>) -> Bool {
    let isNotANumber =
      unsafe cursor[0] | 0x20 == UInt8(ascii: "n") && cursor[1] | 0x20 == UInt8(ascii: "a")
      && cursor[2] | 0x20 == UInt8(ascii: "n")
    if isNotANumber { unsafe cursor += 3 }
    return unsafe cursor.pointee == delimiter || cursor.pointee == 0x0A || cursor.pointee == 0x0D
  }

  /// Reads a text cell.
  ///
  /// Returns `false` if it contains a quote or does not end before `end`.
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
    // The last cell of a line that ends in CR LF.
    if unsafe cursor.pointee == 0x0A, length > 0, unsafe cursor[-1] == 0x0D { length -= 1 }
    texts[column] = unsafe Bytes(start: start, count: length)
    return unsafe cursor < end
  }
}
