import Audience
import Foundation
import GRDB
import Synchronization
import Testing

@testable import Library

/// What is asked once a video, or once a viewer, of a library of ten thousand: it may not be
/// answered by a walk over all of them.
@Suite struct LibraryDatabaseQuestionsTests {
  private final class Asked: Sendable {
    let all = Mutex<[String]>([])
  }

  /// The statements that something runs, but for those about the schema.
  private func asked(
    _ library: LibraryDatabase, _ body: () throws -> Void
  ) throws -> [String] {
    let asked = Asked()
    try library.queue.writeWithoutTransaction { db in
      db.trace(options: .statement) { event in
        guard case .statement(let statement) = event else { return }
        asked.all.withLock { $0.append(statement.sql) }
      }
    }
    try body()
    try library.queue.writeWithoutTransaction { $0.trace(options: []) }
    return asked.all.withLock { all in
      all.filter { $0.hasPrefix("SELECT") && !$0.contains("sqlite_") }
    }
  }

  /// The tables that statements walk over whole (sqlite.org/eqp.html), lists of their own apart.
  private func walks(_ statements: [String], _ library: LibraryDatabase) throws -> [String] {
    try library.queue.read { db in
      try statements.flatMap { sql in
        let plan = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        plan.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(plan).map { try $0.decode(String.self, forColumn: "detail") }
          .filter { $0.wholeMatch(of: /SCAN (?!json_each|CONSTANT).*/) != nil }
      }
    }
  }

  @Test func whatIsAskedOfOneVideoIsFoundWithoutTheOthers() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session(video: "ccc")])
    let statements = try asked(library) {
      _ = try library.clips.all(of: "bbb")
      _ = try library.clips.postings(of: "bbb")
      _ = try library.videos.state(of: "bbb")
      _ = try library.videos.source(of: "bbb")
      _ = try library.videos.summary(of: "bbb")
      _ = try library.audiences.hasRetained("bbb")
    }
    #expect(statements.count >= 6)
    let found = try walks(statements, library)
    #expect(found == [], "\(found)")
  }

  @Test func oneViewerIsLookedUpAmongTheErased() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session(), session("s-2", viewer: "ben", shift: 0.1)])
    _ = try library.privacy.forget(["anna"])
    let statements = try asked(library) {
      let known = try ["anna", "ben"].map { try library.privacy.isErased(viewerName: $0) }
      #expect(known == [true, false])
    }
    #expect(try walks(statements, library) == [])
  }

  @Test func moreLabelsAreNoMoreQuestions() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    func questions(of viewers: Int) throws -> Int {
      _ = try library.sessions.store(
        (0..<viewers).map { number in
          // All with the same samples, and a label of their own.
          var seen = session("s-\(number)", viewer: "viewer \(number)")
          seen.labels = [ViewerLabel(text: "number=\(number)")].compactMap(\.self)
          return seen
        })
      return try asked(library) {
        let counts = try library.sessions.labels(of: "bbb").map(\.viewers)
        #expect(counts == Array(repeating: 1, count: viewers))
      }.count
    }
    #expect(try questions(of: 2) == questions(of: 8))
  }
}
