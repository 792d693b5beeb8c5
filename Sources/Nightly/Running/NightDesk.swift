import CutLists
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
  /// Told which videos are being worked on; a dry run holds none.
  let lock: RunLock?
  let output: @Sendable (String) -> Void

  private var library: LibraryFolder { job.library }
  private var check: DueCheck { DueCheck(library: library, database: database) }

  /// Every video that is due; on a dry run every video with an audience.
  ///
  /// - Returns: how the command ends, where the night finished and videos failed.
  /// - Throws: `CommandFailure` where the night did not finish.
  func night() async throws -> CommandFailure? {
    let standings = try standings(of: request.only)
    if request.dryRun {
      try await dryNight(standings)
      return nil
    }
    let began = Date()
    let due = standings.filter(request.looksAt)
    sweepEverything()
    nameClips(of: standings.filter { !$0.isDue })
    let log = NightLog(job.logger)
    guard !due.isEmpty else {
      log.ended(NightTally(), .done, since: began)
      writeMetrics(NightTally(), .done, since: began)
      output(Self.nothing(standings) + (try noteSources(standings)))
      return nil
    }
    log.began(due: due.count, of: standings.count)
    job.reporter.begin(videos: due.count)
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
      log.ended(tally, status, since: began)
      writeMetrics(tally, status, since: began)
      throw error
    }
    let status = tally.status
    try database.finishNight(
      id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: nil)
    log.ended(tally, status, since: began)
    writeMetrics(tally, status, since: began)
    output(tally.text + (try noteSources(standings.filter { !$0.isDue })))
    guard !tally.failures.isEmpty else { return nil }
    return CommandFailure(
      status,
      "the night finished, but \(tally.sum): " + tally.failures.joined(separator: ", "))
  }

  /// The standing of every video, or of some.
  ///
  /// - Throws: `CommandFailure` 66 for a video that the library does not know; `LibraryError`.
  func standings(of videos: [String]) throws -> [DueCheck.Standing] {
    guard !videos.isEmpty else { return try check.standings() }
    for video in videos { try library.requireKnown(video, in: database) }
    return try check.standings(of: videos)
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
    var working: Set<String> = []
    var starved: Set<String> = []
    try await withThrowingTaskGroup(of: (String, VideoOutcome?).self) { group in
      func startNext() {
        defer { lock?.isAt(working.sorted()) }
        guard let next = waiting.popFirst() else { return }
        working.insert(next.video)
        group.addTask { (next.video, try await nightly(next, width, isAlone: false)) }
      }
      for _ in 0..<width.videos { startNext() }
      while let (video, outcome) = try await group.next() {
        if let outcome { tally.add(outcome) } else { starved.insert(video) }
        job.reporter.ended(video, outcome.flatMap(place))
        working.remove(video)
        startNext()
      }
    }
    // What wanted for memory beside others has the machine to itself, once.
    for standing in due where starved.contains(standing.video) {
      lock?.isAt([standing.video])
      let alone = RunWidth(videos: 1, clips: 1, memory: width.memory * width.videos)
      if let outcome = try await nightly(standing, alone, isAlone: true) { tally.add(outcome) }
    }
  }

  /// Where the clips of a video are that is done, for whoever watches.
  private func place(_ outcome: VideoOutcome) -> String? {
    guard let result = outcome.result, !result.rendered.isEmpty || result.reelRendered,
      let settings = try? library.settings.settings(for: outcome.video, flags: request.flags)
    else { return nil }
    return "\(outcome.video) is done: " + library.shortsFolder(of: outcome.video, settings)
  }

  func width(for due: Int) throws -> RunWidth {
    RunWidth(try library.settings.settings(for: nil, flags: request.flags), due: due)
  }

  /// One video of a night; its failure is its own.
  ///
  /// - Returns: what became of it; `nil` where it wanted for memory beside others.
  private func nightly(
    _ standing: DueCheck.Standing, _ width: RunWidth, isAlone: Bool
  ) async throws -> VideoOutcome? {
    if let silence = silence(of: standing) { return try failed(standing, silence) }
    do {
      switch try course(of: standing) {
      case .audience: return try await rendered(standing, .audience, width, pin: nil)
      case .left(let pin): return try keepPinned(standing, pin)
      case .pinned(let pin):
        return try await rendered(standing, Self.source(pin, of: standing.video), width, pin: pin)
      }
    } catch let failure as CommandFailure where failure.scope == .machine {
      guard isAlone else {
        job.logger.warning("\(standing.video): \(failure.onceMore)")
        return nil
      }
      return try failed(standing, failure)
    }
  }

  /// Asks the disk of a source before a process is sent there, which it would hold.
  ///
  /// - Returns: the failure where it does not answer, be it since tonight's beginning or since
  ///   then.
  func silence(of standing: DueCheck.Standing) -> CommandFailure? {
    if let silence = standing.silence { return silence }
    guard let path = place(of: standing) else { return nil }
    do {
      _ = try library.answer(about: path) { access(path, R_OK) }
      return nil
    } catch {
      return error
    }
  }

  /// Where the source of a video was found.
  func place(of standing: DueCheck.Standing) -> String? {
    standing.sourceNow.map { LibraryFolder.absolute($0.path, from: library.path) }
  }

  /// The document that a person pinned, as a source of decisions.
  static func source(_ pin: VideoState.Pin, of video: String) -> WorkerJob.Source {
    .document(pin.text, name: "the pinned decisions of \(video)")
  }

  /// Who decides about a video tonight.
  enum Course {
    /// The audience.
    case audience
    /// A person has; its clips are made again where somebody took them away.
    case pinned(VideoState.Pin)
    /// A person has, and its clips are left alone.
    case left(VideoState.Pin)
  }

  func course(of standing: DueCheck.Standing) throws -> Course {
    guard let pin = standing.state.pin else { return .audience }
    guard try !lostItsViewers(standing.video, pin) else {
      job.logger.warning(
        """
        \(standing.video) was pinned, but has fewer viewers left than selection.minimumViewers: \
        unpinned
        """)
      return .audience
    }
    // Without a fingerprint a viewer was forgotten: the files are written without their figures.
    let isWhole = standing.missing.isEmpty && standing.state.fingerprint != nil
    return try isWhole && showsAllShapes(pin, of: standing.video) ? .left(pin) : .pinned(pin)
  }

  /// Whether a person's decisions are in just the shapes that the settings ask for.
  private func showsAllShapes(_ pin: VideoState.Pin, of video: String) throws -> Bool {
    let wanted = try library.settings.settings(for: video, flags: request.flags).shapes.dropFirst()
    // Of the first shape a pin says nothing: its clips are left alone, whatever the settings.
    let shown = try DecisionDocument(json: Data(pin.text.utf8)).shapes
    return shown.map(\.profile) == wanted.map(\.render.profile.rawValue)
  }

  /// Renders a video; its failure is its own, but for one that may go well alone.
  private func rendered(
    _ standing: DueCheck.Standing, _ source: WorkerJob.Source, _ width: RunWidth,
    pin: VideoState.Pin?
  ) async throws -> VideoOutcome {
    let video = standing.video
    let began = ContinuousClock.now
    do {
      let result = try await worker(standing, source, width)
      let remarks = try keep(result, standing, pin: pin?.kind, pinViewers: pin?.viewers)
      let outcome = VideoOutcome(video: video, result: result, remarks: remarks)
      NightLog(job.logger).done(outcome, began.duration(to: .now))
      return outcome
    } catch {
      let failure = try ownFailure(error)
      switch failure.scope {
      case .video: return try failed(standing, failure)
      case .machine: throw failure
      case .run:
        throw CommandFailure(
          failure.status,
          "\(video): \(failure.message); the night ends here, as every other video would",
          scope: .run)
      }
    }
  }

  /// The failure of one video, where it is not the run that was stopped.
  func ownFailure(_ error: any Error) throws -> CommandFailure {
    try Task.checkCancellation()
    let failure = CommandFailure(describing: error)
    guard [.interrupted, .terminated].contains(failure.status) else { return failure }
    // Nobody stopped the night: somebody stopped this worker alone.
    guard job.stopStatus() == nil else { throw failure }
    return CommandFailure(failure.status, "its worker was stopped by a signal")
  }

  /// Notes that a video failed.
  func failed(
    _ standing: DueCheck.Standing, _ failure: CommandFailure
  ) throws -> VideoOutcome {
    let video = standing.video
    let count = standing.state.failureCount + 1
    try keep(failure, standing, count: count)
    job.logger.error(
      "\(video): \(failure.message) (failed \(count == 1 ? "once" : "\(count) times in a row"))",
      metadata: [
        "event": "video.failed", "video": "\(video)", "status": "\(failure.status.rawValue)",
        "scope": "\(failure.scope.rawValue)",
      ])
    return VideoOutcome(
      video: video, failure: failure.message, status: failure.status,
      remarks: standing.source.map { [$0.sentence(duration: nil)] } ?? [])
  }

  /// Not even what a person pinned may rest on fewer viewers than the minimum.
  ///
  /// What a person decided for a library without viewers rests on none, and cannot lose them.
  private func lostItsViewers(_ video: String, _ pin: VideoState.Pin) throws -> Bool {
    let before =
      try pin.viewers ?? DecisionDocument(json: Data(pin.text.utf8)).audience.viewers
    guard before > 0 else { return false }
    let settings = try library.settings.settings(for: video, flags: request.flags)
    let viewers = try database.viewers(of: video, settings.selection.viewers)
    return !Disclosure(settings.selection).isTold(viewers)
  }

  func keepPinned(
    _ standing: DueCheck.Standing, _ pin: VideoState.Pin
  ) throws -> VideoOutcome {
    var state = standing.state
    state.fingerprint = standing.fingerprint
    state.lastRun = Date()
    try database.setState(state, of: standing.video)
    return VideoOutcome(
      video: standing.video,
      note: "has new evidence, but is pinned by a person (--\(pin.kind.rawValue)); its clips "
        + "were left alone until `gazecut regenerate \(standing.video) --unpin`",
      remarks: standing.source.map { [$0.sentence(duration: nil)] } ?? [])
  }
}

