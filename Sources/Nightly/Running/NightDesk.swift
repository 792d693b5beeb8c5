import EditDecisions
import Foundation
import Library
import Logging
import Rendering
import Selection
import Settings

/// Hands videos to workers, keeps what they say, and prints it.
struct NightDesk: Sendable {
  let job: NightJob
  let request: NightRequest
  let database: LibraryDatabase
  let output: @Sendable (String) -> Void

  private var library: LibraryFolder { job.library }
  private var check: DueCheck { DueCheck(library: library, database: database) }

  /// Every video that is due; on a dry run every video with an audience.
  func night() async throws {
    let standings = try check.standings()
    if request.dryRun { return try await dryNight(standings) }
    let due = standings.filter(\.isDue)
    sweepEverything()
    let log = NightLog(job.logger)
    guard !due.isEmpty else {
      log.ended(NightTally(), .done)
      return output(Self.nothing(standings))
    }
    log.began(due: due.count, of: standings.count)
    let id = try database.beginNight(at: Date())
    var tally = NightTally()
    do {
      try await work(through: due, &tally)
    } catch {
      let failure = CommandFailure(describing: error)
      // What is recorded is what the shell sees: a cancelled task does not know by which signal.
      let status = job.stopStatus() ?? failure.status
      try? database.finishNight(
        id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: failure.message)
      log.ended(tally, status)
      throw error
    }
    let status: ExitStatus = tally.failures.isEmpty ? .done : .someVideosFailed
    try database.finishNight(
      id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: nil)
    log.ended(tally, status)
    output(tally.text)
    guard tally.failures.isEmpty else {
      throw CommandFailure(
        status,
        "the night finished, but \(tally.failures.count) of \(due.count) videos failed: "
          + tally.failures.joined(separator: ", "))
    }
  }

  private static func nothing(_ standings: [DueCheck.Standing]) -> String {
    let watched = standings.count(where: \.hasAudience)
    guard watched > 0 else {
      return "No video has an audience yet, so there is nothing to do; `gazecut import` takes "
        + "timelines in.\n"
    }
    return "There is nothing new for \(watched == 1 ? "the one video" : "any of \(watched) videos")"
      + "; nothing was rendered.\n"
  }

  /// Works on several videos at once, each in a process of its own.
  private func work(
    through due: [DueCheck.Standing], _ tally: inout NightTally
  ) async throws {
    let width = try width(for: due.count)
    var waiting = due[...]
    try await withThrowingTaskGroup(of: VideoOutcome.self) { group in
      func startNext() {
        guard let next = waiting.popFirst() else { return }
        group.addTask { try await nightly(next, width) }
      }
      for _ in 0..<width.videos { startNext() }
      while let outcome = try await group.next() {
        tally.add(outcome)
        startNext()
      }
    }
  }

  private func width(for due: Int) throws -> RunWidth {
    RunWidth(try library.settings.settings(for: nil, flags: request.flags), due: due)
  }

  /// One video of a night; its failure is its own.
  private func nightly(
    _ standing: DueCheck.Standing, _ width: RunWidth
  ) async throws -> VideoOutcome {
    let video = standing.video
    let began = ContinuousClock.now
    if let pin = standing.state.pin {
      guard try lostItsViewers(video) else { return try keepPinned(standing, pin) }
      job.logger.warning(
        "\(video) was pinned, but has fewer viewers left than selection.minimumViewers: unpinned")
    }
    do {
      let result = try await worker(video, .audience, width)
      try keep(result, standing, pin: nil)
      let outcome = VideoOutcome(video: video, result: result)
      NightLog(job.logger).done(outcome, began.duration(to: .now))
      return outcome
    } catch {
      try Task.checkCancellation()
      var failure = CommandFailure(describing: error)
      if [.interrupted, .terminated].contains(failure.status) {
        // Nobody stopped the night: somebody stopped this worker alone.
        guard job.stopStatus() == nil else { throw failure }
        failure = CommandFailure(failure.status, "its worker was stopped by a signal")
      }
      let count = standing.state.failureCount + 1
      try keep(failure, standing, count: count)
      job.logger.error(
        "\(video): \(failure.message) (failed \(count == 1 ? "once" : "\(count) times in a row"))",
        metadata: [
          "event": "video.failed", "video": "\(video)", "status": "\(failure.status.rawValue)",
        ])
      return VideoOutcome(video: video, failure: failure.message)
    }
  }

  /// Not even what a person pinned may rest on fewer viewers than the minimum.
  private func lostItsViewers(_ video: String) throws -> Bool {
    let viewers = try database.videos().first { $0.id == video }?.viewers ?? 0
    let settings = try library.settings.settings(for: video, flags: request.flags)
    return viewers < settings.selection.minimumViewers
  }

  private func keepPinned(
    _ standing: DueCheck.Standing, _ pin: VideoState.Pin
  ) throws -> VideoOutcome {
    var state = standing.state
    state.fingerprint = standing.fingerprint
    state.lastRun = Date()
    try database.setState(state, of: standing.video)
    return VideoOutcome(
      video: standing.video,
      note: "has new evidence, but is pinned by a person (--\(pin.kind.rawValue)); its clips "
        + "were left alone until `gazecut regenerate \(standing.video) --unpin`")
  }
}

