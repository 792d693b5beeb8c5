/// A query whose rows are imported from a database in every run, starting where the last run ended.
///
///     let query = try DatabaseQuery(
///       DatabaseAddress("odbc:DSN=app"), format: "seetube",
///       query: "SELECT … WHERE updated > :since ORDER BY updated", since: "updated")
///     try query.read(after: reached, options) { page in … }
package struct DatabaseQuery: Hashable, Sendable {
  /// Default overlap with the previous run: 3,600 seconds, or 3,600 IDs.
  package static let overlap = 3600.0

  private enum Rows: String { case seetube, table }

  package let address: DatabaseAddress
  private let rows: Rows
  private let query: ParameterizedQuery
  private let since: String?
  private let overlap: Double
  private let returnsWholeSessions: Bool
  private let limits = DatabaseTimeouts()

  /// Creates a query and checks its text.
  ///
  /// - Parameters:
  ///   - address: the database.
  ///   - format: `seetube`, the review table of the SeeTube service of 2023, or `table`, one row
  ///     per sample.
  ///   - query: one SELECT, in which `:since` is replaced by the last value that was read.
  ///   - since: the column with a row's time of writing, as a number or a date and time. With
  ///     `nil`, each run reads all rows.
  ///   - overlap: how far before the last value a run starts, to find rows that a slow clock or a
  ///     long transaction delayed. In seconds for dates and times, otherwise in the unit of the
  ///     number.
  ///   - returnsWholeSessions: whether the query returns all samples of a session if one is new;
  ///     always true for `seetube`. If not, all rows are read to complete the sessions.
  /// - Throws: `ImportOptionError` if the text or a parameter is invalid.
  package init(
    _ address: DatabaseAddress, format: String, query: String, since: String?,
    overlap: Double = overlap, returnsWholeSessions: Bool = false
  ) throws(ImportOptionError) {
    guard let rows = Rows(rawValue: format) else {
      throw ImportOptionError("the format of a database query is seetube or table")
    }
    self.address = address
    self.rows = rows
    self.query = try ParameterizedQuery(query)
    self.since = since
    self.overlap = overlap
    self.returnsWholeSessions = returnsWholeSessions || rows == .seetube
    guard overlap >= 0, overlap.isFinite else {
      throw ImportOptionError("overlap must be a number, 0 or more")
    }
    guard (since == nil) == (self.query.marks == 0) else {
      throw ImportOptionError(
        since == nil
          ? "the query contains :since; name its column with since:"
          : "since: names a column that the query does not use; add WHERE COLUMN > :since")
    }
    guard self.returnsWholeSessions || !self.query.hasLimit else {
      throw ImportOptionError(
        "a LIMIT splits sessions of a table; remove it, or limit the sessions, for example "
          + "WHERE session IN (SELECT … LIMIT 1000), and set whole: true")
    }
  }

  package var format: ImportFormat { rows == .seetube ? .seetube : .table }

  /// A text that identifies the query; if it changes, reading starts from the beginning.
  package var text: String {
    [rows.rawValue, query.text, since ?? "", "\(returnsWholeSessions)"].joined(separator: "\n")
  }

  /// Reads the new rows.
  ///
  /// A query with a LIMIT is repeated from where its answer ended until no new rows arrive. If an
  /// error occurs, pages that were already imported stay imported.
  ///
  /// `reached` is the last value that was read; `nil` in the first run. With `overlaps`, reading
  /// starts `overlap` before it, as needed for rows that are stored. `take` receives each page, and
  /// returns whether all of it was imported. Throws `ImportError`, or what `take` throws.
  package func read(
    after reached: ImportPosition?, _ options: ImportOptions, overlaps: Bool = true,
    take: (DatabaseImportPage) throws -> Bool
  ) throws {
    var from = reached?.moved(back: overlaps ? overlap : 0)
    var last: ImportPosition?
    var keepsPosition = false
    while true {
      var page = try page(after: from, options)
      let end = page.reached
      // The overlap may end before the last run did. Never move the position backwards.
      if let reached, let own = end, !own.isLater(than: reached) { page.reached = reached }
      // Keep the position if sessions were rejected, so that the next run reads them again.
      keepsPosition = keepsPosition || !page.leftOut.isEmpty
      if keepsPosition { page.reached = nil }
      if try !take(page) { keepsPosition = true }
      guard query.hasLimit, let end, last.map(end.isLater) ?? true else { return }
      last = end
      // The LIMIT may have cut off rows with the last value, so read that value again.
      from = end.moved(back: 1)
    }
  }

  private func page(
    after from: ImportPosition?, _ options: ImportOptions
  ) throws(ImportError) -> DatabaseImportPage {
    let context = ImportContext(
      file: address.file ?? "\(address)", options: options, skipsInvalidSessions: true)
    let (rows, watched) = try open(context, after: from)
    var sessions =
      try self.rows == .seetube
      ? SeeTubeImporter(context: context).read(rows) : table(context, rows, isAll: from == nil)
    for index in sessions.indices { try context.label(&sessions[index]) }
    return DatabaseImportPage(
      sessions: sessions, leftOut: context.leftOut ?? [], reached: watched?.latest)
  }

  /// Reads complete sessions from rows with one sample each.
  private func table(
    _ context: ImportContext, _ rows: any RowSource, isAll: Bool
  ) throws(ImportError) -> [StagedSession] {
    let map = try TableOpener.mapOfQuery(context)
    let importer: TableImporter
    if isAll || returnsWholeSessions {
      importer = try TableImporter(context: context, rows: rows, map: map)
    } else {
      // First read the keys of sessions with new rows, then all rows of these sessions.
      let columns = try TableColumns(map, of: rows)
      var wanted: Set<[UInt8]> = []
      while try rows.next() { wanted.insert(columns.key(rows.cells)) }
      guard !wanted.isEmpty else { return [] }
      importer = try TableImporter(
        context: context, rows: try open(context, after: nil).rows, map: map, wanted: wanted)
    }
    guard importer.hasViewers else {
      throw context.failure(
        "the answer has no viewer column", "name it in the map with viewer=COLUMN")
    }
    return try importer.read()
  }

  private func open(
    _ context: ImportContext, after from: ImportPosition?
  ) throws(ImportError) -> (rows: any RowSource, watched: WatermarkTrackingRows?) {
    let rows: any RowSource
    if address.file != nil {
      var limits = SQLiteLimits()
      limits.valueBytes = Int32(ODBCStatement.longestValue)
      limits.silence = .seconds(self.limits.silence)
      rows = try SQLiteRows(
        context, query: query.text, called: "the query", limits: limits, after: from)
    } else {
      rows = try ODBCRows(
        context, connection: address.connection, query: query, since: since.map { ($0, from) },
        limits: limits)
    }
    guard let since else { return (rows, nil) }
    let watched = try WatermarkTrackingRows(rows, column: since)
    return (watched, watched)
  }
}

/// The sessions of one answer of a database query.
package struct DatabaseImportPage {
  package var sessions: [StagedSession]
  /// The reasons for rejected sessions, each with its row.
  package var leftOut: [ImportError]
  /// The position to store for the next run; `nil` keeps the stored one.
  package var reached: ImportPosition?
}
