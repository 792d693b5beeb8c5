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
  /// What it is in, from outside to inside.
  private var open: [Level] = []
  /// Whether the row that was read is the first and was not given yet.
  private var isFirst = true
  /// Whether keys that come are new columns.
  private var takesNames: Bool
  private let row = CellBuffer()
  private var indices: [String: Int] = [:]
  private(set) var passedOver = SkipCounts()

  private enum Level {
    case list(areRows: Bool), numbered(areRows: Bool)
    /// One that holds rows under the key.
    case object
  }

  /// Opens the rows.
  ///
  /// - Parameters:
  ///   - source: the file, or a cell of another table.
  ///   - key: under which the rows are; `nil` where the objects are the rows.
  ///   - names: of the columns; without them they are the keys of the first row.
  /// - Throws: a refusal of a file without a row.
  init(_ source: ByteSource, key: String? = nil, names: [String]? = nil) throws(ImportError) {
    reader = try JSONReader(source, lines: false)
    self.key = key
    file = source.file
    takesNames = names == nil
    for name in names ?? [] { add(name) }
    guard try advance() else {
      throw ImportError(
        of: file, "no row in the file",
        "rows are objects {\"t\":…,\"x\":…}, in a list or one a line")
    }
    takesNames = false
  }

  /// The keys of all rows: a row may lack what another has, as a face that was not seen.
  static func names(in source: ByteSource, key: String?) throws(ImportError) -> [String] {
    let rows = try JSONRows(source, key: key)
    rows.takesNames = true
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
      case .list(let areRows):
        guard try reader.nextElement() else {
          open.removeLast()
          continue
        }
        if try begin(areRows) { return true }
      case .numbered(let areRows):
        guard try reader.nextKey() != nil else {
          open.removeLast()
          continue
        }
        if try begin(areRows) { return true }
      case .object:
        guard let name = try reader.nextKey() else {
          open.removeLast()
          continue
        }
        if name.text == key, try begin(true) { return true }
      case nil:
        guard try reader.hasMore() else { return false }
        if try begin(key == nil) { return true }
      }
    }
  }

  /// Begins the value that comes next: `true` once it was read as a row.
  private func begin(_ isRow: Bool) throws(ImportError) -> Bool {
    switch try reader.peek() {
    case UInt8(ascii: "["):
      try reader.beginList()
      open.append(.list(areRows: isRow))
    case UInt8(ascii: "{"):
      // Databases write a list with the keys of an object where elements are missing.
      let isNumbered = try reader.isNumbered()
      if isRow, !isNumbered { return try readRow() }
      try reader.beginObject()
      open.append(isNumbered ? .numbered(areRows: isRow) : .object)
    case UInt8(ascii: "n") where !open.isEmpty:
      try reader.skip()
    default:
      // At the top this is no JSON, which the reader refuses.
      if open.isEmpty { try reader.beginObject() }
      try reader.skip()
      passedOver.add(.otherForm)
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
        // No number: what asks for one counts it.
        nested += 1
        row.set(index, to: "[…]".utf8)
        try reader.skip()
      } else if let value = try reader.text(orFlag: true) {
        row.set(index, to: value)
      }
    }
    guard nested < values || values < 2 else {
      throw failure(
        "the columns are lists of their own, not rows",
        "write one object per row, {\"t\":…,\"x\":…} (in pandas: orient=\"records\")")
    }
    row.lay()
    return true
  }

  private func column(_ name: Bytes) -> Int? {
    guard let text = name.text else { return nil }
    if let index = indices[text] { return index }
    guard takesNames, names.count < 512 else { return nil }
    add(text)
    row.extend()
    return names.count - 1
  }

  private func add(_ name: String) {
    indices[name] = names.count
    names.append(name)
  }
}
