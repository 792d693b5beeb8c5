import Foundation
import Testing

@testable import Importers

/// The position that a query reached, and the overlap of the next query.
@Suite struct ImportPositionTests {
  @Test(arguments: [
    ("10", 3.0, "7"), ("3", 3600, "-3597"), ("-9223372036854775000", 3600, "-9223372036854775808"),
    ("10", 1e300, "-8999999999999999990"), ("1.5", 0.25, "1.25"),
    ("2026-03-01 00:30:00", 3600, "2026-02-28 23:30:00"),
    ("2024-03-01 00:30:00.678901", 3600, "2024-02-29 23:30:00.678901"),
    ("2026-11-23T00:00:00+01:00", 0.5, "2026-11-22T23:59:59+01:00"),
    ("1970-01-01 00:00:10", 3600, "1970-01-01 00:00:00"),
    ("2026-01-01", 1, "2025-12-31"), ("2026-01-01", 0, "2026-01-01"),
    ("2026-01-02", 86_401, "2025-12-31"), ("01HZX3", 3600, "01HZX3"), ("", 3600, ""),
    ("2026-03-01 00:30:00", 1e300, "1970-01-01 00:00:00"),
    ("2026-13-01 00:00:00", 3600, "2026-13-01 00:00:00"),
  ])
  func positionMovesBack(text: String, distance: Double, result: String) {
    #expect(ImportPosition(text).moved(back: distance).text == result)
  }

  @Test(arguments: [
    ("9", "10"), ("-5", "3"), ("9007199254740992", "9007199254740993"), ("1.5", "10"),
    ("2026-01-02 03:04:05", "2026-01-02 03:04:05.1"), ("2025-12-31", "2026-01-01"), ("", "a"),
  ])
  func positionsAreOrdered(earlier: String, later: String) {
    #expect(ImportPosition(later).isLater(than: ImportPosition(earlier)))
    #expect(!ImportPosition(earlier).isLater(than: ImportPosition(later)))
    #expect(!ImportPosition(later).isLater(than: ImportPosition(later)))
  }

  @Test func positionYearsAheadIsInTheFuture() throws {
    let now = Date(timeIntervalSince1970: 1_795_460_000)  // 2026-11-23
    #expect(ImportPosition("2099-01-01 00:00:00").isInFuture(after: now))
    #expect(!ImportPosition("2026-11-23 20:00:00").isInFuture(after: now))
    #expect(!ImportPosition("4102444800").isInFuture(after: now))
  }
}

/// Messages of ODBC drivers are printed without values from the database.
@Suite struct ODBCDiagnosticsTests {
  private let message = ODBCDiagnostics(known: "SELECT who, Wo FROM look\nDSN=app")

  @Test(arguments: [
    ("[unixODBC][Driver Manager]Data source name not found", "Data source name not found"),
    ("[ma-3.1.15][10.11]Unknown column 'wo' in 'SELECT'", "Unknown column 'wo' in 'SELECT'"),
    (
      "ERROR: invalid input syntax for type integer: \"anna\";\nError while executing",
      "ERROR: invalid input syntax for type integer: \"…\""
    ),
    ("Truncated value: 'O'Neil, anna' for column 'who'", "Truncated value: '…'"),
    ("a 'who' and 'anna", "a 'who' and '…"), ("Key (name)=(anna) is twice.", "Key (name)=…"),
    ("Can't connect to 'host' (111)", "Can't connect to '…' (111)"),
    ("failed with PWD=geheim;UID=x", "failed with PWD=…"), ("", ""),
  ])
  func valuesAreRemovedFromMessages(text: String, result: String) {
    #expect(message.withoutPersonalData(text).hasPrefix(result.prefix { $0 != "…" }))
    #expect(
      !message.withoutPersonalData(text).contains("anna")
        && !message.withoutPersonalData(text).contains("geheim"))
    #expect(message.withoutPersonalData(text).contains("…") == result.contains("…"))
  }
}
