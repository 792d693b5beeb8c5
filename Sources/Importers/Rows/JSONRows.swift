/// Rows of JSON: objects one after another or in a list, or the objects of the lists that stand
/// under one key of such objects (jsPsych's `webgazer_data`).
final class JSONRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  var cells: [Bytes] { row.cells }
  private(set) var line = 1
  private var reader: JSONReader
  /// The key under which the rows stand; `nil` where the objects are the rows.
  private let key: String?
  /// What it stands in, from outside to inside.
  private var open: [Level] = []
  /// Whether the row that was read is the first, which names the columns and was not given yet.
  private var isFirst = true
  private let row = CellBuffer()
  private var indices: [String: Int] = [:]

  private enum Level { case list, object, rows }

  /// Opens the rows; the names of the columns are the keys of the first.
  init(_ source: ByteSource, key: String? = nil) throws(ImportError) {
    reader = try JSONReader(source, lines: false)
    self.key = key
    file = source.file
    guard try advance() else {
      throw ImportError(
        of: file, "no row in the file",
        "rows are objects {\"t\":…,\"x\":…}, in a list or one a line")
    }
  }

  func next() throws(ImportError) -> Bool {
    defer { isFirst = false }
    return isFirst ? true : try advance()
  }

  private func advance() throws(ImportError) -> Bool {
    while true {
      switch open.last {
      case .rows:
        if try reader.nextElement() { return try readRow() }
        open.removeLast()
      case .object:
        guard let name = try reader.nextKey() else {
          open.removeLast()
          continue
        }
        let isRows = name.text == key
        if isRows, try reader.entersList() { open.append(.rows) }
      case .list:
        guard try reader.nextElement() else {
          open.removeLast()
          continue
        }
        if try begin() { return true }
      case nil:
        guard try reader.hasMore() else { return false }
        if try reader.entersList() {
          open.append(.list)
        } else if try begin() {
          return true
        }
      }
    }
  }

  /// Begins an object: a row, or one that holds rows.
  private func begin() throws(ImportError) -> Bool {
    guard key != nil else { return try readRow() }
    try reader.beginObject()
    open.append(.object)
    return false
  }

  private func readRow() throws(ImportError) -> Bool {
    line = reader.line
    row.begin(names.count)
    try reader.beginObject()
    while let name = try reader.nextKey() {
      guard let index = column(name) else { continue }
      if let value = try reader.text(orFlag: true) { row.set(index, to: value) }
    }
    row.lay()
    return true
  }

  private func column(_ name: Bytes) -> Int? {
    guard let text = name.text else { return nil }
    if let index = indices[text] { return index }
    guard isFirst, names.count < 512 else { return nil }
    names.append(text)
    row.extend()
    indices[text] = names.count - 1
    return names.count - 1
  }
}
