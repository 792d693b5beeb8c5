import Foundation
import Library
package import Logging
import Settings
package import Support
import Synchronization
import Workspace

/// How a night tells that it ended: the last event of its log, and the metrics.
///
/// Once, however it ends; also where its library could not even be opened.
package final class NightEndReporter: Sendable {
  private let began = Date()
  private let isTold = Mutex(false)
  private let logger: Logger

  /// Seconds since the night began.
  var seconds: Double { Date().timeIntervalSince(began) }

  /// Of a night that begins.
  package init(_ logger: Logger) { self.logger = logger }

  /// Of a night that got as far as its library.
  func tell(
    _ tally: NightSummary, _ status: ExitStatus, since planned: Date? = nil,
    by night: NightContext
  ) {
    guard isFirst() else { return }
    let began = planned ?? began
    NightLog(logger).ended(tally, status, since: began)
    do {
      guard let file = try night.settings(of: nil).run.metrics else { return }
      NightMetrics(
        began: began, ended: Date(), status: status, tally: tally,
        standings: try DueVideos(library: night.library, database: night.database).standings(),
        intake: try night.database.lastIntake()?.counts ?? [:]
      ).write(to: LibraryFolder.absolute(file, from: night.library.path), logger)
    } catch {
      let failure = CommandFailure(describing: error)
      logger.warning("the metrics were not written: \(failure.message)")
    }
  }

  /// Of a night that ended before it could tell so itself.
  ///
  /// - Parameters:
  ///   - failure: how it ended.
  ///   - configuration: its gazecut.yaml, which may be what is wrong; `nil` where there is none.
  package func tell(_ failure: CommandFailure, configuration: String?) {
    guard isFirst() else { return }
    let tally = NightSummary()
    NightLog(logger).ended(tally, failure.status, since: began)
    // The metrics are those of the night that holds the library.
    guard failure.status != .tryAgain, let configuration,
      let bytes = try? RegularFile.bytes(of: configuration),
      let yaml = String(validating: bytes, as: UTF8.self),
      let file = SettingsLoader.metrics(
        in: yaml, environment: ProcessInfo.processInfo.environment)
    else { return }
    let folder = (configuration as NSString).deletingLastPathComponent
    NightMetrics(began: began, ended: Date(), status: failure.status, tally: tally)
      .write(to: LibraryFolder.absolute(file, from: folder), logger)
  }

  private func isFirst() -> Bool {
    isTold.withLock { isTold in
      defer { isTold = true }
      return !isTold
    }
  }
}
