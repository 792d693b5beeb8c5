import Deciding
import EditDecisions
import Foundation
import Ingest
import Library
import Logging
import Publishing
import Rendering
import Reporting
import Settings
import Support
import Synchronization
import Workspace

/// Decides about videos, has their clips rendered, keeps what came of it, and prints it.
final class NightCoordinator: Sendable {
  let job: NightJob
  let request: NightOptions
  let database: LibraryDatabase
  /// Told which videos are being worked on; a dry run holds none.
  let lock: LibraryLock?
  let output: @Sendable (String) -> Void
  /// In which all that this run decides and renders has its turn.
  let queue: JobQueue
  let renderer: Renderer
  /// Videos that are being worked on.
  private let atWork = Mutex<Set<String>>([])
  /// What was said of what was rendered, by video.
  private let noted = Mutex<[String: [String]]>([:])
  /// What became of new files; `nil` if the run imported nothing.
  let intake: IntakeSummary?
  /// Watched folders that the import could not read.
  var unread: [String] { intake?.unread ?? [] }

  init(
    job: NightJob, request: NightOptions, database: LibraryDatabase, lock: LibraryLock?,
    output: @escaping @Sendable (String) -> Void, intake: IntakeSummary? = nil
  ) throws {
    self.job = job
    self.request = request
    self.database = database
    self.lock = lock
    self.output = output
    self.intake = intake
    let settings = try job.library.settings.settings(for: request.video, flags: request.flags)
    queue = JobQueue(
      settings.render, workers: settings.run.workers, memory: settings.run.memory,
      end: request.until)
    renderer = Renderer(queue: queue, folder: "")
  }

  /// Keeps what a person should know of a video for its line in the summary; each text once.
  func note(_ text: String, of video: String) {
    noted.withLock { noted in
      if !noted[video, default: []].contains(text) { noted[video, default: []].append(text) }
    }
  }

  /// What was kept so far.
  func notes(of video: String) -> [String] { noted.withLock { $0[video] ?? [] } }

  var library: LibraryFolder { job.library }

  /// The settings of a video, or of all, as the request has them.
  func settings(of video: String?) throws -> Settings {
    try library.settings.settings(for: video, flags: request.flags)
  }

  var check: DueVideos { DueVideos(library: library, database: database) }

  /// Every video that is due; on a dry run every video with an audience.
  ///
  /// - Returns: how the command ends, where the night finished and videos failed.
  /// - Throws: `CommandFailure` where the night did not finish.
  func night() async throws -> CommandFailure? {
    let standings = try standings(of: request.only)
    let finder = try check.finder
    for line in try [UnusableFileNames(finder, in: library).sentence].compactMap({ $0 })
      + library.unknownKeys(finder, in: database)
    {
      job.logger.notice("\(line)")
    }
    if request.dryRun {
      try await printDryRun(standings)
      return NightSummary(unread: unread).failure
    }
    let all = try inOrder(standings.filter(request.shouldProcess))
    let due = all.prefix(request.limit ?? .max)
    removeTemporaryFilesOfAllVideos()
    updateClipIndexes(of: standings.filter { !$0.isDue })
    let log = NightLog(job.logger)
    var tally = NightSummary(left: all.dropFirst(due.count).map(\.video), unread: unread)
    guard !due.isEmpty else {
      try await conclude(nil, tally, tally.status)
      output(
        Self.nothing(standings) + (try reportSourceChanges(standings)) + Self.waiting(standings)
          + (request.only.isEmpty ? "" : try otherSettings(standings)))
      return tally.failure
    }
    try await requireWorkingEncoders(of: due.map(\.video))
    log.began(due: all.count, of: standings.count)
    job.reporter.begin(videos: due.map(\.video))
    let id = try database.storeRunStart(at: Date())
    do {
      try await work(through: Array(due), &tally)
    } catch {
      let left = recordInterruptedNight(id, &tally, due: due.map(\.video), by: error)
      if !left.isEmpty { job.logger.notice("still due: \(left.joined(separator: ", "))") }
      throw error
    }
    try await conclude(id, tally, tally.status)
    let summary = RunSummary(
      tally: tally, intake: intake, seconds: job.ending.seconds, report: try reportPage)
    output(
      tally.text + (try reportSourceChanges(standings.filter { !$0.isDue }))
        + Self.waiting(standings)
        + (try summary.text()))
    return tally.failure
  }

