import Audience
import Foundation
import GRDB
import Testing

@testable import Library

@Suite struct SessionStorePartsTests {
  private struct DeliberateError: Error {}

  /// A session of slightly more than two parts, with small values.
  private func long() -> SampleColumns {
    let count = 2 * SampleColumns.partLength + 10
    let kinds = Emotion.allCases.count
    let columns = SampleColumns(
      milliseconds: (0..<count).map { Int32($0) }, x: (0..<count).map { Int16($0 % 8192) },
      y: Array(repeating: 4096, count: count), states: Array(repeating: 3, count: count),
      told: Array(repeating: 0, count: count), scores: Array(repeating: 0, count: count * kinds))
    return columns ?? SampleColumns()
  }

  @Test func longSessionIsStoredInPartsAndRestoredWhole() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    var stored = session()
    stored.samples = long()
    #expect(stored.samples.count > 1_000_000)
    #expect(try library.sessions.store([stored]).map(\.outcome) == [.added])
    let parts = try library.queue.read {
      try Int.fetchOne($0, sql: "SELECT MAX(part) FROM samplePart")
    }
    #expect(parts == 2)
    #expect(try library.all(of: "bbb") == [stored.samples])
    #expect(try library.sessions.store([stored]).map(\.outcome) == [.unchanged])
    #expect(try library.sessions.all(of: "bbb").map(\.samples) == [stored.samples.count])
    // Removing the video removes all parts.
    _ = try library.videos.remove("bbb")
    #expect(
      try library.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM samplePart") } == 0)
  }

  @Test func errorWhileReadingPartsStoresNothing() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let heads = [session("a"), session("b", viewer: "ben")]
    #expect(throws: DeliberateError.self) {
      _ = try library.sessions.store(heads) { index, take in
        guard index == 0 else { throw DeliberateError() }
        try take(heads[0].samples)
      }
    }
    #expect(try library.videos.all().isEmpty)
    #expect(try library.sessions.store(heads).map(\.outcome) == [.added, .added])
  }

  @Test func reportsAreStoredForNewAndExistingSessions() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    var stored = session()
    _ = try library.sessions.store([stored])
    #expect(try library.sessions.all(of: "bbb").map(\.report) == [nil])
    stored.report = "{}"
    #expect(try library.sessions.store([stored]).map(\.outcome) == [.unchanged])
    #expect(try library.sessions.all(of: "bbb").map(\.report) == ["{}"])
  }
}