extension NightDesk {
  /// One video that was asked for.
  func regenerate(_ video: String) async throws {
    try library.requireKnown(video, in: database)
    let standing = try check.standing(of: video)
    if let silence = standing.silence { throw silence }
    lock?.isAt([video])
    let began = ContinuousClock.now
    var source = request.source.job
    var pin = try pin()
    if case .audience = source, let pinned = standing.state.pin, !request.unpin {
      job.logger.notice(
        """
        \(video) is pinned by a person (--\(pinned.kind.rawValue)); its decisions are kept. \
        `gazecut regenerate \(video) --unpin` lets the audience decide again.
        """)
      source = Self.source(pinned, of: video)
      pin = pinned.kind
    }
    do {
      let result = try await worker(standing, source, try width(for: 1))
      let dropped = try droppedMoments(of: standing.state, by: result)
      if request.dryRun {
        if let dropped { job.logger.notice("\(video): \(dropped)") }
        return output(try printed(result))
      }
      if let proofs = result.proofs {
        return output(NightTally.proofs(proofs, of: video, reason: result.reason))
      }
      let isKept = pin != nil && request.source.isAudience
      let remarks = try keep(
        result, standing, pin: pin, pinViewers: isKept ? standing.state.pin?.viewers : nil)
      let outcome = VideoOutcome(
        video: video, result: result, remarks: remarks + [dropped].compactMap(\.self))
      NightLog(job.logger).done(outcome, began.duration(to: .now))
      var tally = NightTally()
      tally.add(outcome)
      output(tally.text)
    } catch {
      try Task.checkCancellation()
      throw error
    }
  }

