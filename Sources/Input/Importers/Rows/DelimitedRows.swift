import Foundation

/// Rows of a text with a header: cells between commas, tabs or semicolons (RFC 4180: cells in
/// quotes may hold these, line ends and doubled quotes), as MySQL writes them too, where a mark, a
/// quote and a line end within a cell stand behind a backslash.
final class DelimitedRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  private(set) var cells: [Bytes] = []
  private(set) var line = 1
  /// Where the rows come from; whole ones may be taken there.
  var lines: LineReader
  /// The mark between two cells.
  private(set) var delimiter: UInt8 = UInt8(ascii: ",")
  /// How many cells a row has, for messages.
  private var form: String
  /// Whether the last row was split at those marks alone that do not stand behind a backslash.
  private var isEscaped = false

  /// Opens a table whose header is its first row, or that which `isHeader` finds behind lines of
  /// another kind; the refusal names the column that a person named and it must have.
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
      // iMotions puts a block of such lines before its table, as long as its study has sensors.
      if text.count == 0 { continue }
      guard unsafe memchr(text.start, 0x0D, text.count) == nil else {
        throw ImportError(
          of: file, line: passed, "some lines end in CR alone",
          "save it with the line ends of Unix or Windows")
      }
      let header = HeaderLine(text.array)
      let names = header.names
      let isComment = text[0] == UInt8(ascii: "#")
      // Logs begin with a few lines about themselves; further down there is no header. Only of
      // those that begin with # there may be many, as iMotions writes them.
      if isComment { comments += 1 }
      if first.isEmpty, !isComment { first = names }
      guard isHeader(names) else {
        if passed - comments < 60 { continue }
        break
      }
      delimiter = header.delimiter
      self.names = names
      form = "the header has \(names.count); quote cells with the delimiter"
      line = lines.line
      return
    }
    guard passed > 0 else {
      throw ImportError(of: file, "the file is empty", "the first row names the columns")
    }
    // What is no header may be a row of somebody: its cells are not repeated.
    let missing = wanted.map { "no column '\($0)'" } ?? "no row names the column of times"
    let hasNames = TableColumns.areNames(first)
    throw ImportError(
      of: file, line: 1, hasNames ? missing : "the first row names no columns",
      hasNames
        ? "it has \(TableColumns.list(first)); --map time=COLUMN:UNIT"
        : "put a row with the names of the columns before it")
  }

  /// Opens rows without a header, whose columns have these names; of none any number will do.
  init(headless source: ByteSource, delimiter: UInt8, names: [String] = []) throws(ImportError) {
    file = source.file
    lines = try LineReader(source)
    self.delimiter = delimiter
    self.names = names
    form = "its sidecar names \(names.count) columns"
  }

  func next() throws(ImportError) -> Bool {
    guard let text = try lines.nextFilled() else { return false }
    line = lines.line
    isEscaped = false
    if unsafe memchr(text.start, 0x22, text.count) != nil {
      try splitQuoted(text)
    } else {
      split(text)
      // What would be refused may be a row of MySQL's, with marks that part nothing.
      if !isWhole, unsafe memchr(text.start, 0x5C, text.count) != nil { try splitEscaped(text) }
    }
    if isWhole { return true }
    throw failure(cells.count == 1 ? "1 cell in a row" : "\(cells.count) cells in a row", form)
  }

  /// Whether the row has as many cells as the header; some tools end every line with the mark.
  private var isWhole: Bool {
    if !names.isEmpty, cells.count == names.count + 1, cells.last?.count == 0 {
      cells.removeLast()
    }
    return names.isEmpty || cells.count == names.count
  }

  /// The text of a cell; between tabs a backslash is doubled (`mysql --batch`, `INTO OUTFILE`).
  func text(of cell: Bytes) -> String? {
    guard isEscaped || delimiter == UInt8(ascii: "\t"),
      unsafe memchr(cell.start, 0x5C, cell.count) != nil
    else { return cell.text }
    guard isEscaped else { return cell.text?.replacing(#"\\"#, with: #"\"#) }
    return cell.text?.replacing(/\\(.)/.dotMatchesNewlines()) { $0.1 }
  }

  /// Splits a row at every mark, or where it `isEscaped` at those that stand behind no backslash.
  private func split(_ text: Bytes) {
    let count = fill(text)
    guard count != cells.count else { return }
    while cells.count < count { cells.append(.empty) }
    cells.removeLast(cells.count - count)
    _ = fill(text)
  }

  /// Writes the cells of a row over those of the one before, as far as that has as many: to append
  /// each would make reading a third slower.
  ///
  /// - Returns: how many the row has.
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

  /// Splits a row with backslashes; one at the end of the line takes the next line in.
  private func splitEscaped(_ text: Bytes) throws(ImportError) {
    var text = text
    while text.endsInEscape, let more = try lines.extend() { text = more }
    isEscaped = true
    split(text)
  }

  /// Splits a row with quotes, which are taken out in place; one that is open at the end of the
  /// line takes the next line in.
  ///
  /// A quote behind a backslash is text, unless the cell ends with it: `"C:\"` is a whole cell.
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
            // In the place of the backslash.
            write -= 1
          } else if isOpen, next == 0x22 {
            // Of two the first is text.
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
        throw failure("the file ends inside a quoted cell", "copy the file again, whole")
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
  /// Whether the last byte is a backslash that no other stands for.
  fileprivate var endsInEscape: Bool {
    var count = 0
    while count < self.count, self[self.count - 1 - count] == 0x5C { count += 1 }
    return !count.isMultiple(of: 2)
  }
}
