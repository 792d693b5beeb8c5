import Deciding
import EditDecisions
import Foundation
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

extension NightCoordinator {
  /// A night in which every clip must fail need not begin: each encoder is opened as it will be.
  ///
  /// - Throws: `CommandFailure` 69, of the run.
  func requireWorkingEncoders(of videos: [String]) async throws {
    let settings = try videos.map(settings)
    let all = Set(settings.flatMap(\.shapes).map(\.render))
      .sorted { ($0.encoder, $0.width, $0.height) < ($1.encoder, $1.width, $1.height) }
    let readers = library.readers
    try await BlockingCallThread.run { isCancelled in
      for one in all { try readers.tryEncoder(one, isCancelled) }
    }
  }

  /// Decides about a video, and makes of it what the request asks for.
  func worked(
    _ standing: DueVideos.Standing, _ source: DecisionSource
  ) async throws -> VideoResult {
    let decided = try await decided(standing, source, mayKeep: !request.dryRun)
    if request.dryRun { return VideoResult(decided) }
    let (video, document) = (standing.video, decided.document)
    NightLog(job.logger).planned(video, document.moments.count)
    // A reel comes with the clips.
    let files = document.clips.count + (document.reel.isEmpty ? 0 : 1)
    if files > 0 { job.reporter.planned(video, files: files) }
    if request.isPreview { return try await proved(standing.video, decided) }
    do {
      return try await published(video, decided, isPinned: !source.isAudience, by: pool(video))
    } catch {
      sweep(video)
      throw error
    }
  }

  /// Has its turn to decide about a video.
  ///
  /// - Parameters:
  ///   - standing: the video.
  ///   - source: who decides.
  ///   - wishes: a person's; `nil` for those that the library keeps.
  ///   - mayKeep: whether costly steps may be kept for the next night.
  /// - Returns: what is decided.
  /// - Throws: `CommandFailure`, as `LibraryFolder.decide`; 74 where the source's disk is silent.
  func decided(
    _ standing: DueVideos.Standing, _ source: DecisionSource, wishes: [Wish]? = nil, mayKeep: Bool
  ) async throws -> VideoDecisions {
    let video = standing.video
    let (library, request, reporter, notice) = (library, request, job.reporter, notice(of: video))
    let render = try settings(of: video).render
    let claim = JobQueue.ResourceClaim(
      isDeciding: true, weight: 0, memory: render.memoryEstimate(source: Self.usualSource))
    return try await queue.run(claim, retrying: { retrying(video, $0) }) {
      isAt(video, true)
      return try await BlockingCallThread.run { isCancelled in
        if let silence = standing.silence { throw silence }
        let place = standing.sourceNow.map { LibraryFolder.absolute($0.path, from: library.path) }
        return try library.decide(
          video, flags: request.flags, by: source, wishes: wishes, mayKeep: mayKeep, place: place,
          notice: notice,
          report: { reporter.step($0, of: video) }, isCancelled: isCancelled)
      }
    }
  }

  /// Before a source is known, it is taken to be of this size.
  static let usualSource = (width: 1920, height: 1080)

  func retrying(_ video: String, _ failure: CommandFailure) {
    job.logger.warning("\(video): \(failure.onceMore)")
  }

  /// Puts decisions into files.
  func published(
    _ video: String, _ decided: VideoDecisions, isPinned: Bool,
    by runner: @escaping Publisher.Runner
  ) async throws -> VideoResult {
    var result = VideoResult(decided)
    var publisher = publisher(video, decided, runner)
    publisher.isPinned = isPinned
    if decided.settings.run.report {
      publisher.still = { [library] in PageStill.asked(of: $0, in: library, decided.settings) }
    }
    try await publisher.publish(&result)
    return result
  }

  /// What puts decisions into files, or says what is missing of them.
  func publisher(
    _ video: String, _ decided: VideoDecisions, _ runner: @escaping Publisher.Runner
  ) -> Publisher {
    Publisher(
      decided, in: library.clipFiles(of: video, decided.settings), database, by: runner,
      notice: notice(of: video))
  }

  /// What renders the clips of a video.
  func pool(_ video: String) -> Publisher.Runner {
    let (renderer, reporter, logger) = (renderer, job.reporter, job.logger)
    let notice = notice(of: video)
    let keep: @Sendable (String) -> Void = { [self] in note($0, of: video) }
    return { jobs, finished in
      try await renderer.render(
        all: jobs, progress: { reporter.step("rendering", of: video, done: $0, total: $1) },
        rendered: { job, seconds in
          let bytes = job.output.map { Int64(AtomicFile.size($0)) } ?? 0
          NightLog(logger).rendered(job.name, of: video, seconds, bytes)
          reporter.rendered(video)
        },
        notice: {
          notice($0)
          keep($0)
        }, finished: finished)
    }
  }

  /// What tells an operator of a video.
  private func notice(of video: String) -> @Sendable (String) -> Void {
    let logger = job.logger
    return { logger.notice("\(video): \($0)", metadata: ["video": "\(video)"]) }
  }

  /// Writes previews of what was decided.
  func proved(_ video: String, _ decided: VideoDecisions) async throws -> VideoResult {
    let files = library.clipFiles(of: video, decided.settings)
    let reporter = job.reporter
    var result = VideoResult(decided)
    result.previews = try await BlockingCallThread.run { isCancelled in
      try decided.writePreviews(into: files, isCancelled: isCancelled) {
        reporter.step("previews", of: video, done: $0, total: $1)
      }
    }
    return result
  }

  /// A worker that crashed, or was killed, could not take its temporary files along.
  func sweep(_ video: String) {
    try? library.clipFiles(of: video, flags: request.flags).sweep()
  }
}