  /// What of the decisions before a person's seconds leave out; `nil` where that is nothing.
  private func droppedMoments(
    of state: VideoState, by result: WorkerResult
  ) throws -> String? {
    guard case .windows = request.source, let before = state.decisions else { return nil }
    let shown = try DecisionDocument(json: Data(result.decisions.utf8)).moments
    let dropped = try DecisionDocument(json: Data(before.utf8)).moments.filter { old in
      !shown.contains { $0.start < old.end && $0.end > old.start }
    }
    guard !dropped.isEmpty else { return nil }
    let spans = dropped.sorted { $0.start < $1.start }.map {
      PlayTime.text($0.start...max($0.start, $0.end))
    }
    return "no longer shown: \(spans.joined(separator: ", ")); --add keeps what was decided before"
  }

  private func pin() throws -> VideoState.Pin.Kind? {
    switch request.source {
    case .audience: nil
    case .windows: .moment
    case .document: .decisions
    }
  }

  private func worker(
    _ standing: DueCheck.Standing, _ source: WorkerJob.Source, _ width: RunWidth
  ) async throws -> WorkerResult {
    var job = WorkerJob(
      video: standing.video, configuration: library.configuration, flags: request.flags,
      source: source,
      dryRun: request.dryRun, isProof: request.isProof, width: width.clips, memory: width.memory)
    job.place = place(of: standing)
    return try await run(job)
  }

