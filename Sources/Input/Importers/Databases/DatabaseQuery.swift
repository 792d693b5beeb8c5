/// A query of somebody's database whose rows are timelines, asked again every night for what is
/// new.
///
///     let query = try DatabaseQuery(
///       DatabaseAddress("odbc:DSN=app"), format: "seetube",
///       query: "SELECT … WHERE updated > :since ORDER BY updated", since: "updated")
///     try query.read(after: reached, options) { page in … }
package struct DatabaseQuery: Hashable, Sendable {
  /// How far back a night asks, by default: an hour of seconds, or so many ids.
  package static let overlap = 3600.0

  private enum Rows: String { case seetube, table }

  package let address: DatabaseAddress
  private let rows: Rows
  private let query: QueryText
  private let since: String?
  private let overlap: Double
  private let givesWholeSessions: Bool
  private let limits: DatabaseLimits

  /// Makes one.
  ///
  /// - Parameters:
  ///   - address: where the database is.
  ///   - format: `seetube`, the 2023 service's table of reviews; or `table`, one row a sample.
  ///   - query: one SELECT, in which `:since` stands for how far the last night came.
  ///   - since: the column that says when a row was written, as a number or a date and time; `nil`
  ///     reads all rows every night.
  ///   - overlap: how far before that a night begins: rows are seen late that a clock or a long
  ///     transaction held back. In seconds for a date and time, else in what the number counts.
  ///   - givesWholeSessions: whether all samples of a session come when one is new; where that is
  ///     not so, all rows are read to have the sessions whole. A review is whole always.
  ///   - limits: how long the database may take.
  /// - Throws: `ImportOptionError`.
  package init(
    _ address: DatabaseAddress, format: String, query: String, since: String?,
    overlap: Double = overlap, givesWholeSessions: Bool = false,
    limits: DatabaseLimits = DatabaseLimits()
  ) throws(ImportOptionError) {
    guard let rows = Rows(rawValue: format) else {
      throw ImportOptionError("a database's rows are read as seetube or table")
    }
    self.address = address
    self.rows = rows
    self.query = try QueryText(query)
    self.since = since
    self.overlap = overlap
    self.givesWholeSessions = givesWholeSessions || rows == .seetube
    self.limits = limits
    guard overlap >= 0, overlap.isFinite else {
      throw ImportOptionError("overlap is a number, 0 or more")
    }
    guard (since == nil) == (self.query.marks == 0) else {
      throw ImportOptionError(
        since == nil
          ? "the query has :since, and no since: names its column"
          : "since: names a column, and the query does not ask for it: WHERE COLUMN > :since")
    }
    guard self.givesWholeSessions || !self.query.isLimited else {
      throw ImportOptionError(
        "a LIMIT cuts sessions of a table in two: take it out, or limit the sessions, as in "
          + "WHERE session IN (SELECT … LIMIT 1000), and say whole: true")
    }
  }

  package var format: ImportFormat { rows == .seetube ? .seetube : .table }

  /// One text that changes with what is asked for: another question begins anew.
  package var text: String {
    [rows.rawValue, query.text, since ?? "", "\(givesWholeSessions)"].joined(separator: "\n")
  }

  /// Reads what is new.
  ///
  /// A query with a LIMIT is asked again from where its answer ended until nothing new comes: what
  /// was taken before something fails stays taken.
  ///
  /// - Parameters:
  ///   - reached: how far the last night came; `nil` where there was none.
  ///   - options: what the user says of the rows.
  ///   - overlaps: whether it begins before that, as it should where rows are stored.
  ///   - take: handed each answer in turn; tells whether all of it was taken.
  /// - Throws: `ImportError`, or what `take` throws.
  package func read(
    after reached: Watermark?, _ options: ImportOptions, overlaps: Bool = true,
    take: (DatabasePage) throws -> Bool
  ) throws {
    var from = reached?.moved(back: overlaps ? overlap : 0)
    var last: Watermark?
    var isHeld = false
    while true {
      var page = try page(after: from, options)
      let end = page.reached
      // An overlap that ends before the last night did does not go back.
      if let reached, let own = end, !own.isLater(than: reached) { page.reached = reached }
      // What was left out comes again, until it is right or the query leaves it out.
      isHeld = isHeld || !page.leftOut.isEmpty
      if isHeld { page.reached = nil }
      if try !take(page) { isHeld = true }
      guard query.isLimited, let end, last.map(end.isLater) ?? true else { return }
      last = end
      // Rows of the very last value may have been cut off.
      from = end.moved(back: 1)
    }
  }

  private func page(
    after from: Watermark?, _ options: ImportOptions
  ) throws(ImportError) -> DatabasePage {
    let context = FileContext(file: address.file ?? "\(address)", options: options, leavesOut: true)
    let (rows, watched) = try open(context, after: from)
    var sessions: [StagedSession]
    if self.rows == .seetube {
      sessions = try SeeTubeImporter(context: context).read(rows)
    } else {
      sessions = try table(context, rows, isAll: from == nil)
    }
    for index in sessions.indices { try context.label(&sessions[index]) }
    return DatabasePage(
      sessions: sessions, leftOut: context.leftOut ?? [], reached: watched?.latest)
  }

  /// Reads sessions of samples, whole.
  private func table(
    _ context: FileContext, _ rows: any RowSource, isAll: Bool
  ) throws(ImportError) -> [StagedSession] {
    let map = try TableFile.mapOfQuery(context)
    let importer: TableImporter
    if isAll || givesWholeSessions {
      importer = try TableImporter(context: context, rows: rows, map: map)
    } else {
      // A session of which one row is new: which they are first, then all of them.
      let columns = try TableColumns(map, of: rows)
      var wanted: Set<[UInt8]> = []
      while try rows.next() { wanted.insert(columns.key(rows.cells)) }
      guard !wanted.isEmpty else { return [] }
      importer = try TableImporter(
        context: context, rows: try open(context, after: nil).rows, map: map, wanted: wanted)
    }
    guard importer.tellsViewers else {
      throw context.failure("no column says who watched", "name it with the map's viewer=COLUMN")
    }
    return try importer.read()
  }

  private func open(
    _ context: FileContext, after from: Watermark?
  ) throws(ImportError) -> (rows: any RowSource, watched: WatchedRows?) {
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
    let watched = try WatchedRows(rows, column: since)
    return (watched, watched)
  }
}

/// What one answer of a database held.
package struct DatabasePage {
  /// Sessions with usable samples, whole.
  package var sessions: [StagedSession]
  /// What was wrong with those that were left out, each with its row.
  package var leftOut: [ImportError]
  /// How far is to be noted that the place was read; `nil` where that stays as it was.
  package var reached: Watermark?
}
