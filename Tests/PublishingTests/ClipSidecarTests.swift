import EditDecisions
import Testing

@testable import Publishing
@testable import Rendering

@Suite struct ClipSidecarTests {
  /// Decided times can differ from the times of the frames by half a frame.
  @Test func sidecarOfTheReelListsTheFramesThatItShows() {
    let entries = (0..<3).map {
      ReelEntry(moment: "a-\($0)", start: Double($0) + 0.018, end: Double($0) + 0.718, at: 0)
    }
    let document = DecisionDocument(
      video: VideoDescription(
        id: "a", source: "a.mp4", duration: 9, width: 320, height: 180,
        frameRate: FrameRate(25, 1)),
      audience: AudienceSummary(viewers: 5, excluded: []), settings: "s", moments: [],
      rejected: [], reel: entries)
    let frames = (0..<3).map {
      ReelSegment(start: Double($0) + 0.04, end: Double($0) + 0.72, at: Double($0) * 0.68)
    }
    let text = ClipSidecar.reel(
      id: "a-reel", document, map: document.reel(showing: frames))
    #expect(text.contains(#""duration": 2.040"#), "\(text)")
    for (start, end, at) in [("0.040", "0.720", "0.000"), ("2.040", "2.720", "1.360")] {
      #expect(text.contains(#""start": \#(start), "end": \#(end), "at": \#(at)"#), "\(text)")
    }
  }
}