  /// The page that lists all clips; `nil` if `run.report` is off.
  private var reportPage: String? {
    get throws {
      let settings = try settings(of: nil)
      return settings.run.report
        ? PageFolder(of: library, settings).file(PageFolder.indexName) : nil
    }
  }

  /// Videos with the most new sessions first.
  private func inOrder(_ due: [DueVideos.Standing]) throws -> [DueVideos.Standing] {
    let new = try database.newSessions()
    func order(_ standing: DueVideos.Standing) -> (Int, String) {
      (-new[standing.video, default: 0], standing.video)
    }
    return due.sorted { order($0) < order($1) }
  }

  /// Ends a night that finished: pages, what is kept of it, its last line in the log, its metrics.
  ///
  /// - Parameters:
  ///   - night: its number in the library; `nil` where it had nothing to do.
  ///   - tally: what became of its videos.
  ///   - status: how the command ends.
  ///   - planned: when it was planned, where another command did that.
  /// - Throws: errors of the library; `CancellationError`.
  func conclude(
    _ night: Int64?, _ tally: NightSummary, _ status: ExitStatus, since planned: Date? = nil
  ) async throws {
    if let night {
      try database.storeRunResult(
        night, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: nil)
    }
    try await writePages(.changed)
    try job.eraseWhatIsOld(database)
    job.ending.tell(tally, status, since: planned, by: self)
  }

  /// Ends a night that broke off: what is kept of it, its last line in the log, its metrics.
  func recordInterruptedNight(
    _ night: Int64, _ tally: inout NightSummary, due: [String], by error: any Error,
    since planned: Date? = nil
  ) -> [String] {
    let failure = CommandFailure(describing: error)
    // What is recorded is what the shell sees: a cancelled task does not know by which signal.
    let status = job.stopStatus() ?? failure.status
    let left = tally.leave(due)
    try? database.storeRunResult(
      night, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: failure.message)
    job.ending.tell(tally, status, since: planned, by: self)
    return left
  }

