import Foundation

/// The cells of one plain row: numbers read, names found, all else passed over.
///
/// Plain is a row of as many cells as the header has, without quotes, in which every cell that is
/// wanted as a number is one that `NumberParser.plain` reads, or empty, or `nan`.
struct PlainRow {
  /// Whether each column is read as a number.
  private let areNumbers: [Bool]
  private let delimiter: UInt8
  /// The decimal mark beside `.`.
  private let point: UInt8
  /// The numbers, by column; not a number where the cell tells none.
  private(set) var numbers: [Double]
  /// The other cells, by column; valid as long as the bytes that were read.
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
  /// - Returns: where the next row begins; `nil` where this one is not plain, or not whole before
  ///   `end`, behind which `ByteWindow.slack` bytes must be readable.
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
    guard unsafe tellsNone(&cursor) else { return false }
    numbers[column] = .nan
    return true
  }

  /// Passes over a cell that is empty or `nan`, in any case.
  private func tellsNone(_ cursor: inout UnsafePointer<UInt8>) -> Bool {
    let isNotANumber =
      unsafe cursor[0] | 0x20 == UInt8(ascii: "n") && cursor[1] | 0x20 == UInt8(ascii: "a")
      && cursor[2] | 0x20 == UInt8(ascii: "n")
    if isNotANumber { unsafe cursor += 3 }
    return unsafe cursor.pointee == delimiter || cursor.pointee == 0x0A || cursor.pointee == 0x0D
  }

  /// Takes a cell of any text; `false` where a quote comes first, or its end not before `end`.
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
