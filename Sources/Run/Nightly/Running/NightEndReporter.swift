import Foundation
import Library
package import Logging
import Settings
package import Support
import Synchronization
import Workspace

/// Reports the end of a run once: the last event of its log, and the metrics.
///
/// It also reports a run whose library could not be opened.
package final class NightEndReporter: Sendable {
  private let began = Date()
  private let hasReported = Atomic(false)
  private let logger: Logger

  var seconds: Double { Date().timeIntervalSince(began) }

  package init(_ logger: Logger) { self.logger = logger }

  /// Reports the end of a run that opened its library.
  func reportEnd(
    _ tally: NightSummary, _ status: ExitStatus, since planned: Date? = nil, by night: NightContext
  ) {
    guard !hasReported.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let began = planned ?? began
    NightLog(logger: logger).ended(tally, status, since: began)
    do {
      guard let file = try night.settings(of: nil).run.metrics else { return }
      NightMetrics(
        began: began, ended: Date(), status: status, tally: tally,
        videoStatuses: try night.check.videoStatuses(),
        intake: try night.database.intake.lastResult()?.counts ?? [:]
      ).write(to: LibraryFolder.absolute(file, from: night.library.path), logger)
    } catch {
      logger.warning("the metrics were not written: \(CommandFailure(describing: error).message)")
    }
  }

  /// Reports the end of a run that failed before it opened its library.
  ///
  /// `configuration` is the path of gazecut.yaml, which may be invalid.
  package func reportEnd(_ failure: CommandFailure, configuration: String?) {
    guard !hasReported.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let tally = NightSummary()
    NightLog(logger: logger).ended(tally, failure.status, since: began)
    // If another run holds the library, the metrics belong to that run.
    guard failure.status != .tryAgain, let configuration,
      let bytes = try? RegularFile.bytes(of: configuration),
      let yaml = String(validating: bytes, as: UTF8.self),
      let file = SettingsLoader.metrics(in: yaml, environment: ProcessInfo.processInfo.environment)
    else { return }
    let folder = (configuration as NSString).deletingLastPathComponent
    NightMetrics(began: began, ended: Date(), status: failure.status, tally: tally)
      .write(to: LibraryFolder.absolute(file, from: folder), logger)
  }
}
