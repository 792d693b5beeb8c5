import EditDecisions
import Foundation
import Ingest
import Library
import Logging
import Publishing
import Support
import Workspace

/// Records in the library what a run made of a video.
struct VideoStateRecorder {
  let night: NightContext

  /// Stores and logs the result of a video.
  ///
  /// `standing` is the status of the video before the run. `pin` says how the decisions are locked,
  /// ignoring its text; it is `nil` if the audience decides.
  func recordResult(
    _ result: VideoResult, _ standing: DueVideos.ProcessingStatus,
    _ pin: VideoState.LockedDecisions?, since began: ContinuousClock.Instant
  ) throws -> VideoResultSummary {
    let video = standing.video
    let state = VideoState(
      fingerprint: standing.fingerprint(workedOn: result.source),
      pin: try pin.map { pin in
        // Counts over the whole library, so only if the video is locked.
        let viewers = try pin.viewers ?? night.database.videos.summary(of: video)?.viewers ?? 0
        return VideoState.LockedDecisions(kind: pin.kind, text: result.decisions, viewers: viewers)
      },
      decisions: result.decisions, lastRun: Date())
    try night.database.videos.setState(state, of: video)
    let notices = result.notices + night.notes(of: video)
    // If nothing was rendered, the notices of the existing clips are kept.
    if !notices.isEmpty || !result.rendered.isEmpty || result.reelRendered {
      try night.database.videos.setCache(
        .notices, of: video, key: "", value: JSONEncoder().encode(notices))
    }
    let outcome = VideoResultSummary(
      video: video, ending: .made(result),
      remarks: (standing.taken.map { ["\($0) was missing"] } ?? [])
        + (try storeSourceState(standing, result)) + notices)
    night.log.done(outcome, began.duration(to: .now))
    return outcome
  }

  /// Stores the state of the source.
  ///
  /// If the source was replaced, compares the sessions with it.
  private func storeSourceState(
    _ standing: DueVideos.ProcessingStatus, _ result: VideoResult
  ) throws -> [String] {
    guard var now = standing.currentSource else { return [] }
    now.duration = try DecisionDocument(text: result.decisions).video.duration
    try night.database.videos.setSources([standing.video: now])
    guard let change = standing.source else { return [] }
    var remarks = [change.sentence(duration: now.duration)]
    if case .replaced = change {
      let warning = try SessionLengthCheck.run(
        standing.video, duration: now.duration, in: night.database)
      remarks += [warning].compactMap { $0 }
    }
    return remarks
  }

  /// Stores the failure of a video, and returns it with the number of failures in a row.
  func storeFailure(
    of standing: DueVideos.ProcessingStatus, _ failure: CommandFailure
  ) throws -> (message: String, count: Int) {
    var state = standing.state
    let message = DamagedSourceAdvice.message(of: failure)
    (state.failure, state.failureCount) = (message, state.failureCount + 1)
    (state.tried, state.lastRun) = (standing.fingerprint, Date())
    try night.database.videos.setState(state, of: standing.video)
    return (message, state.failureCount)
  }

  func recordFailure(
    of standing: DueVideos.ProcessingStatus, _ failure: CommandFailure
  ) throws -> VideoResultSummary {
    let video = standing.video
    let (message, count) = try storeFailure(of: standing, failure)
    night.job.logger.error(
      "\(video): \(message) (failed \(count == 1 ? "once" : "\(count) times in a row"))",
      metadata: [
        "event": "video.failed", "video": "\(video)", "status": .number(failure.status.rawValue),
        "scope": "\(failure.scope.rawValue)",
      ])
    return VideoResultSummary(
      video: video, ending: .failed(failure),
      remarks: standing.source.map { [$0.sentence()] } ?? [])
  }

  func storeUnchangedLock(
    _ standing: DueVideos.ProcessingStatus, _ pin: VideoState.LockedDecisions
  ) throws -> VideoResultSummary {
    var state = standing.state
    state.fingerprint = standing.fingerprint
    state.lastRun = Date()
    try night.database.videos.setState(state, of: standing.video)
    return VideoResultSummary(
      video: standing.video,
      ending: .noted(
        "has new evidence, but is locked by a user (--\(pin.kind.rawValue)); its clips "
          + "are kept until `gazecut regenerate \(standing.video) --unpin`"),
      remarks: standing.source.map { [$0.sentence()] } ?? [])
  }
}
