import Foundation
import Library
import TestMaterial
import Testing

@testable import Nightly
@testable import Publishing
@testable import Support
@testable import Workspace

/// Metrics of a run, in the format of Prometheus.
@Suite struct NightMetricsTests {
  private func status(
    _ video: String, failures: Int = 0, isDue: Bool = false
  ) -> DueVideos.ProcessingStatus {
    var state = VideoState()
    if failures > 0 { (state.failure, state.failureCount) = ("broken", failures) }
    return DueVideos.ProcessingStatus(
      video: video, state: state, fingerprint: "f", hasAudience: true, isDue: isDue, missing: [],
      source: nil, currentSource: nil)
  }

  private var metrics: NightMetrics {
    var tally = NightSummary()
    var result = VideoResult(decisions: "", reason: nil, source: nil)
    result.rendered = ["a-1", "a-2"]
    tally.add(VideoResultSummary(video: "a", ending: .made(result)))
    tally.add(
      VideoResultSummary(video: "b\"\\", ending: .failed(CommandFailure(.badData, "broken"))))
    return NightMetrics(
      began: Date(timeIntervalSince1970: 1_700_000_000.25),
      ended: Date(timeIntervalSince1970: 1_700_000_100), status: tally.status, tally: tally,
      videoStatuses: [status("a"), status("b\"\\", failures: 3), status("c", isDue: true)],
      lastSuccess: Date(timeIntervalSince1970: 1_699_900_000))
  }

  @Test func metricsContainEveryFigure() {
    let lines = metrics.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
    for line in [
      "gazecut_night_start_time_seconds 1700000000.250", "gazecut_night_exit_code 3",
      #"gazecut_night_videos{outcome="done"} 1"#, #"gazecut_night_videos{outcome="failed"} 1"#,
      #"gazecut_night_clips{outcome="rendered"} 2"#,
      #"gazecut_library_videos{standing="failing"} 1"#,
      #"gazecut_library_videos{standing="due"} 1"#, #"gazecut_video_failures{video="b\"\\"} 3"#,
    ] { #expect(lines.contains(line), "\(line) is missing in\n\(metrics.text)") }
    #expect(NightMetrics.lastSuccess(in: metrics.text)?.timeIntervalSince1970 == 1_699_900_000)
    #expect(NightMetrics.lastSuccess(in: "") == nil)
  }

  @Test(
    .enabled(
      if: ExternalProgram.isInstalled("promtool"),
      Comment(rawValue: ExternalProgram.absence(of: "promtool"))))
  func promtoolReportsNoProblems() throws {
    let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).prom"
    try Data(metrics.text.utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let check = try ExternalProgram("sh").run(["-c", "promtool check metrics <\"$0\"", file])
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.output)\(check.errors)")
  }
}

/// The exit status of a run.
@Suite struct NightSummaryTests {
  private func status(_ failures: [Support.ExitStatus?]) -> Support.ExitStatus {
    var tally = NightSummary()
    for (index, failure) in failures.enumerated() {
      let ending = failure.map { VideoResultSummary.Ending.failed(CommandFailure($0, "broken")) }
      tally.add(VideoResultSummary(video: "v\(index)", ending: ending ?? .noted("as it was")))
    }
    return tally.status
  }

  @Test func exitStatusIs3IfOnlySomeVideosFail() {
    #expect(status([nil, nil]) == .done)
    #expect(status([nil, .badData]) == .someVideosFailed)
    #expect(status([.notFound, .badData]) == .notFound)
    #expect(status([]) == .done)
  }
}
