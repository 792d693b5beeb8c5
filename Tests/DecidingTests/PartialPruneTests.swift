import Audience
import Foundation
import Library
import LibraryFixture
import Testing
@testable import Deciding

/// Samples of some of a video's viewers are erased by age, those of others are still there.
@Suite struct PartialPruneTests {
  private let folder: OwnedFolder

  init() throws {
    folder = try OwnedFolder()
    try folder.watch(9)
  }

  private func reader(isResampled: Bool = false) -> AudienceReader {
    AudienceReader(
      database: folder.database, video: "walk", settings: FoldSettings(), isResampled: isResampled)
  }

  private func audience(isResampled: Bool = false) throws -> VideoAudience {
    try reader(isResampled: isResampled).audience(duration: 10, aspect: 16.0 / 9, mayKeep: false)
  }

  /// Erases the samples of the first few viewers.
  private func erase(_ count: Int) throws -> FrozenAudience {
    let later = Date().addingTimeInterval(60)
    let aged = Array(
      try folder.database.viewers(of: "walk", in: .everyone, importedBefore: later).prefix(count))
    let kept = try #require(
      try reader().frozen(aged, duration: 10, aspect: 16.0 / 9))
    #expect(try folder.database.freeze(aged, of: "walk", as: [.everyone: kept]))
    return kept
  }

  /// While some are folded the next are read: more viewers than are read at a time all count.
  @Test func viewersOfSeveralBatchesCount() throws {
    let crowd = try OwnedFolder()
    try crowd.people("crowd.csv", (0..<70).map { "person\($0)" })
    _ = try crowd.take("crowd.csv", options: OwnedFolder.named)
    let reader = AudienceReader(
      database: crowd.database, video: "walk", settings: FoldSettings())
    let audience = try reader.audience(duration: 10, aspect: 16.0 / 9, mayKeep: false)
    #expect(audience.summary.viewers == 70)
    #expect(audience.summary.bins.allSatisfy { $0.watching == 70 })
  }

  @Test func allViewersCountAndNobodyTwice() throws {
    let before = try audience().folded()
    #expect(before.summary.viewers == 9)
    #expect(try erase(4).viewers == 4)
    #expect(try folder.database.videos().map(\.sessions) == [5])
    let after = try audience().folded()
    #expect(after.summary.viewers == 9)
    #expect(after.summary.bins.map(\.watching) == before.summary.bins.map(\.watching))
    #expect(after.summary.bins.map(\.withFace) == before.summary.bins.map(\.withFace))
    // The others are erased in their turn: then it is that audience as it stands, to the byte.
    #expect(try erase(5).viewers == 9)
    #expect(try audience().folded() == after)
  }

  @Test func anAudienceOfWhichSamplesAreGoneHasNoResamples() throws {
    #expect(try audience(isResampled: true).resamples != nil)
    _ = try erase(4)
    #expect(try audience(isResampled: true).resamples == nil)
    _ = try erase(5)
    #expect(try audience(isResampled: true).resamples == nil)
  }
}
