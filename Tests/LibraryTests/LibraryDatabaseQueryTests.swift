import Audience
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Library

/// Queries of one video or viewer do not scan the tables of a large library.
@Suite struct LibraryDatabaseQueryTests {
  private final class StatementLog: Sendable {
    let all = Mutex<[String]>([])
  }

  /// The `SELECT` statements that `body` runs, except those on the schema.
  private func selectStatements(
    _ library: LibraryDatabase, _ body: () throws -> Void
  ) throws -> [String] {
    let recorded = StatementLog()
    try library.queue.writeWithoutTransaction { db in
      db.trace(options: .statement) { event in
        guard case .statement(let statement) = event else { return }
        recorded.all.withLock { $0.append(statement.sql) }
      }
    }
    try body()
    try library.queue.writeWithoutTransaction { $0.trace(options: []) }
    return recorded.all.withLock { all in
      all.filter { $0.hasPrefix("SELECT") && !$0.contains("sqlite_") }
    }
  }

  /// The tables that statements scan (sqlite.org/eqp.html), except lists given as JSON.
  private func scannedTables(_ statements: [String], _ library: LibraryDatabase) throws -> [String]
  {
    try library.queue.read { db in
      try statements.flatMap { sql in
        let plan = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        plan.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(plan).map { try $0.decode(String.self, forColumn: "detail") }
          .filter { $0.wholeMatch(of: /SCAN (?!json_each|CONSTANT).*/) != nil }
      }
    }
  }

  @Test func queriesOfOneVideoScanNoTable() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session(video: "ccc")])
    let statements = try selectStatements(library) {
      _ = try library.clips.all(of: "bbb")
      _ = try library.clips.postings(of: "bbb")
      _ = try library.videos.state(of: "bbb")
      _ = try library.videos.source(of: "bbb")
      _ = try library.videos.summary(of: "bbb")
      _ = try library.audiences.hasRetained("bbb")
    }
    #expect(statements.count >= 6)
    let found = try scannedTables(statements, library)
    #expect(found == [], "\(found)")
  }

  @Test func isErasedScansNoTable() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session("s-2", viewer: "ben", shift: 0.1)])
    _ = try library.privacy.forget(["anna"])
    let statements = try selectStatements(library) {
      let known = try ["anna", "ben"].map { try library.privacy.isErased(viewerName: $0) }
      #expect(known == [true, false])
    }
    #expect(try scannedTables(statements, library) == [])
  }

  @Test func numberOfQueriesDoesNotGrowWithTheLabels() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    func queryCount(of viewers: Int) throws -> Int {
      _ = try library.sessions.store(
        (0..<viewers).map { number in
          // All have the same samples, and a label of their own.
          var seen = session("s-\(number)", viewer: "viewer \(number)")
          seen.labels = [ViewerLabel(text: "number=\(number)")].compactMap(\.self)
          return seen
        })
      return try selectStatements(library) {
        let counts = try library.sessions.labels(of: "bbb").map(\.viewers)
        #expect(counts == Array(repeating: 1, count: viewers))
      }.count
    }
    #expect(try queryCount(of: 2) == queryCount(of: 8))
  }
}
