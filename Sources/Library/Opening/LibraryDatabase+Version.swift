import GRDB

extension LibraryDatabase {
  /// The version of SQLite that runs here, as `3.40.1`; `unknown` when it does not say.
  package static var sqliteVersion: String {
    let version = try? DatabaseQueue().read { db in
      try String.fetchOne(db, sql: "SELECT sqlite_version()")
    }
    return version.flatMap { $0 } ?? "unknown"
  }
}
