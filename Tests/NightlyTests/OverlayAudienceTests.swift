import Audience
import Rendering
import Selection
import Testing

@testable import Nightly

@Suite struct OverlayAudienceTests {
  /// Viewers at (0.3, 0.4), spread by hundredths; from 30 s on only `late` of them.
  private func timeline(viewers: Int, late: Int) -> AudienceTimeline {
    let bins = (0..<120).map { bin in
      AudienceBin(
        rows: (0..<(bin < 60 ? viewers : late)).map { viewer in
          AudienceRow(
            position: PicturePoint(x: 0.3 + 0.01 * Double(viewer), y: 0.4), weight: 1,
            strengths: .zero)
        }.sorted(), chance: nil)
    }
    return AudienceTimeline(duration: 60, bins: bins, viewers: viewers, excluded: [])
  }

  private func overlay(viewers: Int, late: Int) -> OverlayAudience {
    OverlayAudience(
      summary: TimelineSummary(timeline(viewers: viewers, late: late)), settings: .init())
  }

  @Test func everyLookIsDrawnWhereEnoughWatch() {
    let bin = overlay(viewers: 8, late: 2).bin(10)
    #expect(bin.looks.count == 8 && bin.density == nil)
    #expect(bin.looks.allSatisfy(\.isGathered) && bin.clusters.count == 1)
    let outline = bin.clusters[0]
    // The outline runs a fiftieth of the height outside the looks.
    #expect(abs((outline.map(\.x).min() ?? 0) - (0.3 - 0.02 * 9 / 16)) < 0.001)
    #expect(abs((outline.map(\.y).max() ?? 0) - 0.42) < 0.001)
    #expect(bin.lines[0].contains("8 of 8 watch"))
  }

  @Test(arguments: [1, 2, 4]) func belowTheMinimumThereAreNoLooksNoClustersNoFigures(late: Int) {
    let overlay = overlay(viewers: 8, late: late)
    let bin = overlay.bin(80)
    #expect(bin.looks.isEmpty && bin.clusters.isEmpty)
    #expect(bin.lines[0].contains("fewer than 5 watch"))
    #expect(!bin.lines.joined().contains("gather") && !bin.lines.joined().contains("react"))
    #expect(!bin.lines.joined().contains("\(late) of"))
    #expect(bin.density != nil)
    let level = overlay.plan(within: 0..<60).levels[80]
    #expect(level.reaction == nil && level.gathering == nil)
  }

  @Test func densityIsPooledUntilItHoldsTheLooksOfTheMinimum() throws {
    let timeline = timeline(viewers: 8, late: 1)
    // One viewer: five viewers give 100 looks in ten seconds; he alone gives 60 in thirty, and the
    // rest is of the many before.
    let pool = PooledDensity(TimelineSummary(timeline), around: 119, viewers: 5)
    let looks = timeline.bins.enumerated().filter { bin in
      pool.window.contains(Double(bin.offset) / 2 + 0.25)
    }.reduce(0) { $0 + $1.element.rows.count }
    #expect(looks >= 100)
    #expect(pool.window.upperBound - pool.window.lowerBound > 30)
    // Where enough watch, ten seconds do.
    let few = PooledDensity(TimelineSummary(timeline), around: 30, viewers: 5)
    #expect(abs(few.window.upperBound - few.window.lowerBound - 10) <= 0.5)
    let density = try #require(pool.density)
    let rows = density.values.count / density.columns
    let peak = try #require(density.values.indices.max { density.values[$0] < density.values[$1] })
    #expect(abs((Double(peak % density.columns) + 0.5) / Double(density.columns) - 0.335) < 0.04)
    #expect(abs((Double(peak / density.columns) + 0.5) / Double(rows) - 0.4) < 0.04)
  }

  @Test func whereNobodyLookedThereIsNothing() {
    let empty = AudienceTimeline(
      duration: 10, bins: Array(repeating: AudienceBin(rows: [], chance: nil), count: 20),
      viewers: 6, excluded: [])
    let bin = OverlayAudience(summary: TimelineSummary(empty), settings: .init()).bin(3)
    #expect(bin.density == nil && bin.looks.isEmpty)
    #expect(bin.lines[0].contains("nobody watches"))
    #expect(
      OverlayAudience(summary: TimelineSummary(empty), settings: .init()).bin(99) == OverlayBin())
  }
}
