import Foundation

/// The cells of one plain row: numbers read, names found, all else passed over.
///
/// Plain is a row of as many cells as the header has, without quotes, in which every cell that is
/// wanted as a number is one that `PlainNumber` reads, or empty, or `nan`.
struct PlainRow: ~Copyable {
  /// What a column is read as.
  enum Kind: UInt8 { case passed, number, text }

  private let kinds: UnsafeMutablePointer<Kind>
  private let count: Int
  private let delimiter: UInt8
  /// The decimal mark beside `.`.
  private let point: UInt8
  private let delimiters: UInt64
  /// The numbers, by column; not a number where the cell tells none.
  let numbers: UnsafeMutablePointer<Double>
  /// The cells of text, by column; valid as long as the bytes that were read.
  let texts: UnsafeMutablePointer<Bytes>

  init(_ kinds: [Kind], delimiter: UInt8) {
    count = kinds.count
    self.kinds = .allocate(capacity: count)
    self.kinds.initialize(from: kinds, count: count)
    numbers = .allocate(capacity: count)
    numbers.initialize(repeating: .nan, count: count)
    texts = .allocate(capacity: count)
    let empty: StaticString = ""
    texts.initialize(repeating: Bytes(start: empty.utf8Start, count: 0), count: count)
    self.delimiter = delimiter
    delimiters = Self.everywhere(delimiter)
    point = delimiter == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
  }

  deinit {
    kinds.deallocate()
    numbers.deallocate()
    texts.deallocate()
  }

  /// Reads the row that begins at `start`.
  ///
  /// - Returns: where the next row begins; `nil` where this one is not plain, or not whole before
  ///   `end`, behind which `LineReader.slack` bytes must be readable.
  @inline(__always)
  func read(
    _ start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var cursor = start
    for column in 0..<count {
      guard cursor < end else { return nil }
      switch kinds[column] {
      case .number: guard number(column, &cursor) else { return nil }
      case .text: guard text(column, &cursor, end) else { return nil }
      case .passed:
        guard let stop = stop(cursor, end) else { return nil }
        cursor = stop
      }
      if column + 1 < count {
        guard cursor.pointee == delimiter else { return nil }
        cursor += 1
      }
    }
    if cursor.pointee == 0x0D { cursor += 1 }
    guard cursor < end, cursor.pointee == 0x0A else { return nil }
    return cursor + 1
  }

  @inline(__always)
  private func number(_ column: Int, _ cursor: inout UnsafePointer<UInt8>) -> Bool {
    let start = cursor
    if let value = PlainNumber.read(&cursor, point: point) {
      numbers[column] = value
      return true
    }
    cursor = start
    guard tellsNone(&cursor) else { return false }
    numbers[column] = .nan
    return true
  }

  /// Passes over a cell that is empty or `nan`, in any case.
  private func tellsNone(_ cursor: inout UnsafePointer<UInt8>) -> Bool {
    let isNotANumber =
      cursor[0] | 0x20 == UInt8(ascii: "n") && cursor[1] | 0x20 == UInt8(ascii: "a")
      && cursor[2] | 0x20 == UInt8(ascii: "n")
    if isNotANumber { cursor += 3 }
    return cursor.pointee == delimiter || cursor.pointee == 0x0A || cursor.pointee == 0x0D
  }

  @inline(__always)
  private func text(
    _ column: Int, _ cursor: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> Bool {
    guard let stop = stop(cursor, end) else { return false }
    var length = cursor.distance(to: stop)
    // The last cell of a line that ends in both marks.
    if stop.pointee == 0x0A, length > 0, stop[-1] == 0x0D { length -= 1 }
    texts[column] = Bytes(start: cursor, count: length)
    cursor = stop
    return true
  }

  /// Where a cell of any text ends; `nil` where a quote comes first, or nothing before `end`.
  @inline(__always)
  private func stop(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var cursor = start
    while cursor < end {
      let text = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self).littleEndian
      let hits =
        Self.zeros(text ^ delimiters) | Self.zeros(text ^ Self.everywhere(0x0A))
        | Self.zeros(text ^ Self.everywhere(0x22))
      guard hits != 0 else {
        cursor += 8
        continue
      }
      cursor += hits.trailingZeroBitCount / 8
      return cursor.pointee == 0x22 ? nil : cursor
    }
    return nil
  }

  /// The high bit of the first byte that is zero, and perhaps of some behind it.
  @inline(__always)
  private static func zeros(_ bytes: UInt64) -> UInt64 {
    (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private static func everywhere(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
