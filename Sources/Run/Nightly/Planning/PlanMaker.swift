import Deciding
import EditDecisions
import Foundation
import Ingest
import Library
import Logging
import Media
import Publishing
import Rendering
import Settings
import Support
import Workspace

extension NightJob {
  /// Decides about the pending videos and writes one self-contained job per missing file.
  ///
  /// The library does not change, except through the import from watched folders (`importsFirst`).
  /// Without `videos`, all pending videos are planned. `folder` is where to write the plan; `nil`
  /// prints the jobs. `flags` are `--set` values, and `maps` says where workers see the sources.
  ///
  /// - Throws: `CommandFailure` 3 if some videos could not be planned or a watched folder could not
  ///   be read. If all videos failed, the status is that of the first one.
  package func plan(
    _ videos: [String], flags: [String], to folder: String?, importsFirst: Bool = false,
    maps: [PathMapping] = [], output: @escaping @Sendable (String) -> Void
  ) async throws {
    let carried = folder == nil ? [] : try SettingsLoader.flagsForPlan(flags)
    let lock = try LibraryLock(folder: library.path, .shared)
    defer { withExtendedLifetime(lock) {} }
    var unread: CommandFailure?
    if importsFirst {
      let tally = try await IntakeJob(context, isDryRun: false, flags: flags).run()
      unread = tally.failure
      if tally.isNew { logger.notice("\(tally.text().trimmingCharacters(in: .newlines))") }
    }
    let database = try database(for: .reading)
    var request = NightOptions(flags: flags)
    request.only = videos
    let night = try NightContext(
      job: self, request: request, database: database, lock: lock, output: output)
    let videoStatuses = try night.videoStatuses(of: request.only)
    for standing in videoStatuses {
      if let waiting = standing.waiting { logger.notice("\(standing.video): \(waiting)") }
    }
    let due = videoStatuses.filter(request.shouldProcess)
    let prepared = try folder.map { try PlanFolder.prepare(LibraryFolder.absolute($0)) }
    defer { withExtendedLifetime(prepared?.hold) {} }
    let plan = prepared?.folder
    if plan != nil, !due.isEmpty, try database.mark() == LibraryDatabase.noLibraryIdentifier {
      try self.database(for: .writing).makeKey()
    }
    let seal = PlanAuthenticator(database)
    let sum = try await PlanMaker(night: night, plan: plan, maps: maps, seal: seal).make(due)
    let header = PlanHeader(
      id: seal.id, madeAt: Date(), library: try database.mark(),
      erased: try database.privacy.erasureListHash(), flags: carried, videos: due.count,
      jobs: sum.index.count, seconds: sum.seconds)
    try plan?.finish(seal.authenticated(header), index: sum.index)
    if let plan {
      output(sum.text(of: due.count, in: plan))
    } else if sum.index.isEmpty, sum.failures.isEmpty {
      let planned = "\(due.count.counted("video")) decided; no file needs rendering."
      logger.notice("\(due.isEmpty ? PlanSummary.nothing : planned)")
    }
    guard sum.failures.isEmpty else {
      throw CommandFailure(
        sum.status(of: due.count),
        "\(sum.failures.count) of \(due.count.counted("video")) could not be planned: "
          + sum.failures.joined(separator: ", ") + (unread.map { "; \($0.message)" } ?? ""))
    }
    if let unread { throw unread }
  }
}

/// Seals the jobs of a plan, and writes or prints them in the order of its videos.
private struct PlanMaker {
  let night: NightContext
  /// Where the plan is written; `nil` prints its jobs.
  let plan: PlanFolder?
  let maps: [PathMapping]
  let seal: PlanAuthenticator

  func make(_ due: [DueVideos.ProcessingStatus]) async throws -> PlanSummary {
    var sum = PlanSummary()
    // Jobs are printed in the order of the videos, although they are planned concurrently.
    var authenticated: [Int: AuthenticatedJobs] = [:]
    var (next, unused) = (0, Set(maps))
    try await withThrowingTaskGroup(of: (Int, AuthenticatedJobs).self) { group in
      for (number, standing) in due.enumerated() {
        group.addTask { (number, try await self.seal(standing)) }
      }
      while let (number, one) = try await group.next() {
        authenticated[number] = one
        if let map = one.map { unused.remove(map) }
        while let one = authenticated.removeValue(forKey: next) {
          try add(one, to: &sum)
          next += 1
        }
      }
    }
    if !sum.index.isEmpty {
      for map in unused {
        night.job.logger.warning("--map: no source of this plan lies in '\(map.from)'")
      }
    }
    return sum
  }

