import Foundation

/// Rows of a text with a header: cells between commas, tabs or semicolons (RFC 4180: cells in
/// quotes may hold these, line ends and doubled quotes).
final class DelimitedRows: RowSource {
  private var lines: LineReader
  /// The mark between two cells.
  let delimiter: UInt8

  /// Opens a table whose header is its first row.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - wanted: the column that a person named and a header must have, for the refusal.
  ///   - isHeader: finds the header where lines of another kind stand before it.
  /// - Throws: `ImportError` when there is no header.
  init(
    _ source: ByteSource, wanted: String? = nil, isHeader: ([String]) -> Bool = { _ in true }
  ) throws(ImportError) {
    lines = try LineReader(source)
    var passed = 0
    var first: [String] = []
    while let text = try lines.next() {
      passed += 1
      guard text.count > 0 else { continue }
      guard unsafe memchr(text.start, 0x0D, text.count) == nil else {
        throw ImportError(
          .badData, file: source.file, line: passed, problem: "the lines end in CR alone",
          remedy: "save it with the line ends of Unix or Windows")
      }
      let mark = Self.delimiter(of: text)
      var cells: [Bytes] = []
      Self.split(text, mark, into: &cells)
      let names = cells.map(Self.name)
      // Logs begin with a few lines about themselves; further down there is no header.
      if first.isEmpty { first = names }
      guard isHeader(names) else {
        if passed < 60 { continue }
        break
      }
      delimiter = mark
      super.init(file: source.file)
      self.names = names
      line = lines.line
      return
    }
    guard passed > 0 else {
      throw ImportError(
        .badData, file: source.file, problem: "the file is empty",
        remedy: "the first row names the columns")
    }
    // What is no header may be a row of somebody: its cells are not repeated.
    let missing = wanted.map { "no column '\($0)'" } ?? "no row names the column of times"
    let hasNames = TableColumns.areNames(first)
    throw ImportError(
      .badData, file: source.file, line: 1,
      problem: hasNames ? missing : "the first row names no columns",
      remedy: hasNames
        ? "it has \(TableColumns.list(first)); --map time=COLUMN:UNIT"
        : "put a row with the names of the columns before it")
  }

  /// Opens rows without a header.
  init(headless source: ByteSource, delimiter: UInt8) throws(ImportError) {
    lines = try LineReader(source)
    self.delimiter = delimiter
    super.init(file: source.file)
  }

  override func next() throws(ImportError) -> Bool {
    while let text = try lines.nextFilled() {
      line = lines.line
      if fill(text) { return true }
      cells.removeAll(keepingCapacity: true)
      if unsafe memchr(text.start, 0x22, text.count) == nil {
        Self.split(text, delimiter, into: &cells)
      } else {
        try splitQuoted(text)
      }
      guard !names.isEmpty, cells.count != names.count else { return true }
      // Some tools end every line with the delimiter.
      if cells.count == names.count + 1, cells.last?.count == 0 {
        cells.removeLast()
        return true
      }
      let count = cells.count == 1 ? "1 cell" : "\(cells.count) cells"
      throw failure(
        "\(count) in a row", "the header has \(names.count); quote cells with the delimiter")
    }
    return false
  }

  /// What was read and not yet given as rows (`LineReader.pending`).
  var pending: (start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) { unsafe lines.pending }

  /// Passes over whole rows of what is pending, a line each.
  func pass(to next: UnsafePointer<UInt8>, rows count: Int) {
    unsafe lines.pass(to: next, lines: count)
  }

  /// Splits a plain row, of as many cells as the row before, in the place of that one.
  ///
  /// - Returns: `false` for any other row; the cells are those of neither then.
  private func fill(_ text: Bytes) -> Bool {
    guard !names.isEmpty, cells.count == names.count else { return false }
    let mark = delimiter
    return unsafe cells.withUnsafeMutableBufferPointer { cells in
      var first = unsafe text.start
      let last = unsafe text.start + text.count
      var cursor = unsafe first
      var count = 0
      while unsafe cursor < last {
        if unsafe cursor.pointee == mark {
          guard count + 1 < cells.count else { return false }
          unsafe cells[count] = unsafe Bytes(start: first, count: cursor - first)
          count += 1
          unsafe first = unsafe cursor + 1
        } else if unsafe cursor.pointee == 0x22 {
          return false
        }
        unsafe cursor += 1
      }
      unsafe cells[count] = unsafe Bytes(start: first, count: last - first)
      return count + 1 == cells.count
    }
  }

  private static func split(_ text: Bytes, _ mark: UInt8, into cells: inout [Bytes]) {
    var first = unsafe text.start
    let last = unsafe text.start + text.count
    var cursor = unsafe first
    while unsafe cursor < last {
      if unsafe cursor.pointee == mark {
        unsafe cells.append(Bytes(start: first, count: cursor - first))
        unsafe first = unsafe cursor + 1
      }
      unsafe cursor += 1
    }
    unsafe cells.append(Bytes(start: first, count: last - first))
  }

  /// Splits a row with quotes, which are taken out in place.
  private func splitQuoted(_ text: Bytes) throws(ImportError) {
    // A quote that is open at the end of the line takes the next line in.
    var count = text.count
    var quotes = 0
    var counted = 0
    while true {
      let start = unsafe lines.mutableStart
      while counted < count {
        if unsafe start[counted] == 0x22 { quotes += 1 }
        counted += 1
      }
      if quotes.isMultiple(of: 2) { break }
      guard let more = try lines.extend() else {
        throw failure("the file ends inside a quoted cell", "copy the file again, whole")
      }
      count = more.count
    }
    unsafe unquote(lines.mutableStart, count)
  }

  private func unquote(_ row: UnsafeMutablePointer<UInt8>, _ count: Int) {
    var write = 0
    var first = 0
    var isQuoted = false
    var index = 0
    while index < count {
      let byte = unsafe row[index]
      if byte == 0x22 {
        if isQuoted, index + 1 < count, unsafe row[index + 1] == 0x22 {
          unsafe row[write] = byte
          write += 1
          index += 1
        } else {
          isQuoted.toggle()
        }
      } else if byte == delimiter, !isQuoted {
        unsafe cells.append(Bytes(start: row + first, count: write - first))
        // The place of the delimiter stays free, so that cells never touch.
        write += 1
        first = write
      } else {
        unsafe row[write] = byte
        write += 1
      }
      index += 1
    }
    unsafe cells.append(Bytes(start: row + first, count: write - first))
  }

  /// The mark that stands most often in a line, outside quotes.
  static func delimiter(of text: Bytes) -> UInt8 {
    var counts = (comma: 0, tab: 0, semicolon: 0)
    var isQuoted = false
    for index in 0..<text.count {
      switch unsafe text.start[index] {
      case 0x22: isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: counts.comma += 1
      case UInt8(ascii: "\t") where !isQuoted: counts.tab += 1
      case UInt8(ascii: ";") where !isQuoted: counts.semicolon += 1
      default: continue
      }
    }
    if counts.tab > 0, counts.tab >= counts.comma { return UInt8(ascii: "\t") }
    return counts.semicolon > counts.comma ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }

  private static func name(_ cell: Bytes) -> String {
    let bytes = unsafe UnsafeBufferPointer(start: cell.start, count: cell.count)
    return unsafe String(decoding: bytes, as: UTF8.self).trimmingCharacters(
      in: CharacterSet(charactersIn: " \t\"\u{FEFF}"))
  }
}