  /// Has a worker do a job, and hands on what it tells.
  func run(_ job: WorkerJob) async throws -> WorkerResult {
    let video = job.video
    let (reporter, logger) = (self.job.reporter, self.job.logger)
    let process = WorkerProcess(task: .video(job)) { event in
      switch event {
      case .progress(let step, let done, let total):
        reporter.report(video: video, step: step, done: done, total: total)
      case .notice(let text):
        logger.notice("\(video): \(text)", metadata: ["video": "\(video)"])
      case .planned(let moments, let files):
        NightLog(logger).planned(video, moments)
        if files > 0 { reporter.planned(video, files: files) }
      case .rendered(let job, let seconds, let bytes):
        NightLog(logger).rendered(job, of: video, seconds, bytes)
        reporter.rendered(video)
      case .alive, .wants, .answer, .finished, .failed: break
      }
    }
    do {
      return try await process.run()
    } catch {
      if !job.dryRun, !job.seals { sweep(video) }
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

  /// A run that was killed may have left something beside any video's clips.
  private func sweepEverything() {
    guard let settings = try? library.settings.settings(for: nil, flags: request.flags) else {
      return
    }
    let shorts = library.outputPath(settings) + "/shorts"
    let videos = (try? FileManager.default.contentsOfDirectory(atPath: shorts)) ?? []
    for video in videos { ClipFiles(folder: shorts + "/" + video).sweep() }
  }

  /// Names the clips of videos that are not due where the index is gone, or an older gazecut made
  /// none; that it cannot be written spoils no night.
  private func nameClips(of standings: [DueCheck.Standing]) {
    for standing in standings {
      guard let text = standing.state.decisions else { continue }
      do {
        let video = standing.video
        let settings = try library.settings.settings(for: video, flags: request.flags)
        let files = ClipFiles(folder: library.shortsFolder(of: video, settings))
        // Most are named: their documents are not read.
        guard !ClipShape.folders(settings).allSatisfy({ isNamed(video, files.inside($0)) })
        else { continue }
        let shapes = ClipShape.all(settings, try DecisionDocument(json: Data(text.utf8)))
        guard !shapes.allSatisfy({ isNamed(video, files.inside($0.folder)) }) else { continue }
        let clips = try database.clips(of: video).filter { $0.state == .current }
        try ClipShape.name(
          shapes, of: video, files,
          clips: Dictionary(clips.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
          isPinned: standing.state.pin != nil
        ) { job.logger.notice("\(video): \($0)") }
      } catch {
        job.logger.warning("\(standing.video): \(CommandFailure(describing: error).message)")
      }
    }
  }

  private func isNamed(_ video: String, _ files: ClipFiles) -> Bool {
    ClipNames(video: video, files: files).isThere
  }

  /// Keeps what a run made.
  ///
  /// - Returns: what else an operator should read: files that were gone, a source that changed.
  func keep(
    _ result: WorkerResult, _ standing: DueCheck.Standing, pin: VideoState.Pin.Kind?,
    pinViewers: Int?
  ) throws -> [String] {
    let state = VideoState(
      fingerprint: standing.fingerprint(workedOn: result.source),
      pin: try pin.map { kind in
        // Counted over the whole library: only where a pin asks for it.
        let viewers = try pinViewers ?? database.summary(of: standing.video)?.viewers ?? 0
        return VideoState.Pin(kind: kind, text: result.decisions, viewers: viewers)
      },
      decisions: result.decisions, lastRun: Date())
    try database.setState(state, of: standing.video)
    return gone(standing) + (try noteSource(standing, result))
  }

  /// What somebody took away, and this run made again.
  private func gone(_ standing: DueCheck.Standing) -> [String] {
    let names = standing.missing
    guard let first = names.first else { return [] }
    let more = names.count == 1 ? "" : " and \(names.count - 1) more"
    return ["\(first)\(more) had been taken away"]
  }

  /// Keeps what the source is now; where it was replaced, holds the sessions against it.
  private func noteSource(
    _ standing: DueCheck.Standing, _ result: WorkerResult
  ) throws -> [String] {
    guard var now = standing.sourceNow else { return [] }
    now.duration = try DecisionDocument(json: Data(result.decisions.utf8)).video.duration
    try database.setSource(now, of: standing.video)
    guard let change = standing.source else { return [] }
    var remarks = [change.sentence(duration: now.duration)]
    if case .replaced = change {
      let recheck = SourceRecheck(database: database)
      remarks += [try recheck.run(standing.video, duration: now.duration)].compactMap { $0 }
    }
    return remarks
  }

  /// Says what became of the sources of videos that are not due; a source that only moved is from
  /// now on where it is, and one that was read again need not be read the next time.
  func noteSources(_ standings: [DueCheck.Standing]) throws -> String {
    var lines = ""
    var other: [String: SourceSeen] = [:]
    let seen = try database.sourcesSeen()
    for standing in standings {
      guard var now = standing.sourceNow, let before = seen[standing.video] else { continue }
      if let change = standing.source {
        lines += "\(standing.video): \(change.sentence(duration: nil))\n"
        guard case .moved = change else { continue }
      }
      now.duration = before.duration
      if now != before { other[standing.video] = now }
    }
    try database.setSources(other)
    return lines
  }

  private func keep(
    _ failure: CommandFailure, _ standing: DueCheck.Standing, count: Int
  ) throws {
    var state = standing.state
    state.failure = failure.message
    state.failureCount = count
    state.tried = standing.fingerprint
    state.lastRun = Date()
    try database.setState(state, of: standing.video)
  }
}

extension NightDesk {
  /// Prints what would be rendered, video by video; writes nothing.
  private func dryNight(_ standings: [DueCheck.Standing]) async throws {
    let watched = standings.filter { $0.hasAudience || $0.isDue }
    guard !watched.isEmpty else { return job.logger.notice("\(Self.nothing(standings))") }
    if !request.isJSON, request.export == nil { output(Self.dueLine(watched)) }
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

  /// Which of the videos a run would work on, as the first line of a table.
  private static func dueLine(_ watched: [DueCheck.Standing]) -> String {
    let due = watched.filter(\.isDue).map(\.video)
    let all = "\(watched.count) video\(watched.count == 1 ? "" : "s")"
    guard !due.isEmpty else { return "Nothing is due; what the last run decided for \(all):\n\n" }
    return "Due: \(due.joined(separator: ", ")) (\(due.count) of \(all)).\n\n"
  }

  private func dryResult(_ standing: DueCheck.Standing) async throws -> WorkerResult {
    // What is not due, or is pinned, is what the last run recorded, to the byte.
    let state = standing.state
    if let pin = state.pin { return WorkerResult(decisions: pin.text) }
    if !standing.isDue, request.flags.isEmpty, let decisions = state.decisions {
      return WorkerResult(decisions: decisions)
    }
    if let silence = standing.silence { throw silence }
    return try await worker(standing, .audience, try width(for: 1))
  }

  private func printed(_ result: WorkerResult) throws -> String {
    if request.isJSON { return result.decisions + "\n" }
    let document = try DecisionDocument(json: Data(result.decisions.utf8))
    if let format = request.export {
      let export = try ExportJob.export(document, in: library, flags: request.flags)
      for text in export.shortfalls(format) { job.logger.notice("\(document.video.id): \(text)") }
      return export.stream(format)
    }
    return DecisionTable(document).text + "\n"
  }
}
