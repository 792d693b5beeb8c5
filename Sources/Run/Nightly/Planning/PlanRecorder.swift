import Deciding
import EditDecisions
import Foundation
import Library
import Logging
import Publishing
import Settings
import Support
import Workspace

extension NightJob {
  /// Imports what workers rendered for a plan: clips, decisions, states and the run itself.
  ///
  /// Recording can be repeated: it skips recorded videos and imports what was rendered since.
  /// `flags` are `--set` values, which override those of the plan.
  ///
  /// - Throws: `CommandFailure` 66 or 65 if the folder is not a plan of this library; 3 if some or
  ///   all videos failed or are not rendered yet. With status 3, everything that was available has
  ///   been recorded. With any other status, something recordable is left.
  package func record(
    _ folder: String, flags: [String] = [], output: @escaping @Sendable (String) -> Void
  ) async throws {
    let path = LibraryFolder.absolute(folder)
    let (plan, header) = try PlanFolder.open(path)
    let lock = try LibraryLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    let database = try database(for: .writing)
    try database.checkIfOutdated()
    try PlanAuthenticator(id: header.id, database).require(header, at: path)
    // A plan cannot set programs or paths, even if its authentication code is valid.
    let flags = try SettingsLoader.flagsForPlan(header.flags) + flags
    try library.requireResponsiveOutputDisk(try library.settings.settings(for: nil, flags: flags))
    plan.sweep()
    let night = try NightContext(
      job: self, request: NightOptions(flags: flags), database: database, lock: lock,
      output: output)
    let tally = try await PlanRecorder(night: night, plan: plan).record(header)
    output(tally.text)
    guard tally.failures.isEmpty else {
      throw CommandFailure(
        .someVideosFailed,
        "recorded, but \(tally.failures.count) of \(tally.videos) failed: "
          + tally.failures.joined(separator: ", "))
    }
    try plan.write(["recordedAt": Date().formatted(.iso8601)], to: "recorded.json")
  }
}

private struct PlanRecorder {
  let night: NightContext
  let plan: PlanFolder

  /// Records the run and every video of a plan that is not recorded yet.
  func record(_ header: PlanHeader) async throws -> NightSummary {
    var tally = NightSummary()
    var open: [(planned: PlannedVideo, standing: DueVideos.ProcessingStatus)] = []
    let videos = try plan.videos(of: header, PlanAuthenticator(id: header.id, night.database))
    let videoStatuses = try night.check.videoStatuses(of: videos.map(\.video)).keyed(by: \.video)
    for planned in videos {
      guard let standing = videoStatuses[planned.video] else { continue }
      if let gone = resultOfDeletedFiles(planned, standing) {
        tally.add(gone)
      } else if try isRecorded(planned, standing) {
        tally.add(VideoResultSummary(video: planned.video, ending: .noted("was recorded already")))
      } else {
        open.append((planned, standing))
      }
    }
    guard !open.isEmpty else {
      // An earlier recording that was stopped may not have written all pages.
      try await PageWriter(night: night).write()
      return tally
    }
    let id = try night.database.runs.storeStart(at: header.madeAt)
    let isErasedSince = try night.database.privacy.erasureListHash() != header.erased
    do {
      for (planned, standing) in open {
        try Task.checkCancellation()
        night.lock?.updateCurrentVideos([planned.video])
        let outcome = try await record(planned, standing, isErasedSince: isErasedSince)
        tally.add(outcome)
        try await VideoNotification.send(outcome, by: night)
      }
    } catch {
      _ = RunRecorder(night: night).recordInterruptedRun(
        id, &tally, due: open.map(\.planned.video), by: error, since: header.madeAt)
      throw error
    }
    let status = tally.failures.isEmpty ? ExitStatus.done : .someVideosFailed
    try await RunRecorder(night: night).recordRunEnd(id, tally, status, since: header.madeAt)
    return tally
  }

  /// The result of a video whose files were recorded from this plan and later deleted.
  private func resultOfDeletedFiles(
    _ planned: PlannedVideo, _ standing: DueVideos.ProcessingStatus
  ) -> VideoResultSummary? {
    guard let taken = standing.taken, standing.state.fingerprint == planned.fingerprint,
      let jobs = try? plan.authenticated(planned.video, digest: planned.digest).jobs, !jobs.isEmpty,
      jobs.allSatisfy({ plan.result(of: $0.name)?.isTaken ?? false })
    else { return nil }
    return Self.notRecorded(
      planned.video, "was recorded, but \(taken) was removed since then: plan again")
  }

