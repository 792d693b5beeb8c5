import Deciding
import EditDecisions
import Library
import Logging
import Publishing
import Support
import Workspace

/// Makes the clips of one video again, as `gazecut regenerate` asks.
struct VideoRegeneration {
  let night: NightContext
  private var request: NightOptions { night.request }
  private var runner: VideoRunner { VideoRunner(night: night) }

  func run(_ video: String) async throws {
    try night.library.requireKnown(video, in: night.database)
    let standing = try night.check.standing(of: video)
    if !request.dryRun { try await night.requireWorkingEncoders(of: [video]) }
    let began = ContinuousClock.now
    var source = request.source
    var pin = source.pin.map { VideoState.LockedDecisions(kind: $0, text: "", viewers: nil) }
    if source.isAudience, let pinned = standing.state.pin, !request.unpin {
      night.job.logger.notice(
        """
        \(video) is locked by a user (--\(pinned.kind.rawValue)); its decisions are kept. \
        `gazecut regenerate \(video) --unpin` lets the audience decide again.
        """)
      source = VideoRunner.source(pinned, of: video)
      pin = pinned
    }
    let result: VideoResult
    do {
      result = try await runner.make(standing, source)
    } catch {
      try storeFailure(error, of: standing)
      throw error
    }
    let told = try shortMoments(in: result) + droppedMoments(of: standing.state, by: result)
    if request.dryRun {
      for line in told { night.job.logger.notice("\(video): \(line)") }
      return night.output(try night.formattedForOutput(result.decisions))
    }
    if let previews = result.previews {
      return night.output(NightSummary.previews(previews, of: video, reason: result.reason))
    }
    var outcome = try VideoStateRecorder(night: night).recordResult(
      result, standing, pin, since: began)
    outcome.remarks += told
    var tally = NightSummary()
    tally.add(outcome)
    night.output(tally.text)
  }

  /// Stores why the clips could not be made, so that `status` shows it.
  ///
  /// Wrong options of this command and failures of the whole run are not stored.
  private func storeFailure(_ error: any Error, of standing: DueVideos.ProcessingStatus) throws {
    guard !request.dryRun, !request.isPreview, let failure = try? night.failureOfVideo(error),
      failure.scope != .run, ![.usage, .configuration, .tryAgain].contains(failure.status),
      failure.status != .badData || (request.source.isAudience && request.flags.isEmpty)
    else { return }
    _ = try VideoStateRecorder(night: night).storeFailure(of: standing, failure)
  }

  /// One sentence per user-defined moment that is shorter than `selection.minimumLength`.
  private func shortMoments(in result: VideoResult) throws -> [String] {
    guard case .windows = request.source else { return [] }
    let document = try DecisionDocument(text: result.decisions)
    return try document.remarksOnShortMoments(night.settings(of: document.video.id))
  }

  /// Moments of the previous decisions that the user-defined time ranges omit.
  private func droppedMoments(of state: VideoState, by result: VideoResult) throws -> [String] {
    guard case .windows = request.source, let before = try state.document else { return [] }
    let shown = try DecisionDocument(text: result.decisions).moments
    let dropped = before.moments.filter { old in
      !shown.contains { $0.start < old.end && $0.end > old.start }
    }
    guard !dropped.isEmpty else { return [] }
    let spans = dropped.sorted { $0.start < $1.start }.map { PlayTime.text($0.start, $0.end) }
    return ["no longer shown: \(spans.joined(separator: ", ")); --add keeps the earlier moments"]
  }
}

extension DecisionSource {
  /// How decisions of this origin are locked; `nil` if the audience decides.
  fileprivate var pin: VideoState.LockedDecisions.Kind? {
    switch self {
    case .audience: nil
    case .windows: .moment
    case .document: .decisions
    }
  }
}
