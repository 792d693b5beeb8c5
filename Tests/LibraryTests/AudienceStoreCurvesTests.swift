import Audience
import Foundation
import GRDB
import Testing

@testable import Library

/// Engagement curves are stored per source, and without any viewer.
@Suite struct AudienceStoreCurvesTests {
  private func curve(_ source: EngagementCurve.Source, _ value: Double) -> EngagementCurve {
    EngagementCurve(
      source: source, points: [.init(start: 0, end: 1.5, value: value)], isShare: false, people: 9)
  }

  private let file = "/a/v.info.json"

  @Test func curvesAreStoredPerSource() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let mark = try library.videos.inputDigest(of: "v", in: .everyone)
    #expect(try library.audiences.store(curve(.mostReplayed, 1), of: "v", from: file) == .added)
    #expect(try library.audiences.store(curve(.mostReplayed, 1), of: "v", from: file) == .unchanged)
    let one = try library.videos.inputDigest(of: "v", in: .everyone)
    #expect(one != mark)
    #expect(try library.audiences.store(curve(.mostReplayed, 2), of: "v", from: file) == .replaced)
    #expect(try library.audiences.store(curve(.twitchChat, 3), of: "v", from: file) == .added)
    #expect(try library.videos.inputDigest(of: "v", in: .everyone) != one)
    #expect(
      try library.audiences.curves(of: "v") == [curve(.mostReplayed, 2), curve(.twitchChat, 3)])
    let summary = try #require(try library.videos.summary(of: "v"))
    #expect(summary.curves == ["most-replayed": 1, "twitch-chat": 1] && summary.hasAudience)
    #expect(summary.viewers == 0 && summary.sessions == 0)
    #expect(
      try library.videos.contains("v") && !library.videos.contains("w")
        && library.audiences.curves(of: "w").isEmpty)
    #expect(try library.videos.remove("v"))
    #expect(try library.audiences.curves(of: "v").isEmpty && library.videos.summary(of: "v") == nil)
    #expect(try library.videos.inputDigest(of: "v", in: .everyone) == mark)
  }

  /// A file is removed by its path or its label.
  ///
  /// The curves of other files stay.
  @Test func curvesOfAFileAreRemovedByItsName() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let chat = FileReference(path: "/a/v.live_chat.json", label: "")
    _ = try library.audiences.store(curve(.mostReplayed, 1), of: "v", from: file)
    _ = try library.audiences.store(curve(.youTubeChat, 1), of: "v", from: chat.path)
    let label = try #require(try library.audiences.curveFiles(of: "v")[.mostReplayed]?.file)
    #expect(label.wholeMatch(of: /file-[0-9a-f]{8}/) != nil)
    let name = FileReference(path: "/b/\(label)", label: label)
    #expect(try library.sessions.remove(file: name, of: "v", isRehearsal: true).curves == 1)
    let gone = try library.sessions.remove(file: name, of: "v")
    #expect(gone.sessions == 0 && gone.curves == 1)
    #expect(try library.audiences.curves(of: "v") == [curve(.youTubeChat, 1)])
    #expect(throws: StoreRejection.noSuchFile) { try library.sessions.remove(file: name, of: "v") }
    #expect(try library.sessions.remove(file: chat, of: "v").curves == 1)
    #expect(try library.audiences.curves(of: "v").isEmpty)
  }

  @Test func damagedCurveIsReported() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.audiences.store(curve(.bunny, 1), of: "v", from: file)
    try library.queue.write { db in
      try db.execute(sql: "UPDATE curve SET content = '{'")
    }
    let error = #expect(throws: LibraryError.self) { try library.audiences.curves(of: "v") }
    #expect(error?.kind == .corrupt)
  }
}
