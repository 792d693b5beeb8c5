import Audience
import TestMaterial
import Testing

@Suite("Aggregation of invalid data")
struct TimelineFolderRobustnessTests {
  private func hasOnlyFiniteValues(_ audience: AggregatedAudience) -> Bool {
    audience.summary.bins.allSatisfy { bin in
      [bin.evidence, bin.reacting, bin.held, bin.reactingHeld].allSatisfy(\.isFinite)
        && bin.clusters.allSatisfy { $0.share.isFinite && $0.spread.isFinite }
    }
      && audience.rows.joined().allSatisfy {
        $0.weight.isFinite && ($0.position?.x ?? 0).isFinite
      }
  }

  @Test("an audience without viewers has empty time bins")
  func noViewers() {
    let audience = MadeUp.folded([], seconds: 30)
    #expect(audience.summary.bins == Array(repeating: BinSummary(), count: 60))
    #expect(audience.summary.viewers == 0 && audience.rows.allSatisfy(\.isEmpty))
  }

  @Test(
    "a video without a valid duration has no time bins", arguments: [0, -3, Double.nan, .infinity])
  func invalidDuration(duration: Double) {
    var folder = TimelineFolder(duration: duration, aspect: .nan)
    folder.add(viewer: [MadeUp.session(seconds: 5)])
    #expect(folder.timeline().bins.isEmpty)
  }

  @Test("if all gaze is lost, faces still count")
  func lostGaze() {
    let viewers = (0..<6).map { _ in MadeUp.session(seconds: 30, gaze: { _ in .lost }) }
    let audience = MadeUp.folded(viewers, seconds: 30)
    let bin = audience.summary.bins[20]
    #expect(audience.summary.viewers == 6 && audience.rows[20].count == 6)
    #expect(bin.withFace == 6 && bin.withGaze == 0 && bin.withBoth == 0)
    #expect(bin.heldShare == nil && bin.clusters.isEmpty)
    #expect(hasOnlyFiniteValues(audience))
  }

  @Test("without faces, gaze still counts")
  func withoutFaces() {
    let viewers = (0..<6).map { _ in MadeUp.session(seconds: 30, face: { _ in .notReported }) }
    let audience = MadeUp.folded(viewers, seconds: 30)
    let bin = audience.summary.bins[20]
    #expect(bin.withGaze == 6 && bin.withFace == 0 && bin.reactingShare == nil)
    #expect(bin.held == 6)
    #expect(audience.summary.bins.allSatisfy { $0.evidence == 0 })
    #expect(hasOnlyFiniteValues(audience))
  }

  @Test("invalid positions, scores and times are ignored")
  func invalidValues() {
    var columns = MadeUp.session(seconds: 30, gaze: { _ in MadeUp.at(.nan, .infinity) })
    columns.append(Sample(time: -5, gaze: MadeUp.center))
    columns.append(Sample(time: 1e9, gaze: MadeUp.center))
    columns.append(Sample(time: 3, face: MadeUp.face(.happy, .nan)))
    let audience = MadeUp.folded([columns], seconds: 20)
    #expect(audience.summary.bins.count == 40)
    #expect(hasOnlyFiniteValues(audience))
  }

  @Test("a viewer with a hundred times as many samples counts once")
  func manySamples() {
    let quiet = (0..<5).map { _ in MadeUp.session(seconds: 30) }
    let loud = MadeUp.session(seconds: 30, rate: 200, gaze: { _ in MadeUp.at(0.1, 0.1) })
    let timeline = MadeUp.timeline(quiet + [loud], seconds: 30)
    #expect(timeline.bins.allSatisfy { $0.count == 6 })
    #expect(timeline.bins[30].count { ($0.position?.x ?? 1) < 0.2 } == 1)
  }

  @Test("a viewer with a hundred sessions counts once and has one gaze point per bin")
  func manySessions() throws {
    var folder = TimelineFolder(duration: 30, aspect: 16.0 / 9)
    folder.add(
      viewer: (0..<100).map { pass in
        MadeUp.session(seconds: 30, gaze: { _ in MadeUp.at(pass % 2 == 0 ? 0.2 : 0.4, 0.5) })
      })
    let audience = folder.folded()
    #expect(audience.summary.viewers == 1)
    #expect(audience.rows.allSatisfy { $0.count == 1 })
    let position = try #require(audience.rows[10][0].position)
    // The mean of two places is not a gaze point.
    #expect(abs(position.x - 0.2) < 1e-3)
  }

  @Test("the order of samples does not change the rows")
  func orderOfSamples() {
    let session = MadeUp.session(seconds: 30, gaze: { MadeUp.at(0.2 + $0 / 60, 0.5) })
    let backwards = SampleColumns(session.reversed())
    #expect(
      MadeUp.timeline([session], seconds: 30) == MadeUp.timeline([backwards], seconds: 30))
  }
}
