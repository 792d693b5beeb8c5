import Foundation
import Library
import Logging
import Publishing
import Support

/// Records the end of a run: in the library, in the pages, in the log and in the metrics.
struct RunRecorder {
  let night: NightContext

  /// Records the end of a run that finished.
  ///
  /// `id` is its number in the library, or `nil` if it had nothing to do. `planned` is the time of
  /// planning, if another command did that.
  func recordRunEnd(
    _ id: Int64?, _ tally: NightSummary, _ status: ExitStatus, since planned: Date? = nil
  ) async throws {
    if let id {
      try night.database.runs.storeResult(
        id, at: Date(), counts: tally.counts, exitCode: status.rawValue, note: nil)
    }
    try await PageWriter(night: night).write()
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
