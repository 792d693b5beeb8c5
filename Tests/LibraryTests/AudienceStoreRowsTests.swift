import Audience
import Foundation
import GRDB
import Testing

@testable import Library

@Suite struct AudienceStoreRowsTests {
  private func count(_ library: LibraryDatabase) throws -> Int? {
    try library.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM viewerRows") }
  }

  /// Stores rows for three viewers, one of whom has two sessions.
  private func storeRows(_ library: LibraryDatabase) throws -> [ViewerReference] {
    _ = try library.sessions.store([
      session("a", viewer: "anna"), session("b", viewer: "ben", shift: 0.1),
      session("c", viewer: "cleo", shift: 0.2), session("d", viewer: "cleo", count: 20),
    ])
    let viewers = try library.sessions.viewers(of: "bbb")
    #expect(viewers.count == 3)
    try library.audiences.store(
      viewers.map { ($0, ViewerAggregate.unfit("asleep").encoded()) }, foldedBy: "key")
    return viewers
  }

  private func isAggregated(_ stored: StoredViewerContent) -> Bool {
    if case .folded = stored { true } else { false }
  }

  @Test func rowsAreFoundOnlyUnderTheirKey() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let viewers = try storeRows(library)
    let same = try #require(try library.audiences.stored(viewers[...], foldedBy: "key"))
    #expect(same.allSatisfy(isAggregated))
    let other = try #require(try library.audiences.stored(viewers[...], foldedBy: "another"))
    #expect(!other.contains(where: isAggregated))
    let samples = other.compactMap { stored -> [SampleColumns]? in
      if case .samples(let samples) = stored { samples.decoded() } else { nil }
    }
    #expect(samples == (try library.samplesByViewer("bbb")))
  }

  @Test func rowsAreDeletedWithAnySessionOfTheirViewer() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try storeRows(library)
    #expect(try count(library) == 3)
    // Rows of two sessions are deleted if one of them is removed.
    #expect(try library.sessions.remove("d", of: "bbb"))
    #expect(try count(library) == 2)
    #expect(try library.privacy.forget(["anna"]) == ["bbb"])
    #expect(try count(library) == 1)
    #expect(try library.videos.remove("bbb"))
    #expect(try count(library) == 0)
  }

  @Test func rowsOfAReplacedSessionAreNotUsed() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let viewers = try storeRows(library)
    _ = try library.sessions.store([session("b", viewer: "ben", count: 33)])
    #expect(try library.audiences.stored(viewers[...], foldedBy: "key") == nil)
    // No rows are stored for the replaced session either.
    try library.audiences.store(
      viewers.map { ($0, ViewerAggregate.unfit("late").encoded()) }, foldedBy: "key")
    #expect(try count(library) == 2)
  }

  @Test func damagedSamplesAreReportedWithoutTheNameOfTheViewer() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session("a", viewer: "anna")])
    try library.queue.write { try $0.execute(sql: "UPDATE samples SET columns = x'02'") }
    let viewers = try library.sessions.viewers(of: "bbb")
    let stored = try #require(try library.audiences.stored(viewers[...], foldedBy: "key")?.first)
    guard case .samples(let samples) = stored else { return #expect(Bool(false)) }
    #expect(samples.decoded() == nil)
    let damageError = try library.sessions.damageError(of: viewers[0])
    #expect(damageError.kind == .corrupt && !"\(damageError)".contains("anna"))
  }
}
