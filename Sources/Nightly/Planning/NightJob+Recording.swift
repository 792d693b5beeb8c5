import EditDecisions
import Foundation
import Library
import Logging
import Settings

extension NightJob {
  /// Takes what a plan's jobs rendered into the library: clips, decisions, states, the night.
  ///
  /// It may be done again: what was recorded is not touched a second time, and what was rendered
  /// since is taken.
  ///
  /// - Parameters:
  ///   - folder: what `plan --to` wrote.
  ///   - output: takes the result, for standard output.
  /// - Throws: `CommandFailure` 66 and 65 for what is no plan of this library; 3 when some videos
  ///   failed, or are not rendered yet.
  package func record(
    _ folder: String, output: @escaping @Sendable (String) -> Void
  ) async throws {
    let path = LibraryFolder.absolute(folder, from: FileManager.default.currentDirectoryPath)
    let (plan, header) = try PlanFolder.open(path)
    let lock = try RunLock(folder: library.path, .exclusive)
    defer { withExtendedLifetime(lock) {} }
    try library.requireOutput(try library.settings.settings(for: nil, flags: header.flags))
    let logger = logger
    let database = try library.database(for: .writing, notice: { logger.notice("\($0)") })
    try database.checkWhenDue()
    guard try header.library == database.mark() else {
      throw CommandFailure(.badData, "'\(path)' is a plan of another library")
    }
    plan.sweep()
    let request = NightRequest(
      videos: nil, flags: header.flags, source: .audience, unpin: false, dryRun: false,
      isJSON: false)
    let desk = NightDesk(
      job: self, request: request, database: database, lock: lock, output: output)
    let tally = try await desk.record(plan, header)
    conclude(on: database, request, since: header.madeAt)
    try eraseOldSamples(database, request)
    output(tally.text)
    guard tally.failures.isEmpty else {
      throw CommandFailure(
        tally.status,
        "recorded, but \(tally.failures.count) of \(tally.outcomes.count) videos are not done: "
          + tally.failures.joined(separator: ", "))
    }
    try plan.write(["recordedAt": Date().formatted(.iso8601)], to: "recorded.json")
  }
}

extension NightDesk {
  /// Records every video of a plan that is not recorded yet, and the night.
  func record(_ plan: PlanFolder, _ header: PlanHeader) async throws -> NightTally {
    var tally = NightTally()
    var open: [(planned: PlannedVideo, standing: DueCheck.Standing)] = []
    let videos = try plan.videos()
    let known = try standingsByVideo(videos.map(\.video))
    for planned in videos {
      guard let standing = known[planned.video] else {
        tally.add(Self.changed(planned.video))
        continue
      }
      if try isRecorded(planned, plan, standing) {
        tally.add(VideoOutcome(video: planned.video, note: "was recorded already"))
      } else {
        open.append((planned, standing))
      }
    }
    guard !open.isEmpty else { return tally }
    let id = try database.beginNight(at: header.madeAt)
    let isErasedSince = try database.erasedMark() != header.erased
    do {
      for (planned, standing) in open {
        try Task.checkCancellation()
        lock?.isAt([planned.video])
        tally.add(try await record(planned, plan, standing, isErasedSince: isErasedSince))
      }
    } catch {
      let failure = CommandFailure(describing: error)
      let status = job.stopStatus() ?? failure.status
      try? database.finishNight(
        id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: failure.message)
      throw error
    }
    let status = tally.status
    try database.finishNight(
      id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: nil)
    NightLog(job.logger).ended(tally, status, since: header.madeAt)
    writeMetrics(tally, status, since: header.madeAt)
    return tally
  }

