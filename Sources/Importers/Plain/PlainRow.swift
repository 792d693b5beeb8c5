import Foundation

/// The cells of one plain row: numbers read, names found, all else passed over.
///
/// Plain is a row of as many cells as the header has, without quotes, in which every cell that is
/// wanted as a number is one that `NumberParser.plain` reads, or empty, or `nan`.
struct PlainRow {
  /// What a column is read as.
  enum Kind: UInt8 { case passed, number, text }

  private let kinds: [Kind]
  private let delimiter: UInt8
  /// The decimal mark beside `.`.
  private let point: UInt8
  /// The numbers, by column; not a number where the cell tells none.
  private(set) var numbers: [Double]
  /// The cells of text, by column; valid as long as the bytes that were read.
  private(set) var texts: [Bytes]

  init(_ kinds: [Kind], delimiter: UInt8) {
    self.kinds = kinds
    numbers = Array(repeating: .nan, count: kinds.count)
    texts = Array(repeating: .empty, count: kinds.count)
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
    for column in kinds.indices {
      guard unsafe cursor < end else { return nil }
      switch kinds[column] {
      case .number: guard unsafe number(column, &cursor, end) else { return nil }
      case .text: guard unsafe text(column, &cursor, end) else { return nil }
      case .passed:
        guard let stop = unsafe stop(cursor, end) else { return nil }
        unsafe cursor = unsafe stop
      }
      if column + 1 < kinds.count {
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

  @inline(__always)
  private mutating func text(
    _ column: Int, _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    guard let stop = unsafe stop(cursor, end) else { return false }
    var length = unsafe cursor.distance(to: stop)
    // The last cell of a line that ends in CR LF.
    if unsafe stop.pointee == 0x0A, length > 0, unsafe stop[-1] == 0x0D { length -= 1 }
    texts[column] = unsafe Bytes(start: cursor, count: length)
    unsafe cursor = unsafe stop
    return true
  }

  /// Where a cell of any text ends; `nil` where a quote comes first, or nothing before `end`.
  @inline(__always)
  private func stop(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var cursor = unsafe start
    while unsafe cursor < end {
      let byte = unsafe cursor.pointee
      if byte == delimiter || byte == 0x0A { return unsafe cursor }
      if byte == 0x22 { return nil }
      unsafe cursor += 1
    }
    return nil
  }
}
