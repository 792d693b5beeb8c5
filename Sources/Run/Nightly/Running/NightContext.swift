import Foundation
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

  /// The standing of every video, or of some.
  ///
  /// - Throws: `CommandFailure` 66 for a video that the library does not know; `LibraryError`.
  func standings(of videos: [String]) throws -> [DueVideos.Standing] {
    guard !videos.isEmpty else { return try check.standings() }
    for video in videos { try library.requireKnown(video, in: database) }
    return try check.standings(of: videos)
  }

  /// Notes that a video is being worked on, or no longer.
  func isAt(_ video: String, _ isAtWork: Bool) {
    let all = atWork.withLock { videos in
      if isAtWork { videos.insert(video) } else { videos.remove(video) }
      return videos.sorted()
    }
    lock?.isAt(all)
  }

  func retrying(_ video: String, _ failure: CommandFailure) {
    job.logger.warning("\(video): \(failure.onceMore)")
  }

  /// What tells an operator of a video.
  func notice(of video: String) -> @Sendable (String) -> Void {
    let logger = job.logger
    return { logger.notice("\(video): \($0)", metadata: ["video": "\(video)"]) }
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

  /// Decisions, as written, in the form that is asked for.
  func printed(_ decisions: String) throws -> String {
    try request.format.text(of: decisions, in: library, flags: request.flags) { video, words in
      job.logger.notice("\(video): \(words)")
    }
  }
}
