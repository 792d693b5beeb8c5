import Audience
import Foundation
import GRDB
import Testing

@testable import Library

/// Curves are stored beside what viewers did, a source each, and lead to nobody.
@Suite struct LibraryDatabaseCurvesTests {
  private func curve(_ source: AudienceCurve.Source, _ value: Double) -> AudienceCurve {
    AudienceCurve(
      source: source, points: [.init(start: 0, end: 1.5, value: value)], isShare: false, people: 9)
  }

  @Test func aSourceTakesItsOwnPlace() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    let mark = try library.inputDigest(of: "v", in: .everyone)
    #expect(try library.store(curve(.mostReplayed, 1), of: "v") == .added)
    #expect(try library.store(curve(.mostReplayed, 1), of: "v") == .unchanged)
    let one = try library.inputDigest(of: "v", in: .everyone)
    #expect(one != mark)
    #expect(try library.store(curve(.mostReplayed, 2), of: "v") == .replaced)
    #expect(try library.store(curve(.twitchChat, 3), of: "v") == .added)
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

  @Test func damageIsSaid() throws {
    let folder = try LibraryFolder()
    let library = try folder.open()
    _ = try library.store(curve(.bunny, 1), of: "v")
    try library.queue.write { db in
      try db.execute(sql: "UPDATE curve SET content = '{'")
    }
    let error = #expect(throws: LibraryError.self) { try library.curves(of: "v") }
    #expect(error?.kind == .corrupt)
  }
}
