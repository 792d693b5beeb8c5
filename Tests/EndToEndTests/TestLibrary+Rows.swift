import CSQLite
import Testing

extension TestLibrary {
  /// The first column of a query on the library's database.
  func rows(_ sql: String) throws -> [String] {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(
      sqlite3_open_v2(path("gazecut.sqlite"), &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    // After a kill, the next connection recovers the database, which may take a while.
    sqlite3_busy_timeout(database, 10_000)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK)
    var found: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      found.append(String(cString: sqlite3_column_text(statement, 0)))
    }
    return found
  }
}
