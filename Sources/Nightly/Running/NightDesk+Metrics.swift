import Foundation
import Logging
import Media
import Settings

extension NightDesk {
  /// Writes the figures of a night that ended, where `run.metrics` says; that they cannot be written
  /// spoils no night.
  func writeMetrics(_ tally: NightTally, _ status: ExitStatus, since began: Date) {
    do {
      let settings = try job.library.settings.settings(for: nil, flags: request.flags)
      guard let file = settings.run.metrics else { return }
      let path = LibraryFolder.absolute(file, from: job.library.path)
      let now = Date()
      let earlier = (try? String(contentsOfFile: path, encoding: .utf8))
        .flatMap(NightMetrics.lastSuccess)
      let metrics = NightMetrics(
        began: began, ended: now, status: status, tally: tally,
        standings: try DueCheck(library: job.library, database: database).standings(),
        lastSuccess: status == .done ? now : earlier)
      try AtomicFile.write(Array(metrics.text.utf8), to: path)
    } catch {
      let failure = CommandFailure(describing: error)
      job.logger.warning("the metrics were not written: \(failure.message)")
    }
  }
}
