import Audience
import CSQLite

/// A user-defined database: viewers in one table, their data in another.
package enum SQLiteSample {
  package static let name = "meadow.sqlite"

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The SQL statements that create it; the bytes of the file depend on the version of SQLite.
  package static func statements() -> [String] {
    var all = [
      "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE look (person INTEGER, ms INTEGER, x REAL, y REAL, happy REAL, surprise REAL,"
        + " blink INTEGER)",
    ]
    for viewer in RecordedViewer.meadow {
      all.append("INSERT INTO person VALUES (\(viewer.number + 1), '\(viewer.name)')")
      let rows = viewer.samples.map { row($0, viewer.number + 1) }
      all.append("INSERT INTO look VALUES " + rows.joined(separator: ",\n"))
    }
    return all
  }

  private static func row(_ sample: Sample, _ person: Int) -> String {
    let gaze = sample.point.map { "\(short($0.x, 3)), \(short($0.y, 3))" } ?? "NULL, NULL"
    let scores =
      sample.scores.map { "\(short(Double($0[.happy]), 2)), \(short(Double($0[.surprise]), 2))" }
      ?? "NULL, NULL"
    let time = Int((sample.time * 1000).rounded())
    return "(\(person), \(time), \(gaze), \(scores), \(sample.isBlink ? 1 : 0))"
  }

  /// Writes the database to a file that must not exist.
  package static func write(to path: String) throws(Failure) {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &database, flags, nil) == SQLITE_OK else {
      throw Failure(description: "\(path): cannot be created")
    }
    for statement in ["BEGIN"] + statements() + ["COMMIT"] {
      guard sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK else {
        let words = database.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
        throw Failure(description: "\(path): \(words)")
      }
    }
  }
}
