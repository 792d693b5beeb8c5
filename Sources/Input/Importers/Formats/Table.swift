import Audience

extension ImportFormat {
  static let table = ImportFormat(
    name: "table",
    summary: "a table with a header (CSV, TSV, JSON rows) by --preset, --preset-file or --map",
    carries: [.gaze, .emotion, .blinks],
    options: .ofSessions + [
      .preset, .presetFile, .map, .startedAt, .offset, .player, .screen, .picture, .fps, .stimulus,
      .seats, .head,
    ]
  ) { (context) throws(ImportError) in
    let map = try TableOpener.map(context)
    let room = try SeatAssignment(context, map)
    func rows() throws(ImportError) -> any RowSource {
      if let room { return try room.rows() }
      return try TableOpener.rows(of: context, map)
    }
    let seated = room?.map ?? map
    let head = try context.options.head.map { _ throws(ImportError) in
      try HeadDirectionGaze.restingDirections(rows(), seated)
    }
    return .sessions(
      try TableImporter(context: context, rows: rows(), map: seated, head: head).read())
  }
}

/// Opens the file of a table, and combines the map of its columns from the options.
enum TableOpener {
  /// The column map of the options; `--map` overrides the preset.
  static func map(_ context: ImportContext) throws(ImportError) -> ColumnMap {
    let options = context.options
    let preset: TablePreset?
    if let path = options.presetFile {
      preset = try TablePreset(context.open(beside: path))
    } else if let name = options.preset {
      do throws(ImportOptionError) {
        preset = try TablePreset.named(name)
      } catch {
        throw context.missingOption("--preset \(name)", "\(error)")
      }
    } else {
      preset = nil
    }
    guard let base = preset?.map ?? options.map else {
      throw context.missingOption(
        "the meaning of the columns is not known",
        "give --preset NAME, --preset-file FILE or --map time=…,x=…,y=…,happy=…")
    }
    var map = options.map.map { $0.overriding(base) } ?? base
    if case .frame(0)? = map.unit {
      guard let rate = options.framesPerSecond else {
        throw context.missingOption(
          "times are frame numbers of the camera", "give --fps: its frames per second")
      }
      map.unit = .frame(rate: rate)
    }
    if options.head != nil { try HeadDirectionGaze.take(from: &map, context) }
    return map
  }

  /// The column map of a query; by default, columns have the names of their roles.
  static func mapOfQuery(_ context: ImportContext) throws(ImportError) -> ColumnMap {
    let options = context.options
    let isNamed = options.map != nil || options.preset != nil || options.presetFile != nil
    return isNamed ? try map(context) : .named
  }

  /// Opens the rows of a text file: JSON, or delimited cells.
  static func rows(of context: ImportContext, _ map: ColumnMap) throws(ImportError) -> any RowSource
  {
    let source = try context.open()
    if let first = source.peek().first(where: { $0 > 0x20 }), "{[".utf8.contains(first) {
      // A pipe can be read only once, so its first row defines the columns.
      guard !source.mayBlock else { return try JSONRows(source, key: map.rows) }
      return try JSONRows(
        try context.open(), key: map.rows, names: JSONRows.names(in: source, key: map.rows))
    }
    let wanted = (map.names[.time] ?? []).map(ColumnName.canonical)
    let named = map.names[.time]?.first { map.required.contains($0) }
    let table = try DelimitedRows(source, wanted: named) { names in
      let own = names.map(ColumnName.canonical)
      return own.contains { wanted.contains($0) || $0 == map.rows } || wanted.isEmpty
    }
    guard let key = map.rows, try table.index(of: key) != nil else { return table }
    return try NestedRows(table, column: key)
  }
}

/// Rows from JSON lists that are in the cells of one column of another table.
final class NestedRows: RowSource {
  let file: String
  private(set) var names: [String] = []
  private(set) var cells: [Bytes] = []
  private(set) var line = 1
  private let outer: any RowSource
  private let column: Int
  private var inner: JSONRows?
  private(set) var skippedValues = SkipCounts()

  init(_ outer: any RowSource, column: String) throws(ImportError) {
    self.outer = outer
    self.column = try outer.index(of: column) ?? 0
    file = outer.file
    guard try open() else {
      throw outer.failure(
        "the column '\(column)' contains no list of samples",
        "its cells must be JSON, [{\"x\":…,\"y\":…,\"t\":…}]")
    }
    names = inner?.names ?? []
  }

  func next() throws(ImportError) -> Bool {
    while let rows = inner {
      if try rows.next() {
        // The keys can differ between the lists of two cells.
        cells = names.map { name in rows.names.firstIndex(of: name).map { rows.cells[$0] } ?? .empty
        }
        return true
      }
      guard try open() else { return false }
    }
    return false
  }

  /// Opens the next cell whose list is not empty.
  private func open() throws(ImportError) -> Bool {
    if let inner { skippedValues.add(inner.skippedValues) }
    inner = nil
    while try outer.next() {
      line = outer.line
      let cell = outer.cells[column].trimmed
      let bytes = cell.array
      guard let first = bytes.first, "[{".utf8.contains(first), bytes.contains(UInt8(ascii: "{"))
      else {
        // Rows of other parts of a study have empty cells or empty lists.
        let isNothing = cell.count == 0 || TableColumns.isEmptyWord(cell) || cell.matches("[]")
        if !isNothing { skippedValues.add(.otherForm) }
        continue
      }
      do throws(ImportError) {
        inner = try JSONRows(ByteSource(bytes, file: file))
      } catch {
        throw outer.failure("the cell in '\(outer.names[column])': \(error.problem)", error.remedy)
      }
      return true
    }
    return false
  }
}
