import Logging
import Rendering
import Reporting
import Settings
import Support
import Workspace

/// Writes the pages of the report at the end of a run.
struct PageWriter {
  let night: NightContext

  /// Writes the index and the page of a video, or all pages that are out of date if it is `nil`.
  ///
  /// Errors do not fail the run.
  func write(_ video: String? = nil) async throws {
    guard !night.request.dryRun, !night.request.isPreview, night.job.stopStatus() == nil else {
      return
    }
    let reporter = night.job.reporter
    do {
      guard try night.settings(of: nil).run.report else { return }
      let pages = try ReportJob(library: night.library, database: night.database)
      let due = pages.due(video)
      reporter.begin(.pages, total: due.count)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for standing in due {
          let claim = JobQueue.ResourceRequirements(weight: 0, memory: 0)
          group.addTask { [night] in
            try await night.queue.run(claim, retrying: { night.retrying(standing.video, $0) }) {
              let began = ContinuousClock.now
              try await BlockingCallThread.run { try pages.write(standing, isCancelled: $0) }
              reporter.advance(.pages, standing.video)
              night.log.page(of: standing.video, began.duration(to: .now))
            }
          }
        }
        try await group.waitForAll()
      }
      try pages.writeIndex(video)
    } catch is QueueDeadlinePassed {
      night.job.logger.notice("pages are left for the next run (--until)")
    } catch {
      try Task.checkCancellation()
      let failure = CommandFailure(describing: error)
      night.job.logger.warning("the report was not written: \(failure.message)")
    }
  }
}
