import Deciding
import EditDecisions
import Foundation
import Library
import Logging
import Publishing
import Rendering
import Support
import Workspace

/// Prints what a run would decide and render.
struct DryRunPrinter {
  let night: NightContext
  private var request: NightOptions { night.request }
  private var runner: VideoRunner { VideoRunner(night: night) }

  func print(_ videoStatuses: [DueVideos.ProcessingStatus]) async throws {
    for standing in videoStatuses {
      if let waiting = standing.waiting { night.job.logger.notice("\(standing.video): \(waiting)") }
    }
    let watched = videoStatuses.filter {
      ($0.hasAudience || $0.isDue) && $0.expectedSourcePath == nil
    }
    guard !watched.isEmpty else {
      return night.job.logger.notice(
        "\(NightRunner.nothing(videoStatuses).trimmingCharacters(in: .newlines))")
    }
    if request.format == .table { night.output(Self.dueVideosLine(watched, request.flags)) }
    var tally = NightSummary()
    for standing in watched {
      let ending: VideoResultSummary.Ending
      do {
        night.output(try await dryRunText(standing))
        ending = .noted("decided")
      } catch {
        try Task.checkCancellation()
        let failure = CommandFailure(describing: error)
        let said = [DamagedSourceAdvice.message(of: failure), standing.source?.sentence()]
          .compactMap(\.self)
        night.job.logger.error("\(standing.video): \(said.joined(separator: "; "))")
        ending = .failed(failure)
      }
      // A run skips the other videos. With `--set`, the dry run decides about them as well.
      if standing.isDue || !request.flags.isEmpty {
        tally.add(VideoResultSummary(video: standing.video, ending: ending))
      }
    }
    guard tally.failures.isEmpty else {
      throw CommandFailure(
        tally.status, "no decisions for \(tally.failures.joined(separator: ", "))")
    }
  }

  /// Returns the first line of a table and an empty one: which videos a run would process.
  ///
  /// With `--set`, it covers videos that are not pending, too.
  static func dueVideosLine(_ watched: [DueVideos.ProcessingStatus], _ flags: [String]) -> String {
    let due = watched.filter(\.isDue).map(\.video)
    let all = watched.count.counted("video")
    guard !due.isEmpty else {
      return flags.isEmpty
        ? "Nothing to do. Decisions of the last run for \(all):\n\n"
        : "Nothing to do. Decisions with --set for \(all) (`gazecut regenerate VIDEO --set`):\n\n"
    }
    return "Pending: \(due.joined(separator: ", ")) (\(due.count) of \(all)).\n\n"
  }

  private func dryRunText(_ standing: DueVideos.ProcessingStatus) async throws -> String {
    // If a video is locked or not pending, prints the decisions of the last run unchanged.
    let state = standing.state
    if let pin = state.pin { return try night.formattedForOutput(pin.text) }
    if !standing.isDue, request.flags.isEmpty, let decisions = state.decisions {
      return try night.formattedForOutput(decisions)
    }
    let decided = try await runner.decide(standing, .audience, canCache: false)
    let text = try night.formattedForOutput(decided.document.json)
    guard request.format == .table else { return text }
    return text.trimmingCharacters(in: .newlines) + "\n"
      + (try plannedActionText(standing, decided)) + "\n\n"
  }

  /// Describes in one line what a run would do with a decision.
  private func plannedActionText(_ standing: DueVideos.ProcessingStatus, _ decided: VideoDecisions)
    throws -> String
  {
    let video = standing.video
    var publisher = runner.publisher(video, decided, runner.renderer(video))
    let jobs = try publisher.missing(in: PlanFolder.clips)
    let wanted = Set(decided.document.inAllAspectRatios.flatMap { $0.moments.map(\.id) })
    let rendered = Set(jobs.filter { $0.kind == .short }.map(\.id))
    let gone = try night.database.clips.all(of: video).count {
      $0.state == .current && !$0.isReel && !wanted.contains($0.id)
    }
    let counts = [
      (rendered.count, "to render"), (wanted.subtracting(rendered).count, "kept"),
      (gone, "to retire"),
    ]
    var parts = counts.filter { $0.0 > 0 }.map { count, what in "\(count.counted("clip")) \(what)" }
    if jobs.contains(where: { $0.kind == .reel }) { parts.append("the reel to render") }
    return "\(video) is \(standing.isDue ? standing.dueSentence : "not due"); "
      + (parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")) + "."
  }
}
