import Foundation
import Library
import Logging
import Publishing
import Reporting
import Support
import Workspace

/// Records the end of a run: in the library, in the pages, in the log and in the metrics.
struct RunRecorder {
  let night: NightContext

  /// Ends a night that finished: pages, what is kept of it, its last line in the log, its metrics.
  ///
  /// - Parameters:
  ///   - id: its number in the library; `nil` where it had nothing to do.
  ///   - tally: what became of its videos.
  ///   - status: how the command ends.
  ///   - planned: when it was planned, where another command did that.
  /// - Throws: errors of the library; `CancellationError`.
  func recordRunEnd(
    _ id: Int64?, _ tally: NightSummary, _ status: ExitStatus, since planned: Date? = nil
  ) async throws {
    if let id {
      try night.database.runs.storeResult(
        id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: nil)
    }
    try await PageWriter(night: night).write(.changed)
    try eraseExpiredData()
    night.job.ending.reportEnd(tally, status, since: planned, by: night)
  }

  /// Ends a run that was interrupted: writes the stored result, the last log line and metrics.
  func recordInterruptedRun(
    _ id: Int64, _ tally: inout NightSummary, due: [String], by error: any Error,
    since planned: Date? = nil
  ) -> [String] {
    let failure = CommandFailure(describing: error)
    // Stores the exit status that the shell sees; a cancelled task does not know the signal.
    let status = night.job.stopStatus() ?? failure.status
    let left = tally.markUnfinished(due)
    try? night.database.runs.storeResult(
      id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: failure.message)
    night.job.ending.reportEnd(tally, status, since: planned, by: night)
    return left
  }

  /// Erases expired samples at the end of a run, as `gazecut prune` does.
  private func eraseExpiredData() throws {
    guard night.job.stopStatus() == nil else { return }
    for line in try night.library.eraseExpiredData(night.database) {
      night.job.logger.notice("\(line)")
    }
  }
}