  /// Writes the pages that are missing or old; that they cannot be written spoils no night.
  func writePages(_ scope: ReportJob.Scope) async throws {
    guard !request.dryRun, !request.isPreview, job.stopStatus() == nil else { return }
    let reporter = job.reporter
    do {
      guard try settings(of: nil).run.report else { return }
      let pages = try ReportJob(library: library, database: database)
      let due = pages.due(scope)
      reporter.begin(.pages, total: due.count)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for standing in due {
          let claim = JobQueue.ResourceClaim(weight: 0, memory: 0)
          group.addTask { [self] in
            try await queue.run(claim, retrying: { retrying(standing.video, $0) }) {
              let began = ContinuousClock.now
              try await BlockingCallThread.run { try pages.write(standing, isCancelled: $0) }
              reporter.advance(.pages, standing.video)
              NightLog(job.logger).page(of: standing.video, began.duration(to: .now))
            }
          }
        }
        try await group.waitForAll()
      }
      try pages.writeIndex(scope)
    } catch is QueueDeadlinePassed {
      job.logger.notice("pages are left for the next night: --until")
    } catch {
      try Task.checkCancellation()
      let failure = CommandFailure(describing: error)
      job.logger.warning("the report was not written: \(failure.message)")
    }
  }

  /// The standing of every video, or of some.
  ///
  /// - Throws: `CommandFailure` 66 for a video that the library does not know; `LibraryError`.
  func standings(of videos: [String]) throws -> [DueVideos.Standing] {
    guard !videos.isEmpty else { return try check.standings() }
    for video in videos { try library.requireKnown(video, in: database) }
    return try check.standings(of: videos)
  }

  /// A line a video whose source has not come.
  private static func waiting(_ standings: [DueVideos.Standing]) -> String {
    standings.compactMap { standing in standing.waiting.map { "\(standing.video): \($0)\n" } }
      .joined()
  }

  /// A line a video whose clips were cut with other settings than gazecut.yaml's.
  private func otherSettings(_ standings: [DueVideos.Standing]) throws -> String {
    try standings.compactMap { standing in
      let settings = try library.settings.settings(for: standing.video)
      return standing.state.otherSettings(than: settings, of: standing.video).map { $0 + "\n" }
    }.joined()
  }

  static func nothing(_ standings: [DueVideos.Standing]) -> String {
    let watched = standings.count(where: \.hasAudience)
    guard watched > 0 else {
      let none = standings.count == 1 ? "'\(standings[0].video)' has no" : "No video has an"
      return
        "\(none) audience yet, so there is nothing to do. Put recordings into a watched folder "
        + "(timelines: in gazecut.yaml), or use `gazecut import`.\n"
    }
    let resting = standings.filter { $0.kind == .resting }.map(\.video)
    return "There is nothing new for \(watched == 1 ? "the one video" : "any of \(watched) videos")"
      + "; nothing was rendered.\n"
      + (resting.isEmpty
        ? ""
        : "Failing, and tried weekly: \(resting.joined(separator: ", ")); `gazecut status` says why.\n")
  }

  /// Works on all at once: what is decided and rendered has its turn in the queue.
  private func work(
    through due: [DueVideos.Standing], _ tally: inout NightSummary
  ) async throws {
    try await withThrowingTaskGroup(of: VideoResultSummary.self) { group in
      for standing in due {
        group.addTask {
          let outcome = try await self.nightly(standing)
          try await self.notify(outcome)
          return outcome
        }
      }
      while let outcome = try await group.next() {
        tally.add(outcome)
        job.reporter.ended(outcome.video, place(outcome))
        isAt(outcome.video, false)
      }
    }
  }

  /// Notes that a video is being worked on, or no longer.
  func isAt(_ video: String, _ isAtWork: Bool) {
    let all = atWork.withLock { videos in
      if isAtWork { videos.insert(video) } else { videos.remove(video) }
      return videos.sorted()
    }
    lock?.isAt(all)
  }

  /// Where the clips of a video are that is done, for whoever watches.
  private func place(_ outcome: VideoResultSummary) -> String? {
    guard let result = outcome.result, !result.rendered.isEmpty || result.reelRendered,
      let files = try? library.clipFiles(of: outcome.video, flags: request.flags)
    else { return nil }
    return "\(outcome.video) is done: " + files.folder
  }

  /// One video of a night; its failure is its own.
  private func nightly(_ standing: DueVideos.Standing) async throws -> VideoResultSummary {
    let video = standing.video
    let began = ContinuousClock.now
    do {
      let source: DecisionSource
      let pin: VideoState.LockedDecisions?
      switch try course(of: standing) {
      case .audience: (source, pin) = (.audience, nil)
      case .left(let pin): return try keepPinned(standing, pin)
      case .pinned(let kept): (source, pin) = (Self.source(kept, of: video), kept)
      }
      let result = try await worked(standing, source)
      return try kept(result, standing, pin, since: began)
    } catch is QueueDeadlinePassed {
      return VideoResultSummary(video: video, ending: .left)
    } catch {
      let failure = try failureOfVideo(error)
      guard failure.scope == .run else { return try failed(standing, failure) }
      throw CommandFailure(
        failure.status,
        "\(video): \(failure.message); the night ends here, as every other video would",
        scope: .run)
    }
  }

  /// The document that a person pinned, as a source of decisions.
  static func source(_ pin: VideoState.LockedDecisions, of video: String) -> DecisionSource {
    .document(pin.text, path: "the pinned decisions of \(video)")
  }

  /// Who decides about a video tonight.
  enum Course {
    case audience
    /// A person has; its clips are made again where somebody took them away.
    case pinned(VideoState.LockedDecisions)
    /// A person has, and its clips are left alone.
    case left(VideoState.LockedDecisions)
  }

  func course(of standing: DueVideos.Standing) throws -> Course {
    guard let pin = standing.state.pin else { return .audience }
    let settings = try settings(of: standing.video)
    guard try !pin.hasLostItsViewers(of: standing.video, in: database, settings) else {
      job.logger.warning(
        """
        \(standing.video) was pinned, but has fewer viewers left than selection.minimumViewers: \
        unpinned
        """)
      return .audience
    }
    // Without a fingerprint a viewer was forgotten: the files are written without their figures.
    let isWhole =
      standing.missing.isEmpty && !standing.isUnfinished && standing.state.fingerprint != nil
    return try isWhole && showsAllShapes(pin, of: standing.video) ? .left(pin) : .pinned(pin)
  }

  /// Whether a person's decisions are in just the shapes that the settings ask for.
  private func showsAllShapes(_ pin: VideoState.LockedDecisions, of video: String) throws -> Bool {
    let wanted = try settings(of: video).shapes.dropFirst()
    // Of the first shape a pin says nothing: its clips are left alone, whatever the settings.
    let shown = try DecisionDocument(text: pin.text).shapes
    return shown.map(\.profile) == wanted.map(\.render.profile.rawValue)
  }

  /// The failure of one video, where it is not the run that was stopped.
  func failureOfVideo(_ error: any Error) throws -> CommandFailure {
    try Task.checkCancellation()
    let failure = CommandFailure(describing: error)
    guard [.interrupted, .terminated].contains(failure.status) else { return failure }
    // Nobody stopped the night: somebody stopped this worker alone.
    guard job.stopStatus() == nil else { throw failure }
    return CommandFailure(failure.status, "its worker was stopped by a signal")
  }

  func failed(
    _ standing: DueVideos.Standing, _ failure: CommandFailure
  ) throws -> VideoResultSummary {
    let video = standing.video
    var state = standing.state
    let message = DamagedSource.message(of: failure)
    (state.failure, state.failureCount) = (message, state.failureCount + 1)
    (state.tried, state.lastRun) = (standing.fingerprint, Date())
    try database.setState(state, of: video)
    let count = state.failureCount
    job.logger.error(
      "\(video): \(message) (failed \(count == 1 ? "once" : "\(count) times in a row"))",
      metadata: [
        "event": "video.failed", "video": "\(video)", "status": .number(failure.status.rawValue),
        "scope": "\(failure.scope.rawValue)",
      ])
    return VideoResultSummary(
      video: video, ending: .failed(failure),
      remarks: standing.source.map { [$0.sentence()] } ?? [])
  }

  func keepPinned(
    _ standing: DueVideos.Standing, _ pin: VideoState.LockedDecisions
  ) throws -> VideoResultSummary {
    var state = standing.state
    state.fingerprint = standing.fingerprint
    state.lastRun = Date()
    try database.setState(state, of: standing.video)
    return VideoResultSummary(
      video: standing.video,
      ending: .noted(
        "has new evidence, but is pinned by a person (--\(pin.kind.rawValue)); its clips "
          + "were left alone until `gazecut regenerate \(standing.video) --unpin`"),
      remarks: standing.source.map { [$0.sentence()] } ?? [])
  }
}

