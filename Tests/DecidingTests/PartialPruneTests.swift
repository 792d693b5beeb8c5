import Audience
import Foundation
import Library
import LibraryFixture
import Support
import Testing
@testable import Deciding

/// Old samples of some viewers of a video are replaced by an aggregate.
///
/// Those of other viewers remain.
@Suite struct PartialPruneTests {
  private let folder: OwnedFolder

  init() throws {
    folder = try OwnedFolder()
    try folder.watch(9)
  }

  private func reader(isResampled: Bool = false) -> AudienceReader {
    AudienceReader(
      database: folder.database, video: "walk", settings: AggregationSettings(),
      isResampled: isResampled)
  }

  private func audience(
    isResampled: Bool = false, duration: Double = 10
  ) throws -> VideoAudience {
    try reader(isResampled: isResampled)
      .audience(duration: duration, aspect: 16.0 / 9, canCache: false)
  }

  /// Replaces the samples of the first `count` viewers.
  ///
  /// `duration` is that of the video at the time.
  private func erase(_ count: Int, duration: Double = 10) throws -> RetainedAudience {
    let later = Date().addingTimeInterval(60)
    let aged = Array(
      try folder.database.sessions.viewers(of: "walk", in: .everyone, importedBefore: later).prefix(
        count))
    let kept = try #require(
      try reader().retainedAudience(of: aged, duration: duration, aspect: 16.0 / 9))
    #expect(
      try folder.database.audiences.replaceSamplesByAggregate(
        aged, of: "walk", as: [.everyone: kept]))
    return kept
  }

  /// Batches are aggregated while the next ones are read.
  @Test func viewersOfSeveralBatchesCount() throws {
    let crowd = try OwnedFolder()
    try crowd.people("crowd.csv", (0..<70).map { "person\($0)" })
    _ = try crowd.take("crowd.csv", options: OwnedFolder.named)
    let reader = AudienceReader(
      database: crowd.database, video: "walk", settings: AggregationSettings())
    let audience = try reader.audience(duration: 10, aspect: 16.0 / 9, canCache: false)
    #expect(audience.summary.viewers == 70)
    #expect(audience.summary.bins.allSatisfy { $0.watching == 70 })
  }

  @Test func viewersCountOnceBeforeAndAfterTheirSamplesAreErased() throws {
    let before = try audience().folded()
    #expect(before.summary.viewers == 9)
    #expect(try erase(4).viewers == 4)
    #expect(try folder.database.videos.all().map(\.sessions) == [5])
    let after = try audience().folded()
    #expect(after.summary.viewers == 9)
    #expect(after.summary.bins.map(\.watching) == before.summary.bins.map(\.watching))
    #expect(after.summary.bins.map(\.withFace) == before.summary.bins.map(\.withFace))
    // After the other samples are erased too, the audience is the same to the byte.
    #expect(try erase(5).viewers == 9)
    #expect(try audience().folded() == after)
  }

  @Test func secondsOfALongerSourceCountOnlyRemainingViewers() throws {
    #expect(try erase(4, duration: 6).audience.summary.duration == 6)
    let longer = try audience().summary
    #expect(longer.duration == 10 && longer.bins.count == 20)
    #expect(longer.bins[..<12].allSatisfy { $0.watching == 9 })
    #expect(longer.bins[12...].allSatisfy { $0.watching == 5 })
    // Later aggregates include all seconds.
    #expect(try erase(2).audience.summary.bins.map(\.watching).last == 2)
    #expect(try audience().summary.bins.map(\.watching) == longer.bins.map(\.watching))
    let shorter = try audience(duration: 4).summary
    #expect(shorter.duration == 4 && shorter.bins.map(\.watching) == Array(repeating: 9, count: 8))
  }

  /// The source was incomplete during one run.
  @Test func shorterSourceRemovesNothingFromTheAggregate() throws {
    let whole = try audience().summary.bins.map(\.watching)
    _ = try erase(4)
    _ = try erase(2, duration: 4)
    #expect(try audience().summary.bins[..<8].map(\.watching) == Array(whole[..<8]))
    #expect(try audience().summary.bins.map(\.watching) == whole)
  }

  /// A damaged file can report any duration.
  ///
  /// An aggregate of that many time bins could not be read.
  @Test(arguments: [4, 9]) func impossibleDurationStoresNoAggregate(count: Int) throws {
    #expect(throws: CommandFailure.self) { try erase(count, duration: 600_000) }
    #expect(try audience().summary.viewers == 9)
  }

  @Test func audienceWithErasedSamplesHasNoResamples() throws {
    #expect(try audience(isResampled: true).resamples != nil)
    _ = try erase(4)
    #expect(try audience(isResampled: true).resamples == nil)
    _ = try erase(5)
    #expect(try audience(isResampled: true).resamples == nil)
  }
}