  private struct AuthenticatedJobs: Sendable {
    var video: PlannedVideo
    var decisions = ""
    var jobs: [RenderJob] = []
    var map: PathMapping?
  }

  /// Replaces the path of the source in the jobs of a video with the path that workers see.
  private func map(_ one: inout AuthenticatedJobs) throws {
    guard !maps.isEmpty, let path = one.jobs.first?.source.info.path else { return }
    let own = try night.library.answer(about: path) {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    guard let (map, workerPath) = maps.workerPath(path, own: own) else { return }
    one.map = map
    for index in one.jobs.indices { one.jobs[index].source.info.path = workerPath }
  }

  private func add(_ one: AuthenticatedJobs, to sum: inout PlanSummary) throws {
    if let plan {
      try plan.add(one.video, decisions: one.decisions, jobs: one.jobs, seal)
    } else {
      for job in one.jobs { night.output(try SingleLineJSON.encode(job) + "\n") }
    }
    sum.index += one.jobs.map(\.planned)
    if let failure = one.video.failure {
      sum.failures.append(one.video.video)
      sum.firstFailure = sum.firstFailure ?? ExitStatus(rawValue: failure.status)
    }
  }

  /// Plans one video.
  ///
  /// An error is stored in the result, so that the other videos continue.
  private func seal(_ standing: DueVideos.ProcessingStatus) async throws -> AuthenticatedJobs {
    let runner = VideoRunner(night: night)
    let video = standing.video
    var planned = PlannedVideo(
      video: video, fingerprint: standing.fingerprint, before: standing.state.mark,
      course: .audience)
    do {
      planned.settings = try night.settings(of: video).hashOfAllAspectRatios
      planned.course = try runner.course(of: standing)
      guard planned.course != .left else { return AuthenticatedJobs(video: planned) }
      let pin = planned.course == .pinned ? standing.state.pin : nil
      let source = VideoRunner.source(pin, of: video)
      let decided = try await runner.decide(standing, source, canCache: false)
      var publisher = runner.publisher(video, decided, runner.renderer(video))
      planned.source = decided.source
      planned.fingerprint = standing.fingerprint(workedOn: decided.source.fingerprint)
      planned.reason = decided.document.reason
      var authenticated = AuthenticatedJobs(
        video: planned, decisions: decided.document.json,
        jobs: try publisher.missing(in: PlanFolder.clips))
      try map(&authenticated)
      return authenticated
    } catch {
      let failure = try night.failureOfVideo(error)
      night.job.logger.error("\(video): \(failure.message)")
      planned.failure = .init(status: failure.status.rawValue, message: failure.message)
      return AuthenticatedJobs(video: planned)
    }
  }
}

struct PlanSummary: Sendable {
  var index: [PlannedJob] = []
  var failures: [String] = []

  /// The status of the first video that could not be planned.
  var firstFailure: ExitStatus?

  /// The exit status if videos failed: `firstFailure` if all `videos` failed, otherwise 3.
  func status(of videos: Int) -> ExitStatus {
    failures.count == videos ? firstFailure ?? .someVideosFailed : .someVideosFailed
  }

  static let nothing = "There is nothing new; the plan is empty."

  var seconds: Double { index.reduce(0) { $0 + $1.seconds } }

  func text(of videos: Int, in plan: PlanFolder) -> String {
    guard videos > 0 else { return Self.nothing + "\n" }
    let head =
      "Planned \(videos.counted("video")): \(index.count.counted("file")) to render, "
      + "\(PlayTime.clock(seconds)) in all.\n"
    let path = TerminalText.shellWord(plan.path)
    let work = index.isEmpty ? "" : "`gazecut work \(path)` renders them; "
    return head + "Next: \(work)`gazecut record \(path)` moves them into the library.\n"
  }
}
