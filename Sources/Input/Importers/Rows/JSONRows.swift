/// Rows from JSON objects: JSON Lines, a list, or lists under a key (jsPsych: `webgazer_data`).
final class JSONRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  var cells: [Bytes] { row.cells }
  private(set) var line = 1
  private var reader: JSONReader
  /// The key that contains the rows; `nil` if the top-level objects are the rows.
  private let key: String?
  /// The nested values at the current position, outermost first.
  private var open: [Level] = []
  /// Whether the first row was read but not returned yet.
  private var isFirst = true
  private var addsColumns: Bool
  private let row = CellBuffer()
  private var indices: [String: Int] = [:]
  private(set) var skippedValues = SkipCounts()

  private enum Level {
    /// A list, or an object with numeric keys that represents one.
    case list(isNumbered: Bool, areRows: Bool)
    case object
  }

  /// Opens the rows and reads the first one.
  ///
  /// The source is a file, or a cell of another table. The columns are `names`, or by default the
  /// keys of the first row. Throws if there is no row.
  init(_ source: ByteSource, key: String? = nil, names: [String]? = nil) throws(ImportError) {
    reader = try JSONReader(source, lines: false)
    self.key = key
    file = source.file
    addsColumns = names == nil
    for name in names ?? [] { add(name) }
    guard try advance() else {
      throw ImportError(
        of: file, "the file has no rows",
        "write rows as objects {\"t\":…,\"x\":…}, in a list or one per line")
    }
    addsColumns = false
  }

  /// The keys of all rows; a row may lack some, for example if no face was found.
  static func names(in source: ByteSource, key: String?) throws(ImportError) -> [String] {
    let rows = try JSONRows(source, key: key)
    rows.addsColumns = true
    while try rows.next() {}
    return rows.names
  }

  func next() throws(ImportError) -> Bool {
    defer { isFirst = false }
    return isFirst ? true : try advance()
  }

  private func advance() throws(ImportError) -> Bool {
    while true {
      switch open.last {
      case .list(let isNumbered, let areRows):
        if try isNumbered ? reader.nextKey() != nil : reader.nextElement() {
          if try begin(areRows) { return true }
        } else {
          open.removeLast()
        }
      case .object:
        if let name = try reader.nextKey() {
          if name.text == key, try begin(true) { return true }
        } else {
          open.removeLast()
        }
      case nil:
        guard try reader.hasMore() else { return false }
        if try begin(key == nil) { return true }
      }
    }
  }

  /// Enters the next value, or reads it as a row and returns `true`.
  private func begin(_ isRow: Bool) throws(ImportError) -> Bool {
    switch try reader.peek() {
    case UInt8(ascii: "["):
      try reader.beginList()
      open.append(.list(isNumbered: false, areRows: isRow))
    case UInt8(ascii: "{"):
      // Databases write a list with missing elements as an object with numeric keys.
      let isNumbered = try reader.isNumbered()
      if isRow, !isNumbered { return try readRow() }
      try reader.beginObject()
      open.append(isNumbered ? .list(isNumbered: true, areRows: isRow) : .object)
    case UInt8(ascii: "n") where !open.isEmpty: try reader.skip()
    default:
      // At the top level, this throws the reader's error for text that is not JSON.
      if open.isEmpty { try reader.beginObject() }
      try reader.skip()
      skippedValues.add(.otherForm)
    }
    return false
  }

  private func readRow() throws(ImportError) -> Bool {
    line = reader.line
    row.begin(names.count)
    var (values, nested) = (0, 0)
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let index = column(name) else { continue }
      values += 1
      let first = try reader.peek()
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
        // A list is not a number. Columns that require a number count it as an error.
        nested += 1
        row.set(index, to: "[…]".utf8)
        try reader.skip()
      } else if let value = try reader.text(orFlag: true) {
        row.set(index, to: value)
      }
    }
    guard nested < values || values < 2 else {
      throw failure(
        "the file has one list per column, not one object per row",
        "write one object per row: {\"t\":…,\"x\":…} (in pandas: orient=\"records\")")
    }
    row.copyIntoBuffer()
    return true
  }

  private func column(_ name: Bytes) -> Int? {
    guard let text = name.text else { return nil }
    if let index = indices[text] { return index }
    guard addsColumns, names.count < 512 else { return nil }
    add(text)
    row.extend()
    return names.count - 1
  }

  private func add(_ name: String) {
    indices[name] = names.count
    names.append(name)
  }
}
