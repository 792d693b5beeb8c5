import Audience
import Foundation
import Library
import Synchronization
import LibraryFixture
import Testing
@testable import Deciding

/// What was folded of an audience is damaged in the library: it is folded anew, and nothing is
/// lost.
@Suite struct DamagedAudienceTests {
  private let folder: OwnedFolder

  init() throws {
    folder = try OwnedFolder()
    try folder.watch(6)
  }

  /// The audience, and what is told while it is read.
  private func audience(canCache: Bool) throws -> (folded: AggregatedAudience, told: [String]) {
    let told = Mutex<[String]>([])
    let reader = AudienceReader(
      database: folder.database, video: "walk", settings: AggregationSettings(),
      report: { line in told.withLock { $0.append(line) } })
    let audience = try reader.audience(duration: 10, aspect: 16.0 / 9, canCache: canCache)
    return (try audience.folded(), told.withLock { $0 })
  }

  private func key() throws -> String {
    try AudienceReader(database: folder.database, video: "walk", settings: AggregationSettings())
      .audience(duration: 10, aspect: 16.0 / 9, canCache: true).key
  }

  /// One of the three kinds of bytes that are kept, damaged in one place.
  @Test(arguments: ["head", "figures", "rows"]) func itIsFoldedAnewOnce(_ kind: String) throws {
    let whole = try audience(canCache: true).folded
    #expect(try audience(canCache: true).told.isEmpty)
    var blocks = EncodedAudience(whole)
    switch kind {
    case "head": blocks.head[9] ^= 1
    case "figures": blocks.figures[0][9] ^= 1
    default: blocks.rows[0][9] ^= 1
    }
    let key = try key()
    try folder.database.audiences.store(blocks, of: "walk", key: key)
    let words = ["aggregating the audience again: the stored one is damaged"]
    // Who only looks on changes nothing, and reads the same.
    for _ in 0..<2 {
      let looked = try audience(canCache: false)
      #expect(looked.folded == whole && looked.told == words, "\(looked.told)")
    }
    let mended = try audience(canCache: true)
    #expect(mended.folded == whole && mended.told == words)
    #expect(try audience(canCache: true).told.isEmpty)
  }
}
