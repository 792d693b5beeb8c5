import CSQLite
import Foundation
import Testing

@testable import Importers

/// A query, or a view that it uses, may run forever or return too much data.
@Suite struct SQLiteLimitTests {
  private static let endless =
    "WITH RECURSIVE c(t) AS (SELECT 1 UNION ALL SELECT t + 1 FROM c) "

  /// The error of a query of an almost empty database.
  private func rejection(
    _ query: String, limits: SQLiteLimits = SQLiteLimits(),
    progress: @escaping (Int, Int?) -> Bool = { _, _ in true }
  ) throws -> ImportError? {
    let path = NSTemporaryDirectory() + "gazecut-\(UUID().uuidString).sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    #expect(sqlite3_exec(handle, "CREATE TABLE a (b)", nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    var options = ImportOptions(video: "v")
    options.progress = progress
    do throws(ImportError) {
      let context = ImportContext(file: path, options: options)
      let rows = try SQLiteRows(context, query: query, limits: limits)
      while try rows.next() {}
      return nil
    } catch {
      return error
    }
  }

  @Test func endlessRowsAreRejected() throws {
    let error = try rejection(
      Self.endless + "SELECT t FROM c", limits: .init(minimumRowLimit: 10_000))
    #expect(error?.kind == .badData)
    #expect(error?.problem.contains("more than 10000 rows") == true)
    // As many rows as the file has bytes are always allowed.
    let few = Self.endless + "SELECT t FROM c LIMIT 8000"
    #expect(try rejection(few, limits: .init(minimumRowLimit: 1)) == nil)
  }

  @Test func queryWithoutRowsTimesOut() throws {
    let limits = SQLiteLimits(silence: .milliseconds(20), progressInterval: 1000)
    let error = try rejection(Self.endless + "SELECT max(t) FROM c", limits: limits)
    #expect(error?.problem.contains("returned no row for") == true)
  }

  @Test func queryCanBeStoppedBeforeTheFirstRow() throws {
    var calls = 0
    let error = try rejection(Self.endless + "SELECT max(t) FROM c") { _, _ in
      calls += 1
      return calls < 3
    }
    #expect(error?.kind == .stopped)
  }

  @Test(arguments: ["zeroblob(1000000000)", "hex(zeroblob(1000000))"])
  func hugeValuesAreRejected(value: String) throws {
    let error = try rejection("SELECT \(value)")
    #expect(error?.kind == .badData)
    #expect(error?.problem.contains("1048576 bytes") == true, "\(error.debugDescription)")
  }
}