  private static func notRecorded(_ video: String, _ why: String) -> VideoResultSummary {
    VideoResultSummary(
      video: video, ending: .failed(CommandFailure(.tryAgain, why)), remarks: [why])
  }

  /// Whether the decisions of a planned video are recorded and its files exist.
  private func isRecorded(
    _ planned: PlannedVideo, _ standing: DueVideos.ProcessingStatus
  ) throws -> Bool {
    let state = standing.state
    if let failure = planned.failure { return state.failure == failure.message }
    guard state.fingerprint == planned.fingerprint, state.failure == nil,
      standing.missing.isEmpty, !standing.isUnfinished
    else { return false }
    guard planned.course != .left else { return true }
    guard let decided = try? plan.authenticated(planned.video, digest: planned.digest).document
    else { return false }
    // Compares documents, not texts: the library may have stored them in an earlier schema version.
    return try state.document == decided
  }

  private func record(
    _ planned: PlannedVideo, _ before: DueVideos.ProcessingStatus, isErasedSince: Bool
  ) async throws -> VideoResultSummary {
    let isAsPlanned = before.fingerprint == planned.fingerprint
    // Fails if the video was removed from the library since it was planned.
    let isThere = before.hasAudience || before.state.decisions != nil
    guard isThere, before.state.mark == planned.before, isAsPlanned || !isErasedSince else {
      // The planned figures may depend on an erased viewer, or the clips on an overridden decision.
      return Self.notRecorded(
        planned.video, "a run, a person or an erasure changed it after planning: plan again")
    }
    // The plan does not contain data that was imported since, so the video stays pending.
    var standing = before
    standing.fingerprint = planned.fingerprint
    if !isAsPlanned { standing.currentSource = nil }
    do {
      return try await taken(planned, standing, isDue: !isAsPlanned)
    } catch let error as MissingRenderings {
      return Self.notRecorded(planned.video, "\(error)")
    } catch {
      let failure = try night.failureOfVideo(error)
      // On a full disk no other video can be recorded. Rendered files stay in the plan.
      guard failure.scope == .video else { throw failure }
      // An earlier recording has already reported this failure.
      guard before.state.failure != failure.message else {
        return VideoResultSummary(video: planned.video, ending: .failed(failure))
      }
      return try VideoStateRecorder(night: night).recordFailure(of: standing, failure)
    }
  }

  private func taken(
    _ planned: PlannedVideo, _ standing: DueVideos.ProcessingStatus, isDue: Bool
  ) async throws -> VideoResultSummary {
    if let failure = planned.failure {
      throw CommandFailure(ExitStatus(rawValue: failure.status) ?? .bug, failure.message)
    }
    let pin = standing.state.pin
    if planned.course == .left, let pin {
      return try VideoStateRecorder(night: night).storeUnchangedLock(standing, pin)
    }
    guard let source = planned.source else {
      throw CommandFailure(.badData, "the plan does not contain its source; plan again")
    }
    let authenticated = try plan.authenticated(planned.video, digest: planned.digest)
    let document = try authenticated.document
    let settings = try night.settings(of: planned.video)
    guard planned.settings == settings.hashOfAllAspectRatios else {
      throw CommandFailure(.configuration, "its settings were changed after planning: plan again")
    }
    let logger = night.job.logger
    for job in authenticated.jobs {
      for text in plan.result(of: job.name)?.notices.prefix(JobResult.maximumNotices) ?? [] {
        let shown = TerminalText.escaped(text)
        logger.notice("\(planned.video): \(shown)")
        night.note(shown, of: planned.video)
      }
    }
    let kept = planned.course == .pinned ? pin : nil
    var result = try await VideoRunner(night: night).publish(
      planned.video, VideoDecisions(source: source, document: document, settings: settings),
      isPinned: kept != nil,
      by: PlanResultCollector(plan: plan, planned: authenticated.jobs.keyed(by: \.name)).run)
    // The state of the source was recorded when it was planned, if it is still valid.
    result.source = nil
    result.reason = planned.reason
    var outcome = try VideoStateRecorder(night: night).recordResult(
      result, standing, kept, since: .now)
    if isDue { outcome.remarks.append("it has new data since planning, so it stays pending") }
    return outcome
  }
}
