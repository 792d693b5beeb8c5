import Audience
import Foundation
import GRDB
import TestMaterial
import Testing

@testable import Library

@Suite struct AudienceStoreRetentionTests {
  private let folder: LibraryFolder
  private let library: LibraryDatabase

  init() throws {
    folder = try LibraryFolder()
    library = try folder.open()
    _ = try library.sessions.store([
      session("s-1", viewer: "anna", count: 3000), session("s-2", viewer: "ben", shift: 0.1),
    ])
  }

  private func retainedAudience(_ viewers: Int) -> RetainedAudience {
    RetainedAudience(
      viewers: viewers, audience: TimelineFolder(duration: 30, aspect: 1).folded())
  }

  private var later: Date { Date().addingTimeInterval(60) }

  @Test func samplesOfAggregatedViewersAreErasedFromDisk() throws {
    let viewers = try library.sessions.viewers(of: "bbb", in: .everyone, importedBefore: later)
    #expect(viewers.count == 2)
    let key = try #require(try LibraryKey.read(folder: folder.path))
    let sessions = ["s-1", "s-2"].map { key.session($0, of: "bbb") }
    let traces = ["anna", "ben"].map(key.viewer) + sessions
    try library.audiences.store([(viewers[0], Array("rows of one viewer".utf8))], foldedBy: "k")
    let before = try library.videos.inputDigest(of: "bbb")
    #expect(
      try library.audiences.replaceSamplesByAggregate(
        viewers, of: "bbb", as: [.everyone: retainedAudience(2)]))
    for trace in traces.map({ Data($0.utf8) }) + [Data("rows of one viewer".utf8)] {
      for name in folder.files {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
        #expect(data.range(of: trace) == nil, "\(name)")
      }
    }
    // The video and the number of its viewers stay, and its digest does not change.
    #expect(try library.videos.inputDigest(of: "bbb") == before)
    #expect(try library.videos.all().map(\.viewers) == [2])
    #expect(try library.videos.all().map(\.sessions) == [0])
    #expect(try library.sessions.viewerCount(of: "bbb", .everyone) == 2)
    #expect(try library.audiences.retained(of: "bbb", .everyone) == retainedAudience(2))
    #expect(try library.audiences.retainedVideos() == ["bbb"])
    #expect(try library.videos.remove("bbb"))
    #expect(try library.audiences.retainedVideos().isEmpty && library.videos.all().isEmpty)
  }

  @Test func sessionsImportedAgainAreNotCountedTwice() throws {
    let viewers = try library.sessions.viewers(of: "bbb", in: .everyone, importedBefore: later)
    #expect(
      try library.audiences.replaceSamplesByAggregate(
        viewers, of: "bbb", as: [.everyone: retainedAudience(2)]))
    let known = session("s-2", viewer: "ben", shift: 0.1)
    let again = [known, session("s-3", viewer: "cy", shift: 0.2)]
    let digest = try library.videos.inputDigest(of: "bbb")
    #expect(try library.sessions.store(again).map(\.outcome) == [.unchanged, .added])
    #expect(try library.videos.all().map(\.sessions) == [1])
    #expect(try library.videos.inputDigest(of: "bbb") != digest)
  }

  @Test func changedOrYoungSessionsAreNotErased() throws {
    let young = Date().addingTimeInterval(-3600)
    #expect(try library.sessions.viewers(of: "bbb", in: .everyone, importedBefore: young).isEmpty)
    let viewers = try library.sessions.viewers(of: "bbb", in: .everyone, importedBefore: later)
    _ = try library.sessions.store([session("s-2", viewer: "ben", shift: 0.3)])
    #expect(
      try !library.audiences.replaceSamplesByAggregate(
        viewers, of: "bbb", as: [.everyone: retainedAudience(2)]))
    #expect(try library.videos.all().map(\.sessions) == [2])
    #expect(try library.audiences.retained(of: "bbb", .everyone) == nil)
  }

  @Test func damagedRetainedAudienceIsRejected() throws {
    let viewers = try library.sessions.viewers(of: "bbb", in: .everyone, importedBefore: later)
    #expect(
      try library.audiences.replaceSamplesByAggregate(
        [viewers[0]], of: "bbb", as: [.everyone: retainedAudience(7)]))
    try execute("UPDATE frozen SET head = ?", [1, 2, 3])
    #expect { try library.audiences.retained(of: "bbb", .everyone) } throws: {
      ($0 as? LibraryError)?.kind == .corrupt
    }
  }

  private func execute(_ sql: String, _ bytes: [UInt8]) throws {
    try DatabaseQueue(path: folder.database).write {
      try $0.execute(sql: sql, arguments: [Data(bytes)])
    }
  }
}
