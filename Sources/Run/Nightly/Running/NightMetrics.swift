import Foundation
import Ingest
import Library
import Logging
import Media
import Support
import Workspace

/// Figures of the last night for Prometheus, in a file that node_exporter's textfile collector
/// reads.
///
/// Names and units follow Prometheus's conventions (prometheus.io/docs/practices/naming); no viewer
/// and no number of viewers is in it, and of a video its id and how often it failed.
struct NightMetrics {
  var began: Date
  var ended: Date
  var status: ExitStatus
  var tally: NightSummary
  /// How every video stands after it; `nil` where the library could not be asked.
  var standings: [DueVideos.Standing]?
  /// When the last night that ended well did; `nil` where none has yet.
  var lastSuccess: Date?
  /// What became of files in the last intake that had something to do, by its words.
  var intake: [String: Int] = [:]

  var text: String {
    (ofTheNight + (standings.map(ofTheLibrary) ?? []) + success).joined()
  }

  private var ofTheNight: [String] {
    let (counts, failed) = (tally.counts, tally.failures.count)
    return [
      gauge("build_info", "The program that ran.", by: "version", [(GazecutVersion.text, 1)]),
      gauge("night_start_time_seconds", "When the last night began.", began.timeIntervalSince1970),
      gauge("night_end_time_seconds", "When the last night ended.", ended.timeIntervalSince1970),
      gauge("night_exit_code", "How the last night ended.", Double(status.rawValue)),
      gauge(
        "night_videos", "What became of videos in the last night; those that are left stay due.",
        by: "outcome",
        [
          ("done", tally.outcomes.count - failed), ("failed", failed),
          ("left", counts["left"] ?? 0),
        ]),
      gauge(
        "night_clips", "What became of clips in the last night.", by: "outcome",
        ["rendered", "kept", "retired"].map { ($0, counts[$0] ?? 0) }),
    ]
  }

  private func ofTheLibrary(_ standings: [DueVideos.Standing]) -> [String] {
    let failing = standings.filter { $0.state.failure != nil }
    return [
      gauge(
        "library_videos", "Videos of the library by how they stand.", by: "standing",
        Self.byStanding(standings)),
      gauge(
        "video_failures", "How many times in a row a video failed.", by: "video",
        failing.map { ($0.video, $0.state.failureCount) }),
      gauge(
        "intake_files", "What became of files in the last intake that had something to do.",
        by: "outcome",
        IntakeSummary.Outcome.allCases.map { ($0.rawValue, intake[$0.rawValue] ?? 0) }),
    ]
  }

  private var success: [String] {
    lastSuccess.map {
      [
        gauge(
          Self.success, "When the last night that ended well did.", $0.timeIntervalSince1970)
      ]
    } ?? []
  }

  private static let success = "last_success_time_seconds"

  /// When a night last ended well, as an earlier file says; `nil` where it does not.
  static func lastSuccess(in text: String) -> Date? {
    let line = text.split(separator: "\n").first { $0.hasPrefix("gazecut_\(success) ") }
    return line?.split(separator: " ").last.flatMap { Double($0) }
      .map(Date.init(timeIntervalSince1970:))
  }

  private static func byStanding(_ standings: [DueVideos.Standing]) -> [(String, Int)] {
    let words = Dictionary(grouping: standings) { standing in
      switch standing.kind {
      case .waiting: "waiting"
      case .failed, .resting: "failing"
      case .due: "due"
      case .upToDate, .noAudience: standing.state.pin == nil ? "up_to_date" : "pinned"
      }
    }
    return ["due", "failing", "pinned", "up_to_date", "waiting"].map { ($0, words[$0]?.count ?? 0) }
  }

  private func gauge(_ name: String, _ help: String, _ value: Double) -> String {
    let text = String(format: value == value.rounded() ? "%.0f" : "%.3f", value)
    return gauge(name, help, by: "", []) + "gazecut_\(name) \(text)\n"
  }

  /// A family of figures, each told by a label.
  private func gauge(
    _ name: String, _ help: String, by label: String, _ samples: [(String, Int)]
  ) -> String {
    "# HELP gazecut_\(name) \(help)\n# TYPE gazecut_\(name) gauge\n"
      + samples.map { word, count in
        "gazecut_\(name){\(label)=\"\(Self.escaped(word))\"} \(count)\n"
      }.joined()
  }

  /// Backslash, quote and line feed, as the text format asks.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

extension NightMetrics {
  /// Writes the file, where one is asked for; that it cannot be written spoils no night.
  func write(to path: String, _ logger: Logger) {
    var metrics = self
    let earlier = (try? RegularFile.bytes(of: path)).map { String(decoding: $0, as: UTF8.self) }
    metrics.lastSuccess = status == .done ? ended : earlier.flatMap(Self.lastSuccess)
    do {
      // Whoever collects them is another user than the night's, whose umask closes what it writes.
      try AtomicFile.write(Array(metrics.text.utf8), to: path, mode: 0o644)
    } catch {
      let failure = CommandFailure(describing: error)
      logger.warning("the metrics were not written: \(failure.message)")
    }
  }
}
