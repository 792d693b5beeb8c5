import Deciding
import EditDecisions
import Library
import Logging
import Media
import Overrides
import Publishing
import Rendering
import Reporting
import Settings
import Support
import Workspace

/// Works on one video of a run: who decides, what is decided, its clips, and what is recorded.
struct VideoRunner {
  let night: NightContext

  /// Processes one video of a run.
  ///
  /// A failure does not affect other videos.
  func run(_ standing: DueVideos.ProcessingStatus) async throws -> VideoResultSummary {
    let video = standing.video
    let began = ContinuousClock.now
    do {
      let course = try course(of: standing)
      let pin = course == .audience ? nil : standing.state.pin
      if course == .left, let pin {
        return try VideoStateRecorder(night: night).storeUnchangedLock(standing, pin)
      }
      let result = try await make(standing, Self.source(pin, of: video))
      return try VideoStateRecorder(night: night).recordResult(result, standing, pin, since: began)
    } catch is QueueDeadlinePassed {
      return VideoResultSummary(video: video, ending: .left)
    } catch {
      let failure = try night.failureOfVideo(error)
      guard failure.scope == .run else {
        return try VideoStateRecorder(night: night).recordFailure(of: standing, failure)
      }
      throw CommandFailure(
        failure.status,
        "\(video): \(failure.message); the run ends, because every other video would fail too",
        scope: .run)
    }
  }

  /// The origin of the decisions about a video in this run.
  func course(of standing: DueVideos.ProcessingStatus) throws -> PlannedVideo.Course {
    guard let pin = standing.state.pin else { return .audience }
    let settings = try night.settings(of: standing.video)
    guard try !pin.hasTooFewViewers(of: standing.video, in: night.database, settings) else {
      night.job.logger.warning(
        """
        \(standing.video) was pinned, but has fewer viewers left than selection.minimumViewers: \
        unpinned
        """)
      return .audience
    }
    // Without a fingerprint, a viewer was erased: the files must be written without their data.
    let isWhole =
      standing.missing.isEmpty && !standing.isUnfinished && standing.state.fingerprint != nil
    return try isWhole && showsAllAspectRatios(pin, of: standing.video) ? .left : .pinned
  }

  /// Whether locked decisions contain just the aspect ratios that the settings ask for.
  private func showsAllAspectRatios(_ pin: VideoState.LockedDecisions, of video: String) throws
    -> Bool
  {
    let wanted = try night.settings(of: video).shapes.dropFirst()
    // Locked decisions do not name the first aspect ratio, so it is not compared.
    let shown = try DecisionDocument(text: pin.text).shapes
    return shown.map(\.profile) == wanted.map(\.render.profile.rawValue)
  }

  /// The locked decisions, or the audience if they are `nil`.
  static func source(_ pin: VideoState.LockedDecisions?, of video: String) -> DecisionSource {
    pin.map { .document($0.text, path: "the locked decisions of \(video)") } ?? .audience
  }

  /// Decides about a video and renders what the request asks for.
  func make(
    _ standing: DueVideos.ProcessingStatus, _ source: DecisionSource
  ) async throws -> VideoResult {
    let decided = try await decide(standing, source, canCache: !night.request.dryRun)
    if night.request.dryRun { return VideoResult(decided) }
    let (video, document) = (standing.video, decided.document)
    night.log.planned(video, document.moments.count)
    // The highlight reel counts as one more file.
    let files = document.clips.count + (document.reel.isEmpty ? 0 : 1)
    if files > 0 { night.job.reporter.planned(video, files: files) }
    if night.request.isPreview { return try await writePreviews(standing.video, decided) }
    do {
      return try await publish(video, decided, isPinned: !source.isAudience, by: renderer(video))
    } catch {
      sweep(video)
      throw error
    }
  }

  /// Waits for a place in the queue and then decides about a video.
  ///
  /// `wishes` of `nil` uses the overrides in the library. `canCache` allows caching the results of
  /// expensive steps for the next run.
  ///
  /// - Throws: `CommandFailure` as `LibraryFolder.decide`; 74 if the disk of the source does not
  ///   respond.
  func decide(
    _ standing: DueVideos.ProcessingStatus, _ source: DecisionSource, wishes: [Wish]? = nil,
    canCache: Bool
  ) async throws -> VideoDecisions {
    let video = standing.video
    let (library, request) = (night.library, night.request)
    let (reporter, notice) = (night.job.reporter, night.notice(of: video))
    let render = try night.settings(of: video).render
    let claim = JobQueue.ResourceRequirements(
      isDeciding: true, weight: 0, memory: render.memoryEstimate(source: Self.assumedSourceSize))
    return try await night.queue.run(claim, retrying: { night.retrying(video, $0) }) {
      night.updateCurrentVideos(video, true)
      return try await BlockingCallThread.run { isCancelled in
        if let silence = standing.silence { throw silence }
        let place = standing.currentSource.map {
          LibraryFolder.absolute($0.path, from: library.path)
        }
        return try library.decide(
          video, flags: request.flags, by: source, wishes: wishes, canCache: canCache, place: place,
          notice: notice, report: { reporter.step($0, of: video) }, isCancelled: isCancelled)
      }
    }
  }

  /// The assumed frame size until the source has been probed.
  static let assumedSourceSize = (width: 1920, height: 1080)

  func publish(
    _ video: String, _ decided: VideoDecisions, isPinned: Bool,
    by runner: @escaping Publisher.Runner
  ) async throws -> VideoResult {
    var result = VideoResult(decided)
    var publisher = publisher(video, decided, runner)
    publisher.isPinned = isPinned
    if decided.settings.run.report {
      publisher.still = { [library = night.library] in
        StillImageMaker.stillImageJob(of: $0, in: library, decided.settings)
      }
    }
    try await publisher.publish(&result)
    return result
  }

  /// Creates the publisher, which renders decisions or lists missing files.
  func publisher(
    _ video: String, _ decided: VideoDecisions, _ runner: @escaping Publisher.Runner
  ) -> Publisher {
    Publisher(
      decided, in: night.library.clipFiles(of: video, decided.settings), night.database, by: runner,
      notice: night.notice(of: video))
  }

  func renderer(_ video: String) -> Publisher.Runner {
    let (renderer, reporter, logger) = (night.renderer, night.job.reporter, night.job.logger)
    let notice = night.notice(of: video)
    let storeNotice: @Sendable (String) -> Void = { [night] in night.note($0, of: video) }
    return { jobs, finished in
      try await renderer.render(
        all: jobs, progress: { reporter.step("rendering", of: video, done: $0, total: $1) },
        rendered: { job, seconds in
          let bytes = job.output.map { Int64(AtomicFile.size($0)) } ?? 0
          NightLog(logger: logger).rendered(job.name, of: video, seconds, bytes)
          reporter.rendered(video)
        },
        notice: {
          notice($0)
          storeNotice($0)
        }, finished: finished)
    }
  }

  private func writePreviews(_ video: String, _ decided: VideoDecisions) async throws -> VideoResult
  {
    let files = night.library.clipFiles(of: video, decided.settings)
    let reporter = night.job.reporter
    var result = VideoResult(decided)
    result.previews = try await BlockingCallThread.run { isCancelled in
      try decided.writePreviews(into: files, isCancelled: isCancelled) {
        reporter.step("previews", of: video, done: $0, total: $1)
      }
    }
    return result
  }

  /// Removes temporary files of workers that crashed or were killed.
  private func sweep(_ video: String) {
    try? night.library.clipFiles(of: video, flags: night.request.flags).sweep()
  }
}
