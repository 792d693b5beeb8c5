import Foundation
import Ingest
import Library
import Logging
import Media
import Support
import Workspace

/// Metrics of the last run for Prometheus, as a file for node_exporter's textfile collector.
///
/// Names and units follow Prometheus's conventions (prometheus.io/docs/practices/naming). The file
/// contains no viewers and no numbers of viewers. Per video it contains the ID and the number of
/// failures.
struct NightMetrics {
  var began: Date
  var ended: Date
  var status: ExitStatus
  var tally: NightSummary
  /// The status of every video after the run; `nil` if the library could not be read.
  var videoStatuses: [DueVideos.ProcessingStatus]?
  /// When the last successful run ended; `nil` if there was none.
  var lastSuccess: Date?
  /// The number of files per result in the last import that was not empty.
  var intake: [String: Int] = [:]

  var text: String { (runMetrics + (videoStatuses.map(libraryMetrics) ?? []) + success).joined() }

  private var runMetrics: [String] {
    let (counts, failed) = (tally.counts, tally.failures.count)
    return [
      gauge("build_info", "Version of the program.", by: "version", [(GazecutVersion.text, 1)]),
      gauge("night_start_time_seconds", "Start of the last run.", began.timeIntervalSince1970),
      gauge("night_end_time_seconds", "End of the last run.", ended.timeIntervalSince1970),
      gauge("night_exit_code", "Exit code of the last run.", Double(status.rawValue)),
      gauge(
        "night_videos", "Videos of the last run by outcome; those left stay pending.",
        by: "outcome",
        [
          ("done", tally.outcomes.count - failed), ("failed", failed),
          ("left", counts["left"] ?? 0),
        ]),
      gauge(
        "night_clips", "Clips of the last run by outcome.", by: "outcome",
        ["rendered", "kept", "retired"].map { ($0, counts[$0] ?? 0) }),
    ]
  }

  private func libraryMetrics(_ videoStatuses: [DueVideos.ProcessingStatus]) -> [String] {
    let failing = videoStatuses.filter { $0.state.failure != nil }
    let words = Dictionary(grouping: videoStatuses) { standing in
      switch standing.kind {
      case .waiting: "waiting"
      case .failed, .resting: "failing"
      case .due: "due"
      case .upToDate, .noAudience: standing.state.pin == nil ? "up_to_date" : "pinned"
      }
    }
    return [
      gauge(
        "library_videos", "Videos of the library by status.", by: "standing",
        ["due", "failing", "pinned", "up_to_date", "waiting"].map { ($0, words[$0]?.count ?? 0) }),
      gauge(
        "video_failures", "How many times in a row a video failed.", by: "video",
        failing.map { ($0.video, $0.state.failureCount) }),
      gauge(
        "intake_files", "Files of the last import with new files, by outcome.", by: "outcome",
        IntakeSummary.Outcome.allCases.map { ($0.rawValue, intake[$0.rawValue] ?? 0) }),
    ]
  }

  private var success: [String] {
    lastSuccess.map {
      [gauge(Self.success, "End of the last successful run.", $0.timeIntervalSince1970)]
    } ?? []
  }

  private static let success = "last_success_time_seconds"

  /// Reads when the last successful run ended from an earlier file; `nil` if it is missing.
  static func lastSuccess(in text: String) -> Date? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("gazecut_\(success) ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
      .map(Date.init(timeIntervalSince1970:))
  }

  private func gauge(_ name: String, _ help: String, _ value: Double) -> String {
    let text = String(format: value == value.rounded() ? "%.0f" : "%.3f", value)
    return gauge(name, help, by: "", []) + "gazecut_\(name) \(text)\n"
  }

  private func gauge(
    _ name: String, _ help: String, by label: String, _ samples: [(String, Int)]
  ) -> String {
    "# HELP gazecut_\(name) \(help)\n# TYPE gazecut_\(name) gauge\n"
      + samples.map { word, count in
        "gazecut_\(name){\(label)=\"\(Self.escaped(word))\"} \(count)\n"
      }.joined()
  }

  /// Escapes backslash, double quote and line feed, as the Prometheus text format requires.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

extension NightMetrics {
  /// Writes the file if a path is configured.
  ///
  /// Errors do not fail the run.
  func write(to path: String, _ logger: Logger) {
    var metrics = self
    let earlier = (try? RegularFile.bytes(of: path)).map { String(decoding: $0, as: UTF8.self) }
    metrics.lastSuccess = status == .done ? ended : earlier.flatMap(Self.lastSuccess)
    do {
      // The collector runs as another user, and the umask of the run may deny it access.
      try AtomicFile.write(Array(metrics.text.utf8), to: path, mode: 0o644)
    } catch {
      logger.warning("the metrics were not written: \(CommandFailure(describing: error).message)")
    }
  }
}
