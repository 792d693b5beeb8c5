import Audience
import CSQLite
import Foundation
import TestMaterial
import Testing

@testable import Importers

/// Queries of SQLite databases, directly and through Debian's ODBC driver for SQLite.
@Suite struct DatabaseQueryTests {
  /// How the test connects to the database.
  enum Connection: String, CaseIterable, Sendable {
    case sqlite, odbc

    func address(_ path: String) throws -> DatabaseAddress {
      switch self {
      case .sqlite: try DatabaseAddress("sqlite:\(path)")
      case .odbc: try DatabaseAddress("odbc:Driver=libsqlite3odbc.so;Database=\(path)")
      }
    }
  }

  /// A temporary SQLite database.
  final class Database {
    let path = NSTemporaryDirectory() + "gazecut-\(UUID().uuidString).sqlite"
    private var handle: OpaquePointer?

    init(_ sql: String) throws {
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      try run(sql)
    }

    deinit {
      sqlite3_close(handle)
      try? FileManager.default.removeItem(atPath: path)
    }

    func run(_ sql: String) throws {
      try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql.prefix(200))")
    }
  }

  /// SQL that stores a review of the 2023 service: the viewer smiles and looks at one point.
  static func review(_ id: Int, _ viewer: String, _ updated: String, seconds: Int = 3) -> String {
    let records = (1...seconds).map {
      #"{"playTime":\#($0),"gazeInfo":{"x":0.5,"y":0.25,"trackingState":"SUCCESS"},"#
        + #""emotionInfo":{"classification":"happy","confidencePercentage":90}}"#
    }
    return "INSERT OR REPLACE INTO review VALUES (\(id), 'meadow', '\(viewer)', "
      + "'[\(records.joined(separator: ","))]', '\(updated)');"
  }

  static let reviews = """
    CREATE TABLE review (id INTEGER PRIMARY KEY, videoId TEXT, reviewerId TEXT,
      watchingInfos TEXT, updated TEXT);
    """
  static let newReviews = "SELECT * FROM review WHERE updated > :since ORDER BY updated"

  /// Reads all pages of one import.
  private func readAll(
    _ query: DatabaseQuery, after: ImportPosition? = nil, _ options: ImportOptions = ImportOptions()
  ) throws -> (sessions: [ImportedSession], pages: [DatabaseImportPage], reached: ImportPosition?) {
    var pages: [DatabaseImportPage] = []
    var sessions: [ImportedSession] = []
    var reached = after
    try query.read(after: after, options) { page in
      pages.append(page)
      sessions += try page.sessions.map(ImportedSession.init)
      reached = page.reached ?? reached
      return true
    }
    return (sessions, pages, reached)
  }

  @Test(arguments: Connection.allCases)
  func laterImportsReadOnlyNewReviews(connection: Connection) throws {
    let database = try Database(
      Self.reviews + Self.review(1, "Анна 😀", "2026-01-01 20:00:00")
        + Self.review(2, "bo", "2026-01-01 21:00:00", seconds: 9000))
    let query = try DatabaseQuery(
      connection.address(database.path), format: "seetube", query: Self.newReviews, since: "updated"
    )
    let first = try readAll(query)
    #expect(first.sessions.map(\.session) == ["1", "2"])
    #expect(first.sessions.map(\.viewer) == ["Анна 😀", "bo"])
    // One cell has more than 1 MB.
    #expect(first.sessions.map(\.samples.count) == [3, 9000])
    #expect(first.reached?.text == "2026-01-01 21:00:00")
    try database.run(
      "DELETE FROM review WHERE id = 1;" + Self.review(3, "cy", "2026-01-02 20:00:00")
        + Self.review(2, "bo", "2026-01-02 21:00:00", seconds: 5)
        // Committed late: its time is before the position that the first import reached.
        + Self.review(4, "dee", "2026-01-01 20:30:00"))
    let second = try readAll(query, after: first.reached)
    #expect(second.sessions.map(\.session) == ["4", "3", "2"])
    #expect(second.sessions.map(\.samples.count) == [3, 3, 5])
    #expect(second.reached?.text == "2026-01-02 21:00:00")
    let third = try readAll(query, after: second.reached)
    #expect(third.sessions.map(\.session) == ["2"], "the overlap is read again")
    #expect(third.reached == second.reached)
  }

  @Test(arguments: Connection.allCases)
  func newSamplesAreReadWithTheirSession(connection: Connection) throws {
    let database = try Database(
      """
      CREATE TABLE look (id INTEGER PRIMARY KEY, who TEXT, visit TEXT, t REAL, x REAL, y REAL);
      INSERT INTO look VALUES (1, 'a', 'one', 1, 0.5, 0.5), (2, 'b', 'two', 1, 0.5, 0.5),
        (3, 'a', 'one', 2, 0.5, 0.5);
      """)
    let map = "time=t:s,x=x,y=y,gaze=normalised,viewer=who,session=visit"
    var options = ImportOptions(video: "meadow")
    try options.set(.map, to: map)
    func query(_ text: String, isWhole: Bool = false) throws -> DatabaseQuery {
      try DatabaseQuery(
        connection.address(database.path), format: "table", query: text, since: "id", overlap: 0,
        returnsWholeSessions: isWhole)
    }
    let plain = try query("SELECT * FROM look WHERE id > :since ORDER BY id")
    let first = try readAll(plain, options)
    #expect(first.sessions.map(\.session) == ["one", "two"])
    try database.run(
      "INSERT INTO look VALUES (4, 'a', 'one', 3, 0.5, 0.5), (5, 'c', 'three', 1, 0.5, 0.5);"
        + "DELETE FROM look WHERE id = 1")
    let whole = try query(
      "SELECT * FROM look WHERE visit IN (SELECT visit FROM look WHERE id > :since)",
      isWhole: true)
    for each in [plain, whole] {
      let second = try readAll(each, after: first.reached, options)
      #expect(second.sessions.map(\.session) == ["one", "three"])
      #expect(second.sessions.map(\.viewer) == ["a", "c"])
      #expect(second.sessions.map { $0.samples.map(\.time) } == [[2, 3], [1]])
      #expect(second.reached?.text == "5")
    }
    #expect(try readAll(plain, after: ImportPosition("5"), options).sessions.isEmpty)
  }

  @Test(arguments: Connection.allCases)
  func queryWithALimitIsRepeatedUntilNothingIsNew(connection: Connection) throws {
    let database = try Database(
      Self.reviews + (1...7).map { Self.review($0, "v\($0)", "2026-01-01 20:00:0\($0)") }.joined())
    let query = try DatabaseQuery(
      connection.address(database.path), format: "seetube", query: Self.newReviews + " LIMIT 3",
      since: "updated")
    let all = try readAll(query)
    #expect(Set(all.sessions.map(\.session)) == Set((1...7).map(String.init)))
    #expect(all.pages.allSatisfy { $0.sessions.count <= 3 })
    #expect(all.reached?.text == "2026-01-01 20:00:07")
    // Reading the overlap in several pages does not move the position back.
    let again = try readAll(query, after: all.reached)
    #expect(again.pages.allSatisfy { $0.reached == all.reached })
    #expect(again.pages.count > 1)
  }

  @Test(arguments: Connection.allCases)
  func invalidRowsAreSkippedAndReported(connection: Connection) throws {
    let database = try Database(
      Self.reviews + Self.review(1, "anna", "2026-01-01 20:00:00")
        + """
        INSERT INTO review VALUES (2, 'meadow', 'bo', '[{"playTime":', '2026-01-01 20:00:01'),
          (3, 'meadow', 'cy', NULL, '2026-01-01 20:00:02');
        """ + Self.review(4, "dee", "2099-01-01 00:00:00"))
    let query = try DatabaseQuery(
      connection.address(database.path), format: "seetube", query: Self.newReviews, since: "updated"
    )
    let result = try readAll(query)
    #expect(result.sessions.map(\.session) == ["1", "4"])
    #expect(result.pages[0].leftOut.map(\.line) == [2])
    // Skipped rows are read again until they are valid or deleted.
    #expect(result.reached == nil)
    try database.run("DELETE FROM review WHERE id = 2")
    // A row with a time years ahead does not move the position.
    #expect(try readAll(query).reached?.text == "2026-01-01 20:00:02")
  }

  @Test func positionStaysIfNoRowIsUsable() throws {
    let database = try Database(
      Self.reviews + "INSERT INTO review VALUES (1, 'meadow', 'a', '[', '2026-01-01 20:00:01')")
    let query = try DatabaseQuery(
      Connection.sqlite.address(database.path), format: "seetube", query: Self.newReviews,
      since: "updated")
    let result = try readAll(query)
    #expect(result.pages[0].leftOut.count == 1 && result.reached == nil)
  }

  @Test(
    arguments: Connection.allCases,
    [
      ("SELECT who FROM nowhere WHERE id > :since", "id", "nowhere"),
      ("SELECT id FROM review WHERE id > :since", "updated", "no column 'updated'"),
      ("SELECT id FROM review WHERE id > :since", "id", "watchingInfos"),
      ("SELECT watchingInfos, id AS i FROM review WHERE id > :since", "i", "no column id"),
    ])
  func invalidQueriesAreRejected(
    connection: Connection, query: (text: String, since: String, part: String)
  ) throws {
    let database = try Database(Self.reviews + Self.review(1, "anna", "2026-01-01 20:00:00"))
    let request = try DatabaseQuery(
      connection.address(database.path), format: "seetube", query: query.text, since: query.since)
    let error = try #require(throws: ImportError.self) { try readAll(request) }
    #expect("\(error)".contains(query.part), "\(error)")
  }

  @Test(arguments: [
    ("seetube", "SELECT a FROM b", "c", "WHERE COLUMN > :since"),
    ("seetube", "SELECT a FROM b WHERE c > :since", nil, "name its column with since:"),
    ("table", "SELECT a FROM b WHERE c > :since LIMIT 9", "c", "whole: true"),
    ("firebase", "SELECT a FROM b", nil, "seetube or table"),
  ])
  func unsupportedOptionsAreRejected(format: String, query: String, since: String?, part: String)
    throws
  {
    let error = try #require(throws: ImportOptionError.self) {
      try DatabaseQuery(
        DatabaseAddress("sqlite:/a"), format: format, query: query, since: since)
    }
    #expect("\(error)".contains(part), "\(error)")
  }
}
