import Audience
import Foundation
import Library
import Synchronization
import LibraryFixture
import Testing
@testable import Deciding

/// A damaged aggregated audience in the library is aggregated again, without loss.
@Suite struct DamagedAudienceTests {
  private let folder: OwnedFolder

  init() throws {
    folder = try OwnedFolder()
    try folder.watch(6)
  }

  /// The audience, and the messages while it is read.
  private func audience(canCache: Bool) throws -> (folded: AggregatedAudience, messages: [String]) {
    let messages = Mutex<[String]>([])
    let reader = AudienceReader(
      database: folder.database, video: "walk", settings: AggregationSettings(),
      report: { line in messages.withLock { $0.append(line) } })
    let audience = try reader.audience(duration: 10, aspect: 16.0 / 9, canCache: canCache)
    return (try audience.folded(), messages.withLock { $0 })
  }

  private func key() throws -> String {
    try AudienceReader(database: folder.database, video: "walk", settings: AggregationSettings())
      .audience(duration: 10, aspect: 16.0 / 9, canCache: true).key
  }

  /// Damages the header, the figures or the rows in one place.
  @Test(arguments: ["head", "figures", "rows"])
  func damagedAudienceIsAggregatedAgainOnce(_ kind: String) throws {
    let whole = try audience(canCache: true).folded
    #expect(try audience(canCache: true).messages.isEmpty)
    var blocks = EncodedAudience(whole)
    switch kind {
    case "head": blocks.head[9] ^= 1
    case "figures": blocks.figures[0][9] ^= 1
    default: blocks.rows[0][9] ^= 1
    }
    let key = try key()
    try folder.database.audiences.store(blocks, of: "walk", key: key)
    let words = ["aggregating the audience again: the stored one is damaged"]
    // Reading without permission to store changes nothing.
    for _ in 0..<2 {
      let read = try audience(canCache: false)
      #expect(read.folded == whole && read.messages == words, "\(read.messages)")
    }
    let mended = try audience(canCache: true)
    #expect(mended.folded == whole && mended.messages == words)
    #expect(try audience(canCache: true).messages.isEmpty)
  }
}
