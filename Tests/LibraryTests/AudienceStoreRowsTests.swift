import Audience
import Foundation
import GRDB
import Testing

@testable import Library

@Suite struct AudienceStoreRowsTests {
  private func count(_ library: LibraryDatabase) throws -> Int? {
    try library.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM viewerRows") }
  }

  /// Three viewers, one with two sessions, and rows kept of each.
  private func kept(_ library: LibraryDatabase) throws -> [ViewerReference] {
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

  private func isFolded(_ stored: StoredViewerContent) -> Bool {
    if case .folded = stored { true } else { false }
  }

  @Test func rowsAreKeptUnderTheirKeyAndSamplesStandForOthers() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let viewers = try kept(library)
    let same = try #require(try library.audiences.stored(viewers[...], foldedBy: "key"))
    #expect(same.allSatisfy(isFolded))
    let other = try #require(try library.audiences.stored(viewers[...], foldedBy: "another"))
    #expect(!other.contains(where: isFolded))
    let samples = other.compactMap { stored -> [SampleColumns]? in
      if case .samples(let samples) = stored { samples.decoded() } else { nil }
    }
    #expect(samples == (try library.walk("bbb")))
  }

  @Test func rowsGoWithAnySessionOfTheirViewer() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try kept(library)
    #expect(try count(library) == 3)
    // Rows that were folded from both sessions do not outlive one of them.
    #expect(try library.sessions.remove("d", of: "bbb"))
    #expect(try count(library) == 2)
    #expect(try library.privacy.forget(["anna"]) == ["bbb"])
    #expect(try count(library) == 1)
    #expect(try library.videos.remove("bbb"))
    #expect(try count(library) == 0)
  }

  @Test func aSessionThatWasReplacedIsNotTakenForWhatItWas() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let viewers = try kept(library)
    _ = try library.sessions.store([session("b", viewer: "ben", count: 33)])
    #expect(try library.audiences.stored(viewers[...], foldedBy: "key") == nil)
    // Nor is anything kept for it any more.
    try library.audiences.store(
      viewers.map { ($0, ViewerAggregate.unfit("late").encoded()) }, foldedBy: "key")
    #expect(try count(library) == 2)
  }

  @Test func damagedSamplesAreToldByTheirViewer() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.sessions.store([session("a", viewer: "anna")])
    try library.queue.write { try $0.execute(sql: "UPDATE samples SET columns = x'02'") }
    let viewers = try library.sessions.viewers(of: "bbb")
    let stored = try #require(try library.audiences.stored(viewers[...], foldedBy: "key")?.first)
    guard case .samples(let samples) = stored else { return #expect(Bool(false)) }
    #expect(samples.decoded() == nil)
    let damage = try library.sessions.damage(of: viewers[0])
    #expect(damage.kind == .corrupt && !"\(damage)".contains("anna"))
  }
}