extension NightDesk {
  /// One video that was asked for.
  func regenerate(_ video: String) async throws {
    try library.requireKnown(video, in: database)
    let standing = try check.standing(of: video)
    let began = ContinuousClock.now
    var source = request.source.job
    var pin = try pin()
    if case .audience = source, let pinned = standing.state.pin, !request.unpin {
      job.logger.notice(
        """
        \(video) is pinned by a person (--\(pinned.kind.rawValue)); its decisions are kept. \
        `gazecut regenerate \(video) --unpin` lets the audience decide again.
        """)
      source = .document(pinned.text, name: "the pinned decisions of \(video)")
      pin = pinned.kind
    }
    do {
      let result = try await worker(video, source, try width(for: 1))
      if request.dryRun {
        return output(try printed(result))
      }
      if let proofs = result.proofs {
        return output(NightTally.proofs(proofs, of: video, reason: result.reason))
      }
      try keep(result, standing, pin: pin)
      let outcome = VideoOutcome(video: video, result: result)
      NightLog(job.logger).done(outcome, began.duration(to: .now))
      var tally = NightTally()
      tally.add(outcome)
      output(tally.text)
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  private func pin() throws -> VideoState.Pin.Kind? {
    switch request.source {
    case .audience: nil
    case .windows: .moment
    case .document: .decisions
    }
  }

  private func worker(
    _ video: String, _ source: WorkerJob.Source, _ width: RunWidth
  ) async throws -> WorkerResult {
    let job = WorkerJob(
      video: video, configuration: library.configuration, flags: request.flags, source: source,
      dryRun: request.dryRun, isProof: request.isProof, width: width.clips, memory: width.memory)
    let reporter = self.job.reporter
    let logger = self.job.logger
    let process = WorkerProcess(job: job) { event in
      switch event {
      case .progress(let step, let done, let total):
        reporter.report(video: video, step: step, done: done, total: total)
      case .notice(let text):
        logger.notice("\(video): \(text)", metadata: ["video": "\(video)"])
      case .alive, .finished, .failed: break
      }
    }
    do {
      return try await process.run()
    } catch {
      if !request.dryRun { sweep(video) }
      throw error
    }
  }

  /// A worker that crashed, or was killed, could not take its temporary files along.
  private func sweep(_ video: String) {
    guard let settings = try? library.settings.settings(for: video, flags: request.flags) else {
      return
    }
    ClipFiles(folder: library.shortsFolder(of: video, settings)).sweep()
  }

  /// A run that was killed may have left something beside any video's clips; this one holds the
  /// lock, so whatever bears a temporary name is nobody's.
  private func sweepEverything() {
    guard let settings = try? library.settings.settings(for: nil, flags: request.flags) else {
      return
    }
    let shorts = library.outputPath(settings) + "/shorts"
    let videos = (try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []
    for video in videos { ClipFiles(folder: shorts + "/" + video).sweep() }
  }

  private func keep(
    _ result: WorkerResult, _ standing: DueCheck.Standing, pin: VideoState.Pin.Kind?
  ) throws {
    let state = VideoState(
      fingerprint: standing.fingerprint,
      pin: pin.map { VideoState.Pin(kind: $0, text: result.decisions) },
      decisions: result.decisions, lastRun: Date())
    try database.setState(state, of: standing.video)
  }

  private func keep(
    _ failure: CommandFailure, _ standing: DueCheck.Standing, count: Int
  ) throws {
    var state = standing.state
    state.failure = failure.message
    state.failureCount = count
    state.lastRun = Date()
    try database.setState(state, of: standing.video)
  }
}

extension NightDesk {
  /// Prints what would be rendered, video by video; writes nothing.
  private func dryNight(_ standings: [DueCheck.Standing]) async throws {
    let watched = standings.filter { $0.hasAudience || $0.isDue }
    guard !watched.isEmpty else { return job.logger.notice("\(Self.nothing(standings))") }
    var failures: [String] = []
    for standing in watched {
      do {
        output(try printed(try await dryResult(standing)))
      } catch {
        try Task.checkCancellation()
        let failure = CommandFailure(describing: error)
        job.logger.error("\(standing.video): \(failure.message)")
        failures.append(standing.video)
      }
    }
    guard failures.isEmpty else {
      throw CommandFailure(
        .someVideosFailed, "no decisions for \(failures.joined(separator: ", "))")
    }
  }

  private func dryResult(_ standing: DueCheck.Standing) async throws -> WorkerResult {
    // What is not due, or is pinned, is what the last run recorded, to the byte.
    let state = standing.state
    if let pin = state.pin { return WorkerResult(decisions: pin.text) }
    if !standing.isDue, request.flags.isEmpty, let decisions = state.decisions {
      return WorkerResult(decisions: decisions)
    }
    return try await worker(standing.video, .audience, try width(for: 1))
  }

  private func printed(_ result: WorkerResult) throws -> String {
    if request.isJSON { return result.decisions + "\n" }
    let document = try DecisionDocument(json: Data(result.decisions.utf8))
    return DecisionTable(document).text + "\n"
  }
}
