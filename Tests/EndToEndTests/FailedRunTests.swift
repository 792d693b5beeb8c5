import Foundation
import TestMaterial
import Testing

/// A run that fails still writes the last event of its log and its metrics.
@Suite(.waitsForPrograms) struct FailedRunTests {
  /// The fields of the last event in the log.
  private func lastEvent(_ log: String) throws -> [String: Any] {
    let lines = log.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    return try #require(lines.last { $0["event"] != nil }, "\(log)")
  }

  private func metrics(_ library: TestLibrary) throws -> [String] {
    try library.text("night.prom").split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    ("run: {metrics: night.prom}\nselection.count: many\n", 78),
    ("run.metrics: night.prom\nselektion.count: 3\n", 78),
    ("run.metrics: night.prom\nlibrary.output: /proc/nowhere\n", 73),
  ])
  func runThatCannotStartLogsItsExitCode(yaml: String, status: Int) throws {
    let library = try TestLibrary.withAudience()
    try library.write("gazecut.yaml", yaml)
    let night = try library.gazecut("run", "--json-log")
    #expect(night.status == Int32(status))
    let event = try lastEvent(night.errors)
    #expect(event["event"] as? String == "night.ended" && event["exit"] as? Int == status)
    let figures = try metrics(library)
    #expect(figures.contains("gazecut_night_exit_code \(status)"), "\(figures)")
  }

  @Test func invalidYAMLStillEndsTheLog() throws {
    let library = try TestLibrary.withAudience()
    try library.write("gazecut.yaml", "run: {metrics: night.prom\n")
    let night = try library.gazecut("run", "--json-log")
    #expect(night.status == 78)
    #expect(try lastEvent(night.errors)["exit"] as? Int == 78)
  }

  @Test func failedRunWritesNoMetricsWhenTheyAreOff() throws {
    let library = try TestLibrary.withAudience()
    try library.write("gazecut.yaml", "run.metrics: off\nselection.count: many\n")
    let before = library.files("")
    #expect(try library.gazecut("run").status == 78)
    #expect(library.files("") == before)
  }

  @Test func failedDryRunWritesNoEndEventAndNoMetrics() throws {
    let library = try TestLibrary.withAudience()
    try library.write("gazecut.yaml", "run.metrics: night.prom\nselection.count: many\n")
    let run = try library.gazecut("run", "--dry-run", "--json-log")
    #expect(run.status == 78 && !run.errors.contains("night.ended"))
    #expect(!library.exists("night.prom"))
  }

  /// The stored pin is damaged, for example by the disk.
  ///
  /// Other videos are not affected.
  @Test func unreadablePinFailsOnlyItsVideo() throws {
    let library = try TestLibrary.withManualChoice()
    _ = try library.rows(
      "UPDATE videoState SET pinText = '{}', pinViewers = NULL, fingerprint = 'other'")
    let night = try library.gazecut("run")
    #expect(night.status == 65 && night.errors.contains("1 of 1 video failed"), "\(night.errors)")
    #expect(try library.gazecut("status").output.contains("failed 1x"))
    // `explain` does not present the choice of the audience as the locked one.
    let explained = try library.gazecut("explain", "walk", "--format", "json")
    #expect(explained.status == 65 && explained.output.isEmpty, "\(explained.output)")
  }

  @Test func stoppedRunNamesThePendingVideos() throws {
    let library = try TestLibrary.withAudience()
    try library.write(
      "gazecut.yaml", library.text("gazecut.yaml") + "\nrun.metrics: night.prom\n")
    let running = try Program.start(
      Program.path, ["run"], in: nil, environment: ["GAZECUT_LIBRARY": library.folder])
    // The lock file names a video once work on it has begun.
    for _ in 0..<2400 where (try? library.text("gazecut.lock"))?.contains("walk") != true {
      Thread.sleep(forTimeInterval: 0.05)
    }
    running.signal(SIGTERM)
    let night = try running.wait()
    #expect(night.status == 143, "\(night.errors)")
    #expect(night.errors.contains("still due: walk"), "\(night.errors)")
    let figures = try metrics(library)
    #expect(figures.contains("gazecut_night_exit_code 143"), "\(figures)")
    #expect(figures.contains(#"gazecut_night_videos{outcome="left"} 1"#), "\(figures)")
  }
}
