import CSQLite
import Foundation
import TestMaterial
import Testing

/// Databases in `timelines:`, here SQLite, both directly and through ODBC.
///
/// `make test-databases` starts MariaDB and PostgreSQL.
@Suite(.waitsForPrograms) struct DatabaseIntakeTests {
  private static let table = """
    CREATE TABLE review (id INTEGER PRIMARY KEY, videoId TEXT, reviewerId TEXT,
      watchingInfos TEXT, updated TEXT);
    """

  /// A row as the service of 2023 stored it, different for each ID and length.
  private func review(_ id: Int, _ viewer: String, _ updated: String, seconds: Int = 20) -> String {
    let records = (1...seconds).map { second in
      #"{"playTime":\#(second),"gazeInfo":{"x":0.\#(10 + (second * 7 + id) % 80),"y":0.5,"#
        + #""trackingState":"SUCCESS"},"emotionInfo":{"classification":"happy","#
        + #""confidencePercentage":80}}"#
    }
    return "INSERT OR REPLACE INTO review VALUES (\(id), 'trip', '\(viewer)', "
      + "'[\(records.joined(separator: ","))]', '\(updated)');"
  }

  private func library(_ address: String) throws -> TestLibrary {
    try TestLibrary(
      yaml: TestLibrary.quickSettings + """

        timelines:
          - database: "\(address)"
            format: seetube
            query: SELECT * FROM review WHERE updated > :since ORDER BY updated LIMIT 3
            since: updated
        """)
  }

  private func execute(_ sql: String, on path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close(database) }
    try #require(sqlite3_open(path, &database) == SQLITE_OK)
    try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
  }

  private func sessions(of library: TestLibrary) throws -> [String] {
    try library.rows(
      "SELECT pseudonym || ' ' || viewer || ' ' || contentHash FROM session ORDER BY 1")
  }

  @Test(arguments: ["sqlite:%", "odbc:Driver=libsqlite3odbc.so;Database=%"])
  func threeRunsStoreTheSameSessionsAsOneImport(address: String) throws {
    let database = NSTemporaryDirectory() + "gazecut-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: database) }
    let library = try library(address.replacing("%", with: database))
    let viewers = ["anna", "berta", "carla", "dora", "emil", "frieda"]
    func expectRun(after changes: String, replaced: Int = 0, imported: Int = 0) throws {
      try execute(changes, on: database)
      let night = try library.gazecut("run", "--json-log")
      #expect(night.status == 0, "\(night.errors)")
      let end = try #require(
        night.errors.split(separator: "\n").first { $0.contains("intake.ended") })
      #expect(end.contains(#""taken": \#(imported),"#), "\(night.errors)")
      #expect(end.contains(#""replaced": \#(replaced),"#), "\(night.errors)")
      for name in viewers { #expect(!(night.errors + night.output).contains(name)) }
    }
    let first = (1...5).map { review($0, viewers[$0 - 1], "2026-01-01 20:00:0\($0)") }
    try expectRun(after: Self.table + first.joined(), imported: 1)
    #expect(try sessions(of: library).count == 5)
    // One row is changed, one is new with an older time stamp, and one is deleted.
    let second = [
      review(2, "berta", "2026-01-02 20:00:00", seconds: 30),
      review(6, "frieda", "2026-01-01 19:59:00"),
    ]
    try expectRun(after: "DELETE FROM review WHERE id = 3;" + second.joined(), replaced: 1)
    try expectRun(after: "")
    let stored = try sessions(of: library)
    #expect(stored.count == 6)
    // A single import of the same rows with the same key stores the same sessions.
    let other = try TestLibrary(copyOf: library)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: other.path("gazecut.sqlite" + suffix))
    }
    let all = NSTemporaryDirectory() + "gazecut-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: all) }
    try execute(Self.table + first.joined() + second.joined(), on: all)
    let yaml = try other.text("gazecut.yaml").replacing(database, with: all)
      .replacing(" WHERE updated > :since ORDER BY updated LIMIT 3", with: "")
      .replacing("since: updated", with: "")
    try other.write("gazecut.yaml", yaml)
    let outcome = try other.gazecut("intake")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try sessions(of: other) == stored)
  }

  @Test func badRowsAreReportedAndOthersImported() throws {
    let database = NSTemporaryDirectory() + "gazecut-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: database) }
    let library = try library("sqlite:\(database)")
    // A missing database sets the exit code and is reported with its line in gazecut.yaml.
    let none = try library.gazecut("intake")
    #expect(none.status == 3, "\(none.errors)")
    #expect(none.errors.contains(/gazecut.yaml:\d+\)/), "\(none.errors)")
    #expect(try library.gazecut("run").status == 3)
    #expect(try library.gazecut("status").output.contains("waiting: "))
    try execute(
      Self.table + review(1, "anna", "2026-01-01 20:00:01")
        + "INSERT INTO review VALUES (2, 'trip', 'berta', '[{\"a', '2026-01-01 20:00:02'),"
        + "(3, 'trip', '', '[{\"playTime\":1}]', '2026-01-01 20:00:03'),"
        + "(4, 'trip', 'dora', '[{\"playTime\":-1,\"gazeInfo\":{\"x\":1}}]', '2026-01-01 20:00:04');",
      on: database)
    let dry = try library.gazecut("intake", "--dry-run")
    #expect(dry.output.contains("1 file would be imported"), "\(dry.output)")
    let night = try library.gazecut("intake")
    #expect(night.status == 0, "\(night.errors)")
    let told = night.errors + night.output
    #expect(told.contains("\(database):2: ") && told.contains("has no name"), "\(told)")
    #expect(told.contains("this session has no usable samples (negative time 1)"), "\(told)")
    // A run also reports the bad row, and repeats it until the row is corrected.
    try execute(review(5, "emil", "2026-03-01 20:00:05"), on: database)
    let later = try library.gazecut("run")
    #expect(later.errors.contains("this session has no usable samples"), "\(later.errors)")
    #expect(try library.gazecut("status").output.contains("rejected: "))
    #expect(!told.contains("berta"))
    #expect(try sessions(of: library).count == 2)
    let status = try library.gazecut("status").output
    #expect(status.contains("rejected: "), "\(status)")
    // After the row is corrected, nothing is rejected any more.
    try execute(
      "DELETE FROM review WHERE id = 3;" + review(2, "berta", "2026-01-01 20:00:05")
        + review(4, "dora", "2026-01-01 20:00:04"), on: database)
    #expect(try library.gazecut("intake").status == 0)
    #expect(try sessions(of: library).count == 4)
    let after = try library.gazecut("status").output
    #expect(!after.contains("rejected: "), "\(after)")
  }

  @Test func passwordsInTheAddressAreRejected() throws {
    let library = try library("odbc:DSN=app;PWD=geheim")
    let said = try library.gazecut("intake")
    #expect(said.status == 78, "\(said.errors)")
    #expect(said.errors.contains("odbc.ini"), "\(said.errors)")
    #expect(!(said.errors + said.output).contains("geheim"))
  }
}
