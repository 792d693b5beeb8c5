import CSQLite
import Foundation
import Testing

@testable import Importers

/// A view is a program: it may run for ever, or give more than any memory holds.
@Suite struct SQLiteLimitTests {
  private static let endless =
    "WITH RECURSIVE c(t) AS (SELECT 1 UNION ALL SELECT t + 1 FROM c) "

  /// What a query of an all but empty database is refused with.
  private func refusal(
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

  @Test func rowsWithoutEnd() throws {
    let error = try refusal(
      Self.endless + "SELECT t FROM c", limits: .init(minimumRowLimit: 10_000))
    #expect(error?.kind == .badData)
    #expect(error?.problem.contains("more than 10000 rows") == true)
    // As many as the file has bytes are never too many.
    let few = Self.endless + "SELECT t FROM c LIMIT 8000"
    #expect(try refusal(few, limits: .init(minimumRowLimit: 1)) == nil)
  }

  @Test func timeWithoutARow() throws {
    let limits = SQLiteLimits(silence: .milliseconds(20), progressInterval: 1000)
    let error = try refusal(Self.endless + "SELECT max(t) FROM c", limits: limits)
    #expect(error?.problem.contains("returned no row for") == true)
  }

  @Test func aStopIsHeardBeforeTheFirstRow() throws {
    var looks = 0
    let error = try refusal(Self.endless + "SELECT max(t) FROM c") { _, _ in
      looks += 1
      return looks < 3
    }
    #expect(error?.kind == .stopped)
  }

  @Test(arguments: ["zeroblob(1000000000)", "hex(zeroblob(1000000))"])
  func valuesOfAnySize(value: String) throws {
    let error = try refusal("SELECT \(value)")
    #expect(error?.kind == .badData)
    #expect(error?.problem.contains("1048576 bytes") == true, "\(error.debugDescription)")
  }
}
