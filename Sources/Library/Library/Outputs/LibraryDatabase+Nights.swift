package import Foundation
import GRDB

/// One run of the batch job over all videos.
package struct Night: Hashable, Sendable, StoredRow {
  /// A number that grows from night to night.
  var id: Int64
  package var started: Date
  /// When it ended; `nil` while it runs, and for good when it was killed.
  package var finished: Date?
  /// What it did, in figures: videos done, failed, clips made.
  package var counts: [String: Int]
  /// The exit code it ended with.
  package var exitCode: Int32?
  /// A line about how it ended.
  var note: String?
}

extension LibraryDatabase {
  /// Notes that a night began; its number, for `finishNight`.
  package func beginNight(at started: Date) throws(LibraryError) -> Int64 {
    try writing("note the night") { db in
      try db.run(
        "INSERT INTO night (started, counts) VALUES (?, '{}')", [started.timeIntervalSince1970])
      return db.lastInsertedRowID
    }
  }

  /// Notes how a night ended.
  package func finishNight(
    _ id: Int64, at finished: Date, counts: [String: Int], exitCode: Int32, note: String?
  ) throws(LibraryError) {
    try writing("note the night") { db in
      try db.run(
        """
        UPDATE night SET finished = ?, counts = ?, exitCode = ?, note = ? WHERE id = ?
        """,
        [
          finished.timeIntervalSince1970, StoredJSON.text(counts), exitCode, note, id,
        ])
    }
  }

  /// The last nights, newest first.
  package func nights(last count: Int) throws(LibraryError) -> [Night] {
    try reading("list the nights") { db in
      try Night.fetchAll(
        db, sql: "SELECT * FROM night ORDER BY id DESC LIMIT ?", arguments: [count])
    }
  }
}
