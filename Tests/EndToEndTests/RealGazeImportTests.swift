import Foundation
import TestMaterial
import Testing

/// The table of a real eye tracker is imported with a map of its columns.
@Suite(.waitsForPrograms, .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct RealGazeImportTests {
  /// Microseconds, pixels of 1280×720, confidence, and the viewer in each row.
  private static let map =
    "time=t_us:us,x=x_px,y=y_px,gaze=pixels 1280x720,conf=conf,viewer=viewer"

  @Test func gazeTableIsStoredOnceAndUsedForDecisions() throws {
    let library = try TestLibrary()
    try library.add(TestVideo.silent, as: "sea")
    let file = try SharedData.file("gaze/sea.csv.gz").path
    let taken = try library.gazecut("import", "table", file, "--video", "sea", "--map", Self.map)
    #expect(taken.status == 0, "\(taken.errors)")
    let count = try #require(taken.output.firstMatch(of: /(\d+) sessions of sea, (\d+) samples/))
    #expect(Int(count.1) ?? 0 > 30)
    #expect(count.2 == "193386")
    let again = try library.gazecut("import", "table", file, "--video", "sea", "--map", Self.map)
    #expect(again.output.contains("the library already has it"))
    let night = try library.gazecut(
      "run", "--dry-run", "--format", "json", "--set", "selection.evidence=gaze")
    #expect(night.status == 0, "\(night.errors)")
  }

  @Test func importCheckPrintsTheSamplingRate() throws {
    let library = try TestLibrary()
    let file = try SharedData.file("gaze/golf.csv.gz").path
    let check = try library.gazecut(
      "import", "table", file, "--video", "golf", "--map", Self.map, "--check")
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.output.split(separator: "\n").count > 30)
    // The tracker ran at 250 Hz.
    #expect(check.output.contains("250"), "\(check.output.prefix(300))")
    #expect(try library.gazecut("status").output.contains("golf") == false)
  }
}