  private func standingsByVideo(_ videos: [String]) throws -> [String: DueCheck.Standing] {
    let standings = try DueCheck(library: job.library, database: database).standings(of: videos)
    return Dictionary(standings.map { ($0.video, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether nothing of a planned video is left to be taken.
  private func isRecorded(
    _ planned: PlannedVideo, _ plan: PlanFolder, _ standing: DueCheck.Standing
  ) throws -> Bool {
    let state = standing.state
    if let failure = planned.failure { return state.failure == failure.message }
    guard state.fingerprint == planned.fingerprint, state.failure == nil else { return false }
    guard planned.course != .left else { return true }
    guard let recorded = state.decisions, let decided = try? plan.decisions(of: planned.video)
    else { return false }
    // Not their texts: the same decisions may stand here in an earlier schema and there in this.
    return try DecisionDocument(json: Data(recorded.utf8)) == decided
  }

  /// Its figures may rest on somebody who is gone, its clips on what a person has changed.
  private static func changed(_ video: String) -> VideoOutcome {
    let words = "another run, a person or an erasure changed it since it was planned: plan again"
    return VideoOutcome(video: video, failure: words, status: .tryAgain, remarks: [words])
  }

  private func record(
    _ planned: PlannedVideo, _ plan: PlanFolder, _ before: DueCheck.Standing, isErasedSince: Bool
  ) async throws -> VideoOutcome {
    let isAsPlanned = before.fingerprint == planned.fingerprint
    guard before.state.mark == planned.before, isAsPlanned || !isErasedSince else {
      return Self.changed(planned.video)
    }
    // What came since is not in it: the video stays due.
    var standing = before
    standing.fingerprint = planned.fingerprint
    if !isAsPlanned { standing.sourceNow = nil }
    do {
      return try await taken(planned, plan, standing, isDue: !isAsPlanned)
    } catch let error as NotRendered {
      return VideoOutcome(
        video: planned.video, failure: "\(error)", status: .tryAgain, remarks: ["\(error)"])
    } catch {
      let failure = try ownFailure(error)
      // One that was told by an earlier recording has not failed once more.
      guard before.state.failure != failure.message else {
        return VideoOutcome(
          video: planned.video, failure: failure.message, status: failure.status)
      }
      return try failed(standing, failure)
    }
  }

  private func taken(
    _ planned: PlannedVideo, _ plan: PlanFolder, _ standing: DueCheck.Standing, isDue: Bool
  ) async throws -> VideoOutcome {
    if let failure = planned.failure {
      throw CommandFailure(ExitStatus(rawValue: failure.status) ?? .bug, failure.message)
    }
    let pin = standing.state.pin
    if planned.course == .left, let pin { return try keepPinned(standing, pin) }
    guard let source = planned.source else {
      throw CommandFailure(.badData, "the plan does not hold its source; plan again")
    }
    let document = try plan.decisions(of: planned.video)
    var result = WorkerResult(decisions: document.json, reason: planned.reason)
    let settings = try job.library.settings.settings(for: planned.video, flags: request.flags)
    guard planned.settings == settings.digestOfAllShapes else {
      throw CommandFailure(
        .configuration, "its settings were changed since it was planned: plan again")
    }
    let logger = job.logger
    var publisher = Publisher(
      folder: job.library.shortsFolder(of: planned.video, settings), settings: settings,
      database: database, source: source, document: document, runner: TakenResults(plan: plan),
      notice: { logger.notice("\(planned.video): \($0)") })
    for job in try plan.jobs(of: planned.video) {
      for text in plan.result(of: job.name)?.notices ?? [] {
        logger.notice("\(planned.video): \(text)")
      }
    }
    let kept = planned.course == .pinned ? pin : nil
    publisher.isPinned = kept != nil
    try await publisher.publish(&result)
    var remarks = try keep(result, standing, pin: kept?.kind, pinViewers: kept?.viewers)
    if isDue { remarks.append("something new has come since it was planned: it stays due") }
    let outcome = VideoOutcome(video: planned.video, result: result, remarks: remarks)
    NightLog(logger).done(outcome, .seconds(0))
    return outcome
  }
}
