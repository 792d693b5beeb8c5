import Library
import Logging
import Publishing
import Rendering
import Settings
import Support
import Synchronization
import Workspace

/// What the steps of one run share: the library, the queue of its jobs, and what was noted.
final class NightContext: Sendable {
  let job: NightJob
  let request: NightOptions
  let database: LibraryDatabase
  /// Shows other processes which videos are being processed; `nil` in a dry run.
  let lock: LibraryLock?
  let output: @Sendable (String) -> Void
  /// Schedules all decisions and renderings of this run.
  let queue: JobQueue
  let renderer: Renderer
  private let atWork = Mutex<Set<String>>([])
  private let noted = Mutex<[String: [String]]>([:])

  init(
    job: NightJob, request: NightOptions, database: LibraryDatabase, lock: LibraryLock?,
    output: @escaping @Sendable (String) -> Void
  ) throws {
    self.job = job
    self.request = request
    self.database = database
    self.lock = lock
    self.output = output
    let settings = try job.library.settings.settings(for: request.video, flags: request.flags)
    queue = JobQueue(
      settings.render, workers: settings.run.workers, memory: settings.run.memory,
      end: request.until)
    renderer = Renderer(queue: queue, folder: "")
  }

  /// Collects a notice for the line of a video in the summary, without duplicates.
  func note(_ text: String, of video: String) {
    noted.withLock { noted in
      if !noted[video, default: []].contains(text) { noted[video, default: []].append(text) }
    }
  }

  func notes(of video: String) -> [String] { noted.withLock { $0[video] ?? [] } }

  var library: LibraryFolder { job.library }
  var log: NightLog { NightLog(logger: job.logger) }

  /// The settings of a video, or the general ones, with the flags of the request.
  func settings(of video: String?) throws -> Settings {
    try library.settings.settings(for: video, flags: request.flags)
  }

  var check: DueVideos { DueVideos(library: library, database: database) }

  /// Returns the status of the named videos, or of all.
  ///
  /// - Throws: `CommandFailure` 66 for an unknown video; `LibraryError`.
  func videoStatuses(of videos: [String]) throws -> [DueVideos.ProcessingStatus] {
    guard !videos.isEmpty else { return try check.videoStatuses() }
    for video in videos { try library.requireKnown(video, in: database) }
    return try check.videoStatuses(of: videos)
  }

  func updateCurrentVideos(_ video: String, _ isAtWork: Bool) {
    let all = atWork.withLock { videos in
      if isAtWork { videos.insert(video) } else { videos.remove(video) }
      return videos.sorted()
    }
    lock?.updateCurrentVideos(all)
  }

  func retrying(_ video: String, _ failure: CommandFailure) {
    job.logger.warning("\(video): \(failure.retryMessage)")
  }

  func notice(of video: String) -> @Sendable (String) -> Void {
    let logger = job.logger
    return { logger.notice("\(video): \($0)", metadata: ["video": "\(video)"]) }
  }

  /// Returns the failure of one video; throws if the run itself was stopped.
  func failureOfVideo(_ error: any Error) throws -> CommandFailure {
    try Task.checkCancellation()
    let failure = CommandFailure(describing: error)
    guard [.interrupted, .terminated].contains(failure.status) else { return failure }
    // The run was not stopped: only this worker received a signal.
    guard job.stopStatus() == nil else { throw failure }
    return CommandFailure(failure.status, "its worker was stopped by a signal")
  }

  /// Opens each encoder with its real settings before the run starts.
  ///
  /// - Throws: `CommandFailure` 69, which ends the run.
  func requireWorkingEncoders(of videos: [String]) async throws {
    let settings = try videos.map(settings)
    let all = Set(settings.flatMap(\.shapes).map(\.render))
      .sorted { ($0.encoder, $0.width, $0.height) < ($1.encoder, $1.width, $1.height) }
    let readers = library.readers
    try await BlockingCallThread.run { isCancelled in
      for one in all { try readers.tryEncoder(one, isCancelled) }
    }
  }

  func formattedForOutput(_ decisions: String) throws -> String {
    try request.format.text(of: decisions, in: library, flags: request.flags) { video, words in
      job.logger.notice("\(video): \(words)")
    }
  }
}
