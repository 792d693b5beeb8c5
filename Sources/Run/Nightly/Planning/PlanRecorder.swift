import Deciding
import EditDecisions
import Foundation
import Library
import Logging
import Publishing
import Reporting
import Settings
import Support
import Workspace

extension NightJob {
  /// Takes what a plan's jobs rendered into the library: clips, decisions, states, the night.
  ///
  /// It may be done again: what was recorded is not touched a second time, and what was rendered
  /// since is taken.
  ///
  /// - Parameters:
  ///   - folder: what `plan --to` wrote.
  ///   - flags: `--set` values, over those that the plan carries.
  ///   - output: takes the result, for standard output.
  /// - Throws: `CommandFailure` 66 and 65 for what is no plan of this library; 3 when videos failed
  ///   or are not rendered yet, all of them too: what could be recorded is, and any other status
  ///   means that something is left which could be.
  package func record(
    _ folder: String, flags: [String] = [], output: @escaping @Sendable (String) -> Void
  ) async throws {
    let path = LibraryFolder.absolute(folder)
    let (plan, header) = try PlanFolder.open(path)
    let lock = try LibraryLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    let logger = logger
    let database = try library.database(for: .writing, notice: { logger.notice("\($0)") })
    try database.checkIfOutdated()
    try PlanAuthenticator(id: header.id, database).require(header, at: path)
    // Programs and places are never a plan's, whoever sealed it.
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
        "recorded, but \(tally.failures.count) of \(tally.videos) not done: "
          + tally.failures.joined(separator: ", "))
    }
    try plan.write(["recordedAt": Date().formatted(.iso8601)], to: "recorded.json")
  }
}

/// Records every video of a plan, and the run.
private struct PlanRecorder {
  let night: NightContext
  let plan: PlanFolder

  /// Records every video of a plan that is not recorded yet, and the night.
  func record(_ header: PlanHeader) async throws -> NightSummary {
    var tally = NightSummary()
    var open: [(planned: PlannedVideo, standing: DueVideos.Standing)] = []
    let videos = try plan.videos(of: header, PlanAuthenticator(id: header.id, night.database))
    let standings = try night.check.standings(of: videos.map(\.video)).keyed(by: \.video)
    for planned in videos {
      guard let standing = standings[planned.video] else { continue }
      if let gone = takenAway(planned, standing) {
        tally.add(gone)
      } else if try isRecorded(planned, standing) {
        tally.add(VideoResultSummary(video: planned.video, ending: .noted("was recorded already")))
      } else {
        open.append((planned, standing))
      }
    }
    guard !open.isEmpty else {
      // A recording that was stopped may have left some.
      try await PageWriter(night: night).write(.changed)
      return tally
    }
    let id = try night.database.storeRunStart(at: header.madeAt)
    let isErasedSince = try night.database.erasureListHash() != header.erased
    do {
      for (planned, standing) in open {
        try Task.checkCancellation()
        night.lock?.isAt([planned.video])
        let outcome = try await record(planned, standing, isErasedSince: isErasedSince)
        tally.add(outcome)
        try await VideoNotification.send(outcome, by: night)
      }
    } catch {
      _ = RunRecorder(night: night).recordInterruptedNight(
        id, &tally, due: open.map(\.planned.video), by: error, since: header.madeAt)
      throw error
    }
    let status = tally.failures.isEmpty ? ExitStatus.done : .someVideosFailed
    try await RunRecorder(night: night).conclude(id, tally, status, since: header.madeAt)
    return tally
  }

  /// What is said of a video whose files were recorded from this plan and taken away since.
  private func takenAway(
    _ planned: PlannedVideo, _ standing: DueVideos.Standing
  ) -> VideoResultSummary? {
    guard let taken = standing.taken, standing.state.fingerprint == planned.fingerprint,
      let jobs = try? plan.sealed(planned.video, digest: planned.digest).jobs, !jobs.isEmpty,
      jobs.allSatisfy({ plan.result(of: $0.name)?.isTaken ?? false })
    else { return nil }
    let words = "was recorded, and \(taken) was taken away since: plan again"
    return VideoResultSummary(
      video: planned.video, ending: .failed(CommandFailure(.tryAgain, words)), remarks: [words])
  }

