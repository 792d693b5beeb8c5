import Foundation

/// Reads delimited text with a header: comma, tab or semicolon.
///
/// Quoted cells follow RFC 4180: they may contain delimiters, line ends and doubled quotes. MySQL's
/// format with backslashes as escapes is accepted too.
final class DelimitedRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  private(set) var cells: [Bytes] = []
  private(set) var line = 1
  /// The lines of the text, from which the fast path reads whole rows.
  var lines: LineReader
  private(set) var delimiter: UInt8 = UInt8(ascii: ",")
  /// The expected number of cells per row, for messages.
  private var expectedForm: String
  /// Whether the last row was split with backslashes as escapes.
  private var isEscaped = false

  /// Opens a table, whose header is the first row that `isHeader`; errors name column `wanted`.
  init(
    _ source: ByteSource, wanted: String? = nil, isHeader: ([String]) -> Bool = { _ in true }
  ) throws(ImportError) {
    file = source.file
    lines = try LineReader(source)
    var passed = 0
    var comments = 0
    var first: [String] = []
    while let text = try lines.next() {
      passed += 1
      // iMotions writes comment lines before the table; their number depends on the study.
      if text.count == 0 { continue }
      guard unsafe memchr(text.start, 0x0D, text.count) == nil else {
        throw ImportError(
          of: file, line: passed, "some lines end with CR only",
          "save the file with Unix or Windows line ends")
      }
      let header = HeaderLine(text.array)
      let names = header.names
      let isComment = text[0] == UInt8(ascii: "#")
      // Search for the header only in the first 60 lines, without lines that start with #.
      if isComment { comments += 1 }
      if first.isEmpty, !isComment { first = names }
      guard isHeader(names) else {
        if passed - comments < 60 { continue }
        break
      }
      delimiter = header.delimiter
      self.names = names
      expectedForm = "the header has \(names.count); quote cells that contain the delimiter"
      line = lines.line
      return
    }
    guard passed > 0 else {
      throw ImportError(
        of: file, "the file is empty", "the first row must contain the names of the columns")
    }
    // Do not repeat cells of the first row unless they look like column names: they may be personal
    // data.
    let missing = wanted.map { "there is no column '\($0)'" } ?? "there is no time column"
    let hasNames = TableColumns.canBeColumnNames(first)
    throw ImportError(
      of: file, line: 1, hasNames ? missing : "the first row does not contain column names",
      hasNames
        ? "columns are \(TableColumns.list(first)); use --map time=COLUMN:UNIT"
        : "add a first row with the names of the columns")
  }

  /// Opens rows without a header; with empty `names`, rows may have any number of cells.
  init(headless source: ByteSource, delimiter: UInt8, names: [String] = []) throws(ImportError) {
    file = source.file
    lines = try LineReader(source)
    self.delimiter = delimiter
    self.names = names
    expectedForm = "the sidecar has \(names.count) columns"
  }

  func next() throws(ImportError) -> Bool {
    guard let text = try lines.nextFilled() else { return false }
    line = lines.line
    isEscaped = false
    if unsafe memchr(text.start, 0x22, text.count) != nil {
      try splitQuoted(text)
    } else {
      split(text)
      // If the number of cells is wrong, try again with MySQL's escapes.
      if !hasAllCells, unsafe memchr(text.start, 0x5C, text.count) != nil { try splitEscaped(text) }
    }
    if hasAllCells { return true }
    throw failure(
      cells.count == 1 ? "the row has 1 cell" : "the row has \(cells.count) cells", expectedForm)
  }

  /// Whether the row is as long as the header, without an empty last cell, as some tools write.
  private var hasAllCells: Bool {
    if !names.isEmpty, cells.count == names.count + 1, cells.last?.count == 0 { cells.removeLast() }
    return names.isEmpty || cells.count == names.count
  }

  /// The text of a cell without MySQL's escapes.
  ///
  /// With tabs, `\\` represents a backslash (`mysql --batch`, `INTO OUTFILE`).
  func text(of cell: Bytes) -> String? {
    guard isEscaped || delimiter == UInt8(ascii: "\t"),
      unsafe memchr(cell.start, 0x5C, cell.count) != nil
    else { return cell.text }
    guard isEscaped else { return cell.text?.replacing(#"\\"#, with: #"\"#) }
    return cell.text?.replacing(/\\(.)/.dotMatchesNewlines()) { $0.1 }
  }

  private func split(_ text: Bytes) {
    let count = fill(text)
    guard count != cells.count else { return }
    while cells.count < count { cells.append(.empty) }
    cells.removeLast(cells.count - count)
    _ = fill(text)
  }

  /// Replaces the cells, and returns their number; appending each would be a third slower.
  private func fill(_ text: Bytes) -> Int {
    let (mark, isEscaped) = (delimiter, isEscaped)
    return unsafe cells.withUnsafeMutableBufferPointer { cells in
      var first = unsafe text.start
      var cursor = unsafe first
      let end = unsafe first + text.count
      var count = 0
      while unsafe cursor < end {
        if unsafe cursor.pointee == mark {
          if count < cells.count {
            unsafe cells[count] = unsafe Bytes(start: first, count: cursor - first)
          }
          count += 1
          unsafe first = unsafe cursor + 1
        } else if isEscaped, unsafe cursor.pointee == 0x5C {
          unsafe cursor += 1
        }
        unsafe cursor += 1
      }
      if count < cells.count {
        unsafe cells[count] = unsafe Bytes(start: first, count: end - first)
      }
      return count + 1
    }
  }

  /// Splits a row with backslash escapes; a backslash at the end of a line joins the next line.
  private func splitEscaped(_ text: Bytes) throws(ImportError) {
    var text = text
    while text.endsInEscape, let more = try lines.extend() { text = more }
    isEscaped = true
    split(text)
  }

  /// Splits a row with quotes, and removes the quotes in place; an open quote joins the next line.
  ///
  /// A quote after a backslash is text, unless the cell ends with it: `"C:\"` is a complete cell.
  private func splitQuoted(_ text: Bytes) throws(ImportError) {
    var text = text
    var isOpen = false
    var (index, write, backslashes) = (0, 0, 0)
    var ends: [Int] = []
    while true {
      let row = unsafe lines.mutableStart
      while index < text.count {
        let byte = unsafe row[index]
        let isEscaped = !backslashes.isMultiple(of: 2)
        backslashes = byte == 0x5C ? backslashes + 1 : 0
        index += 1
        if byte == 0x22 {
          let next = index < text.count ? unsafe row[index] : delimiter
          if isOpen, isEscaped, next != delimiter, next != 0x0A, next != 0x0D {
            write -= 1
          } else if isOpen, next == 0x22 {
            // A doubled quote represents one quote.
            index += 1
          } else {
            isOpen.toggle()
            continue
          }
        } else if byte == delimiter, !isOpen {
          ends.append(write)
        }
        unsafe row[write] = byte
        write += 1
      }
      guard isOpen else { break }
      guard let more = try lines.extend() else {
        throw failure("the file ends inside a quoted cell", "copy the whole file again")
      }
      text = more
    }
    let row = unsafe Bytes(start: lines.mutableStart, count: write)
    cells.removeAll(keepingCapacity: true)
    for (first, end) in zip([0] + ends.map { $0 + 1 }, ends + [write]) {
      cells.append(row[first..<end])
    }
  }
}

extension Bytes {
  /// Whether the text ends with a backslash that is not itself escaped.
  fileprivate var endsInEscape: Bool {
    var count = 0
    while count < self.count, self[self.count - 1 - count] == 0x5C { count += 1 }
    return !count.isMultiple(of: 2)
  }
}
