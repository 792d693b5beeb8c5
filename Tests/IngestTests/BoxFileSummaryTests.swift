import Audience
import Testing

@testable import Importers
@testable import Ingest

@Suite struct BoxFileSummaryTests {
  private func figures(_ count: Int, every step: Double) throws -> BoxFileSummary {
    let box = PictureBox(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
    let boxes = (0..<count).map {
      Detection(
        time: Double($0) * step, label: $0 % 2 == 0 ? "face" : "ball", score: 1, box: box, track: 1)
    }
    var parts = DetectionBuffer(TemporarySampleFile(file: "hand", folder: nil))
    try parts.append(contentsOf: boxes)
    return try BoxFileSummary(parts)
  }

  @Test func summaryContainsTimesRateLabelsAndTracks() throws {
    #expect(
      try figures(21, every: 0.5).summary
        == "21 boxes (ball, face), 1 track, 0 to 10 s, 2 a second")
    #expect(try figures(1, every: 1).summary == "1 box (face), 1 track, 0 to 0 s")
  }

  @Test func boxesAfterTheEndOfTheVideoAreReported() throws {
    // Frames at 25 per second, read as one frame per 2 s.
    let odd = try figures(937, every: 2)
    #expect(
      odd.timeWarning(videoDuration: 100)
        == "the boxes end at 1872 s, but the video lasts 100 s: check the video and --fps")
    #expect(odd.timeWarning(videoDuration: nil) == nil)
    #expect(try figures(201, every: 0.5).timeWarning(videoDuration: 100) == nil)
  }

  @Test func hugeFrameRateDoesNotCrash() throws {
    #expect(try figures(3, every: 1e-300).summary.contains("e+"))
  }
}
