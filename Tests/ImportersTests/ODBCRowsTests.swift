import Foundation
import Testing

@testable import Importers

/// The rows of queries through ODBC, with the driver for SQLite.
@Suite struct ODBCRowsTests {
  private static let connection = "Driver=libsqlite3odbc.so;Database=:memory:"
  private static let endless =
    "WITH RECURSIVE c(t) AS (SELECT 1 UNION ALL SELECT t + 1 FROM c) "

  private func rows(
    _ query: String, connection: String = connection, limits: DatabaseTimeouts = DatabaseTimeouts(),
    progress: @escaping (Int, Int?) -> Bool = { _, _ in true }
  ) throws -> ODBCRows {
    var options = ImportOptions(video: "v")
    options.progress = progress
    return try ODBCRows(
      ImportContext(file: "odbc:DSN=x", options: options), connection: connection,
      query: ParameterizedQuery(query), since: nil, limits: limits)
  }

  @Test func longUnicodeTextsAreReadCompletely() throws {
    // A chunk of the driver ends inside a surrogate pair.
    let long = String(repeating: "😀", count: 5000) + "é" + String(repeating: "x", count: 9000)
    let made =
      "replace(hex(zeroblob(5000)), '00', char(128512)) || char(233) || "
      + "replace(hex(zeroblob(9000)), '00', 'x')"
    let rows = try rows("SELECT \(made) AS a, NULL AS b, '' AS c, 1 AS \"Größe\"")
    #expect(rows.names == ["a", "b", "c", "Größe"])
    #expect(try rows.next())
    #expect(rows.cells.map(\.text) == [long, "", "", "1"])
    #expect(try !rows.next())
    #expect(try !rows.next())
  }

  @Test func manyRowsAreReadInOrder() throws {
    let rows = try rows(Self.endless + "SELECT t, 'row ' || t FROM c LIMIT 100000")
    var count = 0
    while try rows.next() {
      count += 1
      guard rows.cells[0].text == "\(count)", rows.cells[1].text == "row \(count)" else {
        return #expect(Bool(false), "row \(count)")
      }
    }
    #expect(count == 100_000 && rows.line == count)
  }

  @Test func queryCanBeStoppedBeforeTheFirstRow() throws {
    var calls = 0
    let error = try #require(throws: ImportError.self) {
      _ = try rows(Self.endless + "SELECT max(t) FROM c") { _, _ in
        calls += 1
        return calls < 3
      }.next()
    }
    #expect(error.kind == .stopped)
  }

  @Test func queryWithoutRowsTimesOut() throws {
    let error = try #require(throws: ImportError.self) {
      _ = try rows(Self.endless + "SELECT max(t) FROM c", limits: .init(silence: 1)).next()
    }
    #expect(error.problem == "the database returned no row for 1 s")
  }

  @Test func missingDataSourceAndDriverAreReported() throws {
    for connection in ["DSN=gazecut-nowhere", "Driver=libnowhere.so"] {
      let error = try #require(throws: ImportError.self) {
        _ = try rows("SELECT 1", connection: connection)
      }
      #expect(error.kind == .notFound && error.remedy.contains("odbc.ini"), "\(error)")
    }
  }
}
