import Audience
import Rendering
import Selection
import Testing
@testable import Deciding

@Suite struct OverlayAudienceTests {
  /// Viewers look near (0.3, 0.4), and half of them react.
  ///
  /// After 30 s only `late` viewers remain.
  private func summary(viewers: Int, late: Int) -> TimelineSummary {
    var summary = TimelineSummary(duration: 60)
    summary.viewers = viewers
    summary.bins = (0..<120).map { bin in
      let count = bin < 60 ? viewers : late
      var found = BinSummary()
      (found.watching, found.withGaze) = (count, count)
      (found.withFace, found.withBoth) = (count, count)
      (found.reacting, found.held) = (Double(count) / 2, Double(count) * 0.75)
      found.looks = (0..<count).map { viewer in
        GazeRow(position: PicturePoint(x: 0.3 + 0.01 * Double(viewer), y: 0.4), weight: 1)
      }
      return found
    }
    return summary
  }

  private static func overlay(of summary: TimelineSummary) -> OverlayPlanner {
    let chooser = MomentChooser(settings: .init())
    return OverlayPlanner(
      summary: summary, chooser: chooser, choice: chooser.choose(from: summary), moments: [])
  }

  private func overlay(viewers: Int, late: Int) -> OverlayPlanner {
    Self.overlay(of: summary(viewers: viewers, late: late))
  }

  @Test func gazePointsAreDrawnIfEnoughViewersWatch() {
    let bin = overlay(viewers: 8, late: 2).bin(10)
    #expect(bin.looks.count == 8)
    #expect(bin.looks.allSatisfy(\.isGathered) && bin.clusters.count == 1)
    let outline = bin.clusters[0]
    // The outline has a distance of 0.02 of the height from the gaze points.
    #expect(abs((outline.map(\.x).min() ?? 0) - (0.3 - 0.02 * 9 / 16)) < 0.001)
    #expect(abs((outline.map(\.y).max() ?? 0) - 0.42) < 0.001)
    #expect(bin.lines[0].contains("at least 5 of 8 watch"))
    #expect(bin.lines[1] == "react 60%  held 80%")
  }

  @Test func curvesAreReactionRateAndGazeCoverage() {
    let levels = overlay(viewers: 8, late: 2).levels(within: 10..<20)
    // Four and six of eight, rounded to fifths.
    #expect(levels[25] == OverlayLevel(reacting: 0.6, held: 0.8))
    #expect(levels[45] == OverlayLevel(), "outside the planned range")
  }

  @Test(arguments: [1, 2, 4]) func binsWithTooFewViewersShowNothing(late: Int) {
    let overlay = overlay(viewers: 8, late: late)
    let bin = overlay.bin(80)
    #expect(bin.looks.isEmpty && bin.clusters.isEmpty)
    #expect(bin.lines[0].contains("fewer than 5 watch"))
    #expect(!bin.lines.joined().contains("held") && !bin.lines.joined().contains("react"))
    #expect(!bin.lines.joined().contains("\(late) of"))
    #expect(overlay.levels(within: 0..<60)[80] == OverlayLevel())
  }

  @Test func binsWithoutGazeShowNothing() {
    var empty = TimelineSummary(duration: 10)
    (empty.viewers, empty.bins) = (6, Array(repeating: BinSummary(), count: 20))
    let overlay = Self.overlay(of: empty)
    let bin = overlay.bin(3)
    #expect(bin.looks.isEmpty)
    #expect(bin.lines[0].contains("nobody watches"))
    #expect(overlay.bin(99) == OverlayBin())
  }
}
