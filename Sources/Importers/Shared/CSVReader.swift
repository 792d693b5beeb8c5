/// Reads comma-separated rows (RFC 4180: cells in quotes may hold commas, line ends and doubled
/// quotes) from a stream; one row is in memory at a time.
struct CSVReader {
  private static let longestCell = 256 << 20

  private let source: ByteSource
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  private var position = 0
  private var end = 0
  private var nextLine = 1

  /// The line on which the last row began, from 1.
  private(set) var line = 1

  init(_ source: ByteSource) { self.source = source }

  /// A refusal at the last row.
  func failure(_ problem: String, _ remedy: String) -> ImportError {
    ImportError(.badData, file: source.file, line: line, problem: problem, remedy: remedy)
  }

  /// The cells of the next row that is not empty; `nil` at the end.
  mutating func nextRow() throws(ImportError) -> [[UInt8]]? {
    while let row = try row() {
      if row.count > 1 || row.first?.isEmpty == false { return row }
    }
    return nil
  }

  private mutating func row() throws(ImportError) -> [[UInt8]]? {
    line = nextLine
    guard try next(peeking: true) != nil else { return nil }
    var cells: [[UInt8]] = []
    while true {
      let (cell, isLast) = try cell()
      cells.append(cell)
      if isLast { return cells }
    }
  }

  private mutating func cell() throws(ImportError) -> (bytes: [UInt8], isLast: Bool) {
    var bytes: [UInt8] = []
    var isQuoted = false
    while let byte = try next() {
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          bytes.append(byte)
        } else if try next(peeking: true) == UInt8(ascii: "\"") {
          bytes.append(byte)
          _ = try next()
        } else {
          isQuoted = false
        }
        guard bytes.count <= Self.longestCell else {
          throw failure("a cell longer than 256 MB", "check for a quote that never closes")
        }
      } else if byte == UInt8(ascii: ",") {
        return (bytes, false)
      } else if byte == UInt8(ascii: "\n") {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return (bytes, true)
      } else if byte == UInt8(ascii: "\""), bytes.isEmpty {
        isQuoted = true
      } else {
        bytes.append(byte)
      }
    }
    guard !isQuoted else {
      throw failure("the file ends inside a quoted cell", "copy the file again, whole")
    }
    return (bytes, true)
  }

  private mutating func next(peeking: Bool = false) throws(ImportError) -> UInt8? {
    if position == end {
      let count = try buffer.withUnsafeMutableBufferPointer { bytes throws(ImportError) in
        try source.read(into: UnsafeMutableRawBufferPointer(bytes))
      }
      position = 0
      end = count
      if count == 0 { return nil }
    }
    let byte = buffer[position]
    if !peeking {
      position += 1
      if byte == UInt8(ascii: "\n") { nextLine += 1 }
    }
    return byte
  }
}
