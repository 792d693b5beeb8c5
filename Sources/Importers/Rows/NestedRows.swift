/// The rows that the cells of one column of another table hold as JSON lists.
final class NestedRows: RowSource {
  private let outer: RowSource
  private let column: Int
  private var inner: JSONRows?

  init(_ outer: RowSource, column: String) throws(ImportError) {
    self.outer = outer
    self.column = try outer.index(of: column) ?? 0
    super.init(file: outer.file)
    guard try open() else {
      throw ImportError(
        .badData, file: outer.file, line: outer.line, problem: "no list of samples in '\(column)'",
        remedy: "its cells hold JSON, [{\"x\":…,\"y\":…,\"t\":…}]")
    }
    names = inner?.names ?? []
  }

  override func next() throws(ImportError) -> Bool {
    while let rows = inner {
      if try rows.next() {
        // Each cell's list has its own order of keys.
        cells.removeAll(keepingCapacity: true)
        for name in names {
          guard let index = rows.names.firstIndex(of: name) else {
            let empty: StaticString = ""
            cells.append(Bytes(start: empty.utf8Start, count: 0))
            continue
          }
          cells.append(rows.cells[index])
        }
        return true
      }
      guard try open() else { return false }
    }
    return false
  }

  /// Opens the next cell that holds a list with something in it.
  private func open() throws(ImportError) -> Bool {
    inner = nil
    while try outer.next() {
      line = outer.line
      let cell = outer.cells[column]
      let bytes = Array(UnsafeBufferPointer(start: cell.start, count: cell.count))
      guard bytes.first == UInt8(ascii: "["), bytes.contains(UInt8(ascii: "{")) else { continue }
      inner = try JSONRows(ByteSource(bytes, file: file))
      return true
    }
    return false
  }
}
