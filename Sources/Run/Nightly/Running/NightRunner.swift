import Foundation
import Ingest
import Library
import Logging
import Publishing
import Reporting
import Settings
import Support
import Workspace

/// One run over all videos that are out of date: its steps, from the import to the summary.
struct NightRunner {
  let night: NightContext
  /// The result of the import; `nil` if the run imported nothing.
  var intake: IntakeSummary?

  /// Executes the steps.
  ///
  /// - Returns: how the command ends if the run finished, but not all of it succeeded.
  /// - Throws: `CommandFailure` if the run did not finish.
  mutating func run() async throws -> CommandFailure? {
    let request = night.request
    if request.importsFirst, !request.dryRun { intake = try await importNewFiles() }
    let videoStatuses = try night.videoStatuses(of: request.only)
    try reportUnusableNames()
    if request.dryRun {
      try await DryRunPrinter(night: night).print(videoStatuses)
      return NightSummary(unread: intake?.unread ?? []).failure
    }
    // Videos with the most new sessions come first.
    let new = try night.database.sessions.newCounts()
    func order(_ standing: DueVideos.ProcessingStatus) -> (Int, String) {
      (-new[standing.video, default: 0], standing.video)
    }
    let all = videoStatuses.filter(request.shouldProcess).sorted { order($0) < order($1) }
    let due = Array(all.prefix(request.limit ?? .max))
    let unchanged = UnchangedVideos(night: night)
    unchanged.removeTemporaryFilesOfAllVideos()
    unchanged.updateClipIndexes(of: videoStatuses.filter { !$0.isDue })
    var tally = NightSummary(
      left: all.dropFirst(due.count).map(\.video), unread: intake?.unread ?? [])
    guard !due.isEmpty else {
      try await RunRecorder(night: night).recordRunEnd(nil, tally, tally.status)
      night.output(
        Self.nothing(videoStatuses, hasSetFlags: !night.request.flags.isEmpty)
          + (try unchanged.reportSourceChanges(videoStatuses)) + Self.waiting(videoStatuses)
          + (request.only.isEmpty ? "" : try otherSettings(videoStatuses)))
      return tally.failure
    }
    try await night.requireWorkingEncoders(of: due.map(\.video))
    try await process(due, of: all.count, known: videoStatuses.count, &tally)
    let changes = try unchanged.reportSourceChanges(videoStatuses.filter { !$0.isDue })
    let summary = RunSummary(
      tally: tally, intake: intake, seconds: night.job.ending.seconds, report: try reportPage)
    night.output(tally.text + changes + Self.waiting(videoStatuses) + (try summary.text()))
    return tally.failure
  }

  private func importNewFiles() async throws -> IntakeSummary {
    let tally = try await IntakeJob(night.job.context, isDryRun: false, flags: night.request.flags)
      .run(on: night.database)
    // Every run prints rejected files until they are corrected.
    if tally.isNew || tally.isOpen { night.output(tally.text()) }
    return tally
  }

  /// Logs names of files and keys of gazecut.yaml that belong to no video.
  private func reportUnusableNames() throws {
    let finder = try night.check.finder
    let unknown = try night.library.unknownKeys(finder, in: night.database)
    for line in [UnusableFileNames(finder, in: night.library).sentence].compactMap(\.self)
      + night.library.emptyFileNotices(finder) + unknown
    {
      night.job.logger.notice("\(line)")
    }
  }

  /// Works on the videos that are due, and records the run, also if it is interrupted.
  private func process(
    _ due: [DueVideos.ProcessingStatus], of all: Int, known: Int, _ tally: inout NightSummary
  ) async throws {
    let recorder = RunRecorder(night: night)
    night.log.began(due: all, of: known)
    night.job.reporter.begin(videos: due.map(\.video))
    let id = try night.database.runs.storeStart(at: Date())
    do {
      try await work(through: due, &tally)
    } catch {
      let left = recorder.recordInterruptedRun(id, &tally, due: due.map(\.video), by: error)
      if !left.isEmpty { night.job.logger.notice("still due: \(left.joined(separator: ", "))") }
      throw error
    }
    try await recorder.recordRunEnd(id, tally, tally.status)
  }

  /// Processes all videos concurrently; the queue limits decisions and renderings.
  private func work(
    through due: [DueVideos.ProcessingStatus], _ tally: inout NightSummary
  ) async throws {
    try await withThrowingTaskGroup(of: VideoResultSummary.self) { group in
      for standing in due {
        group.addTask { [night] in
          let outcome = try await VideoRunner(night: night).run(standing)
          try await VideoNotification.send(outcome, by: night)
          return outcome
        }
      }
      while let outcome = try await group.next() {
        tally.add(outcome)
        night.job.reporter.ended(outcome.video, place(outcome))
        night.updateCurrentVideos(outcome.video, false)
      }
    }
  }

  private func place(_ outcome: VideoResultSummary) -> String? {
    guard let result = outcome.result, !result.rendered.isEmpty || result.reelRendered,
      let files = try? night.library.clipFiles(of: outcome.video, flags: night.request.flags)
    else { return nil }
    return "\(outcome.video) is done: " + files.folder
  }

  /// The page that lists all clips; `nil` if `run.report` is off.
  private var reportPage: String? {
    get throws {
      let settings = try night.settings(of: nil)
      return settings.run.report
        ? ReportFolder(of: night.library, settings).file(ReportFolder.indexName) : nil
    }
  }

  private static func waiting(_ videoStatuses: [DueVideos.ProcessingStatus]) -> String {
    videoStatuses.compactMap { standing in standing.waiting.map { "\(standing.video): \($0)\n" } }
      .joined()
  }

  /// One line per video whose clips were rendered with settings other than in gazecut.yaml.
  private func otherSettings(_ videoStatuses: [DueVideos.ProcessingStatus]) throws -> String {
    try videoStatuses.compactMap { standing in
      let settings = try night.library.settings.settings(for: standing.video)
      return standing.state.otherSettings(than: settings, of: standing.video).map { $0 + "\n" }
    }.joined()
  }

  /// `hasSetFlags` says whether the command line has `--set`, which needs `regenerate` here.
  static func nothing(_ videoStatuses: [DueVideos.ProcessingStatus], hasSetFlags: Bool = false)
    -> String
  {
    let watched = videoStatuses.count(where: \.hasAudience)
    guard watched > 0 else {
      let none = videoStatuses.count == 1 ? "'\(videoStatuses[0].video)' has no" : "No video has an"
      return
        "\(none) audience yet, so there is nothing to do. Put recordings into a watched folder "
        + "(timelines: in gazecut.yaml), or use `gazecut import`.\n"
    }
    let resting = videoStatuses.filter { $0.kind == .resting }.map(\.video)
    return "There is nothing new for \(watched == 1 ? "the one video" : "any of \(watched) videos")"
      + "; nothing was rendered.\n"
      + (hasSetFlags
        ? "`--set` changes no video that is up to date; use `gazecut regenerate VIDEO --set …`.\n"
        : "")
      + (resting.isEmpty
        ? ""
        : "Failing, tried once a week: \(resting.joined(separator: ", ")); `gazecut status` prints why.\n")
  }
}
