package import Foundation
import GRDB

/// One execution of `gazecut run`.
package struct RunRecord: Hashable, Sendable, StoredRow {
  var id: Int64
  package var started: Date
  /// When the run ended; `nil` while it is in progress, and if it was killed.
  package var finished: Date?
  /// Counts by name: videos done, videos failed, clips rendered.
  package var counts: [String: Int]
  package var exitCode: Int32?
  /// One line about how the run ended.
  var note: String?
}

/// The log of runs.
package struct RunStore: Sendable {
  let database: LibraryDatabase

  /// Stores the start of a run; returns its number for `storeResult`.
  package func storeStart(at started: Date) throws(LibraryError) -> Int64 {
    try database.writing("store the start of the run") { db in
      try db.run(
        "INSERT INTO night (started, counts) VALUES (?, '{}')", [started.timeIntervalSince1970])
      return db.lastInsertedRowID
    }
  }

  package func storeResult(
    _ id: Int64, at finished: Date, counts: [String: Int], exitCode: Int32, note: String?
  ) throws(LibraryError) {
    try database.writing("store the result of the run") { db in
      try db.run(
        """
        UPDATE night SET finished = ?, counts = ?, exitCode = ?, note = ? WHERE id = ?
        """, [finished.timeIntervalSince1970, StoredJSON.text(counts), exitCode, note, id])
    }
  }

  package func last(_ count: Int) throws(LibraryError) -> [RunRecord] {
    try database.reading("list the runs") { db in
      try RunRecord.fetchAll(
        db, sql: "SELECT * FROM night ORDER BY id DESC LIMIT ?", arguments: [count])
    }
  }
}