  /// Whether nothing of a planned video is left to be taken: its decisions are recorded, and their
  /// files are there.
  private func isRecorded(
    _ planned: PlannedVideo, _ standing: DueVideos.Standing
  ) throws -> Bool {
    let state = standing.state
    if let failure = planned.failure { return state.failure == failure.message }
    guard state.fingerprint == planned.fingerprint, state.failure == nil,
      standing.missing.isEmpty, !standing.isUnfinished
    else { return false }
    guard planned.course != .left else { return true }
    guard let decided = try? plan.sealed(planned.video, digest: planned.digest).document else {
      return false
    }
    // Not their texts: the same decisions may stand here in an earlier schema and there in this.
    return try state.document == decided
  }

  /// Its figures may rest on somebody who is gone, its clips on what a person has changed.
  private static func changed(_ video: String) -> VideoResultSummary {
    let words = "another run, a person or an erasure changed it since it was planned: plan again"
    return VideoResultSummary(
      video: video, ending: .failed(CommandFailure(.tryAgain, words)), remarks: [words])
  }

  private func record(
    _ planned: PlannedVideo, _ before: DueVideos.Standing, isErasedSince: Bool
  ) async throws -> VideoResultSummary {
    let isAsPlanned = before.fingerprint == planned.fingerprint
    // One that somebody took out of the library since has nothing left.
    let isThere = before.hasAudience || before.state.decisions != nil
    guard isThere, before.state.mark == planned.before, isAsPlanned || !isErasedSince else {
      return Self.changed(planned.video)
    }
    // What came since is not in it: the video stays due.
    var standing = before
    standing.fingerprint = planned.fingerprint
    if !isAsPlanned { standing.sourceNow = nil }
    do {
      return try await taken(planned, standing, isDue: !isAsPlanned)
    } catch let error as MissingRenderings {
      return VideoResultSummary(
        video: planned.video, ending: .failed(CommandFailure(.tryAgain, "\(error)")),
        remarks: ["\(error)"])
    } catch {
      let failure = try night.failureOfVideo(error)
      // On a full disk no other would be taken either: what is rendered waits in the plan.
      guard failure.scope == .video else { throw failure }
      // One that was told by an earlier recording has not failed once more.
      guard before.state.failure != failure.message else {
        return VideoResultSummary(video: planned.video, ending: .failed(failure))
      }
      return try VideoStateRecorder(night: night).keepFailure(of: standing, failure)
    }
  }

  private func taken(
    _ planned: PlannedVideo, _ standing: DueVideos.Standing, isDue: Bool
  ) async throws -> VideoResultSummary {
    if let failure = planned.failure {
      throw CommandFailure(ExitStatus(rawValue: failure.status) ?? .bug, failure.message)
    }
    let pin = standing.state.pin
    if planned.course == .left, let pin {
      return try VideoStateRecorder(night: night).keepPinned(standing, pin)
    }
    guard let source = planned.source else {
      throw CommandFailure(.badData, "the plan does not hold its source; plan again")
    }
    let sealed = try plan.sealed(planned.video, digest: planned.digest)
    let document = try sealed.document
    let settings = try night.settings(of: planned.video)
    guard planned.settings == settings.digestOfAllShapes else {
      throw CommandFailure(
        .configuration, "its settings were changed since it was planned: plan again")
    }
    let logger = night.job.logger
    for job in sealed.jobs {
      for text in plan.result(of: job.name)?.notices.prefix(JobResult.mostNotices) ?? [] {
        let shown = TerminalText.escaped(text)
        logger.notice("\(planned.video): \(shown)")
        night.note(shown, of: planned.video)
      }
    }
    let kept = planned.course == .pinned ? pin : nil
    var result = try await VideoRunner(night: night).publish(
      planned.video, VideoDecisions(source: source, document: document, settings: settings),
      isPinned: kept != nil,
      by: PlanResultCollector(plan: plan, planned: sealed.jobs.keyed(by: \.name)).run)
    // What the source is was noted when it was planned, as far as that still holds.
    result.source = nil
    result.reason = planned.reason
    var outcome = try VideoStateRecorder(night: night).keep(result, standing, kept, since: .now)
    if isDue { outcome.remarks.append("something new has come since it was planned: it stays due") }
    return outcome
  }
}
