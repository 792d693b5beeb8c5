import Deciding
import Foundation
import Library
import Media
import LibraryFixture
import Testing

@testable import Nightly
@testable import Support
@testable import Workspace

/// A video that fails on and on is not tried every night, as long as nothing of it is new.
@Suite struct RestingVideoTests {
  private let day = 86_400.0

  /// A library with a video that failed, and the time of its last failure.
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

  private func standing(_ folder: OwnedFolder, at time: Date) throws -> DueVideos.Standing {
    var due = DueVideos(library: folder.library, database: folder.database)
    due.now = time
    return try due.standing(of: "walk")
  }

  @Test func fiveFailuresInARowRestAWeek() throws {
    let (folder, at) = try failed(5)
    // Not at once: the library keeps times to the millisecond, rounded.
    for days in [0.01, 1, 6] {
      let standing = try standing(folder, at: at.addingTimeInterval(days * day))
      #expect(!standing.isDue && standing.isResting, "after \(days) days")
    }
    #expect(try standing(folder, at: at.addingTimeInterval(7 * day)).isDue)
    // A clock that was set back makes nothing rest for ever.
    #expect(try standing(folder, at: at.addingTimeInterval(-day)).isDue)
  }

  @Test func fourAreTriedEveryNight() throws {
    let (folder, at) = try failed(4)
    #expect(try standing(folder, at: at.addingTimeInterval(day)).isDue)
  }

  @Test func somethingNewIsTriedAtOnce() throws {
    let (folder, at) = try failed(9)
    try folder.write("videos/walk.mp4", "a source at last")
    #expect(try standing(folder, at: at.addingTimeInterval(day)).isDue)
  }

  /// `run VIDEO` and `plan VIDEO` alike.
  @Test func whoNamesAVideoTriesItThoughItRests() throws {
    let (folder, at) = try failed(5)
    let standing = try standing(folder, at: at.addingTimeInterval(day))
    func looks(_ only: [String]) -> Bool {
      var request = NightOptions()
      request.only = only
      return request.shouldProcess(standing)
    }
    #expect(looks(["walk"]) && !looks([]))
  }

  @Test func aPlanOfFailuresEndsAsTheFirstDid() {
    var sum = PlanSummary()
    sum.failures = ["a", "b"]
    sum.firstFailure = .notFound
    #expect(sum.status(of: 2) == .notFound && sum.status(of: 3) == .someVideosFailed)
  }

  @Test func onlyWhatNoOtherVideoWouldSurviveEndsTheRun() {
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