extension NightCoordinator {
  /// One video that was asked for.
  func regenerate(_ video: String) async throws {
    try library.requireKnown(video, in: database)
    let standing = try check.standing(of: video)
    if !request.dryRun { try await requireWorkingEncoders(of: [video]) }
    let began = ContinuousClock.now
    var source = request.source
    var pin = source.pin.map { VideoState.LockedDecisions(kind: $0, text: "", viewers: nil) }
    if source.isAudience, let pinned = standing.state.pin, !request.unpin {
      job.logger.notice(
        """
        \(video) is pinned by a person (--\(pinned.kind.rawValue)); its decisions are kept. \
        `gazecut regenerate \(video) --unpin` lets the audience decide again.
        """)
      source = Self.source(pinned, of: video)
      pin = pinned
    }
    let result = try await worked(standing, source)
    let told = try shortMoments(in: result) + droppedMoments(of: standing.state, by: result)
    if request.dryRun {
      for line in told { job.logger.notice("\(video): \(line)") }
      return output(try printed(result.decisions))
    }
    if let previews = result.previews {
      return output(NightSummary.previews(previews, of: video, reason: result.reason))
    }
    var outcome = try kept(result, standing, pin, since: began)
    outcome.remarks += told
    var tally = NightSummary()
    tally.add(outcome)
    output(tally.text)
  }

  /// Which of a person's moments are shorter than `selection.minimumLength`.
  private func shortMoments(in result: VideoResult) throws -> [String] {
    guard case .windows = request.source else { return [] }
    let document = try DecisionDocument(text: result.decisions)
    return try document.remarksOnShortMoments(settings(of: document.video.id))
  }

  /// What of the decisions before a person's seconds leave out.
  private func droppedMoments(
    of state: VideoState, by result: VideoResult
  ) throws -> [String] {
    guard case .windows = request.source, let before = try state.document else { return [] }
    let shown = try DecisionDocument(text: result.decisions).moments
    let dropped = before.moments.filter { old in
      !shown.contains { $0.start < old.end && $0.end > old.start }
    }
    guard !dropped.isEmpty else { return [] }
    let spans = dropped.sorted { $0.start < $1.start }.map { PlayTime.text($0.start, $0.end) }
    return [
      "no longer shown: \(spans.joined(separator: ", ")); --add keeps what was decided before"
    ]
  }
}

extension DecisionSource {
  /// How a video is pinned that is decided so; `nil` where the audience decides.
  fileprivate var pin: VideoState.LockedDecisions.Kind? {
    switch self {
    case .audience: nil
    case .windows: .moment
    case .document: .decisions
    }
  }
}
