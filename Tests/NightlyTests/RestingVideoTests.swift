import Deciding
import Foundation
import Library
import Media
import LibraryFixture
import Testing

@testable import Nightly
@testable import Support
@testable import Workspace

/// A video that fails repeatedly is skipped for a week, unless its input changes.
@Suite struct RestingVideoTests {
  private let day = 86_400.0

  /// A library with a video that failed `times` times, and the time of its last failure.
  private func failed(_ times: Int) throws -> (folder: OwnedFolder, at: Date) {
    let folder = try OwnedFolder()
    try folder.write("videos/walk.mp4", "a source that cannot be read")
    try folder.face("a.csv")
    _ = try folder.take("a.csv")
    let now = Date()
    let due = DueVideos(library: folder.library, database: folder.database)
    var state = VideoState(failure: "broken", failureCount: times, lastRun: now)
    state.tried = try due.standing(of: "walk").fingerprint
    try folder.database.videos.setState(state, of: "walk")
    return (folder, now)
  }

  private func status(_ folder: OwnedFolder, at time: Date) throws -> DueVideos.ProcessingStatus {
    var due = DueVideos(library: folder.library, database: folder.database)
    due.now = time
    return try due.standing(of: "walk")
  }

  @Test func videoRestsForAWeekAfterFiveFailures() throws {
    let (folder, at) = try failed(5)
    // Not directly after the failure, because the library rounds times to milliseconds.
    for days in [0.01, 1, 6] {
      let status = try status(folder, at: at.addingTimeInterval(days * day))
      #expect(!status.isDue && status.isResting, "after \(days) days")
    }
    #expect(try status(folder, at: at.addingTimeInterval(7 * day)).isDue)
    // If the clock is set back, the video is processed.
    #expect(try status(folder, at: at.addingTimeInterval(-day)).isDue)
  }

  @Test func videoIsTriedEveryRunAfterFourFailures() throws {
    let (folder, at) = try failed(4)
    #expect(try status(folder, at: at.addingTimeInterval(day)).isDue)
  }

  @Test func changedVideoIsTriedAtOnce() throws {
    let (folder, at) = try failed(9)
    try folder.write("videos/walk.mp4", "a source at last")
    #expect(try status(folder, at: at.addingTimeInterval(day)).isDue)
  }

  /// For `run VIDEO` and `plan VIDEO`.
  @Test func restingVideoIsTriedIfItIsNamed() throws {
    let (folder, at) = try failed(5)
    let status = try status(folder, at: at.addingTimeInterval(day))
    func isProcessed(_ only: [String]) -> Bool {
      var request = NightOptions()
      request.only = only
      return request.shouldProcess(status)
    }
    #expect(isProcessed(["walk"]) && !isProcessed([]))
  }

  @Test func planWithOnlyFailuresEndsWithTheFirstFailure() {
    var sum = PlanSummary()
    sum.failures = ["a", "b"]
    sum.firstFailure = .notFound
    #expect(sum.status(of: 2) == .notFound && sum.status(of: 3) == .someVideosFailed)
  }

  @Test func onlyErrorsOfTheMachineOrTheDiskEndARun() {
    func scope(_ kind: MediaError.Kind) -> CommandFailure.Scope {
      CommandFailure(describing: MediaError(kind, operation: "write")).scope
    }
    #expect(scope(.outOfSpace) == .run)
    #expect(scope(.outOfMemory) == .machine)
    for kind in [MediaError.Kind.invalidData, .notPermitted, .inputOutput] {
      #expect(scope(kind) == .video)
    }
    #expect(CommandFailure.creating("/x", errno: ENOSPC).scope == .run)
    #expect(CommandFailure.creating("/x", errno: EACCES).scope == .video)
  }
}
