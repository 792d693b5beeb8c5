import Audience
import Foundation
import GRDB
import Testing

@testable import Library

/// Curves are stored beside what viewers did, a source each, and lead to nobody.
@Suite struct LibraryDatabaseCurvesTests {
  private func curve(_ source: EngagementCurve.Source, _ value: Double) -> EngagementCurve {
    EngagementCurve(
      source: source, points: [.init(start: 0, end: 1.5, value: value)], isShare: false, people: 9)
  }

  private let file = "/a/v.info.json"

  @Test func aSourceTakesItsOwnPlace() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let mark = try library.inputDigest(of: "v", in: .everyone)
    #expect(try library.store(curve(.mostReplayed, 1), of: "v", from: file) == .added)
    #expect(try library.store(curve(.mostReplayed, 1), of: "v", from: file) == .unchanged)
    let one = try library.inputDigest(of: "v", in: .everyone)
    #expect(one != mark)
    #expect(try library.store(curve(.mostReplayed, 2), of: "v", from: file) == .replaced)
    #expect(try library.store(curve(.twitchChat, 3), of: "v", from: file) == .added)
    #expect(try library.inputDigest(of: "v", in: .everyone) != one)
    #expect(
      try library.curves(of: "v") == [curve(.mostReplayed, 2), curve(.twitchChat, 3)])
    let summary = try #require(try library.summary(of: "v"))
    #expect(summary.curves == ["most-replayed": 1, "twitch-chat": 1] && summary.hasAudience)
    #expect(summary.viewers == 0 && summary.sessions == 0)
    #expect(try library.knows("v") && !library.knows("w") && library.curves(of: "w").isEmpty)
    #expect(try library.remove(video: "v"))
    #expect(try library.curves(of: "v").isEmpty && library.summary(of: "v") == nil)
    #expect(try library.inputDigest(of: "v", in: .everyone) == mark)
  }

  /// What one file brought is taken out by its path or its label, and the others stay.
  @Test func aFileIsTakenOutByItsName() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let chat = FileReference(path: "/a/v.live_chat.json", label: "")
    _ = try library.store(curve(.mostReplayed, 1), of: "v", from: file)
    _ = try library.store(curve(.youTubeChat, 1), of: "v", from: chat.path)
    let label = try #require(try library.curveFiles(of: "v")[.mostReplayed]?.file)
    #expect(label.wholeMatch(of: /file-[0-9a-f]{8}/) != nil)
    let name = FileReference(path: "/b/\(label)", label: label)
    #expect(try library.remove(file: name, of: "v", isRehearsal: true).curves == 1)
    let gone = try library.remove(file: name, of: "v")
    #expect(gone.sessions == 0 && gone.curves == 1)
    #expect(try library.curves(of: "v") == [curve(.youTubeChat, 1)])
    #expect(throws: StoreRejection.noSuchFile) { try library.remove(file: name, of: "v") }
    #expect(try library.remove(file: chat, of: "v").curves == 1)
    #expect(try library.curves(of: "v").isEmpty)
  }

  @Test func damageIsSaid() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.store(curve(.bunny, 1), of: "v", from: file)
    try library.queue.write { db in
      try db.execute(sql: "UPDATE curve SET content = '{'")
    }
    let error = #expect(throws: LibraryError.self) { try library.curves(of: "v") }
    #expect(error?.kind == .corrupt)
  }
}
