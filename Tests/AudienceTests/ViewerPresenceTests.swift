import Audience
import Testing

@Suite("Distinct viewers over a window")
struct ViewerPresenceTests {
  /// A viewer who is there from one time to another; the samples between are lost.
  private func viewer(_ from: Double, _ to: Double) -> SampleColumns {
    MadeUp.session(
      seconds: 60, gaze: { $0 >= from && $0 < to ? MadeUp.center : .lost },
      face: { $0 >= from && $0 < to ? MadeUp.neutral($0) : .lost })
  }

  private let both = ViewerPresence.Sides(gaze: true, emotions: EmotionSet(.happy))

  @Test("those who take turns are not one, and those who pass by are none")
  func turns() {
    // One is there at a time, but each of two for half of 20 to 40 s.
    let relay = MadeUp.folded([viewer(5, 30), viewer(30, 55)], seconds: 60).summary
    #expect(relay.bins[40..<80].allSatisfy { $0.withBoth <= 1 })
    #expect(relay.distinctViewers(both, in: 38..<80) == 2)
    // Three are there at any time, and nobody for half of the whole.
    let thirds = [0.0, 20, 40].flatMap { [viewer($0, $0 + 20), viewer($0, $0 + 20)] }
    let passing = MadeUp.folded(thirds, seconds: 60).summary
    #expect(passing.distinctViewers(both, in: 0..<120) == 0)
  }

  @Test("a face that tells nothing that counts is not there for it")
  func untold() {
    let happy = MadeUp.session(
      seconds: 60, face: { MadeUp.told([.happy: 0.1 + 0.01 * Double(Int($0) % 9)]) })
    let summary = MadeUp.folded([happy, viewer(0, 60)], seconds: 60).summary
    let fear = ViewerPresence.Sides(gaze: true, emotions: EmotionSet(.fear))
    #expect(summary.distinctViewers(both, in: 20..<60) == 2)
    #expect(summary.distinctViewers(fear, in: 20..<60) == 1)
    #expect(summary.distinctViewers(.init(gaze: true, emotions: nil), in: 20..<60) == 2)
  }

  @Test("it comes back from its bytes, with the lags, and says nothing of who is who")
  func encoding() {
    var settings = FoldSettings()
    settings.eyeLag = 0.4
    settings.faceLag = 0.7
    let viewers = [viewer(5, 30), viewer(30, 55), viewer(0, 60)]
    let timeline = MadeUp.timeline(viewers, seconds: 60, settings: settings)
    #expect(timeline.eyeLag == 0.4 && timeline.faceLag == 0.7)
    let blocks = AudienceBlocks(MadeUp.folded(viewers, seconds: 60, settings: settings))
    #expect(
      TimelineSummary(head: blocks.head, figures: blocks.figures)?.presences == timeline.presences)
    #expect(MadeUp.timeline(viewers.reversed(), seconds: 60, settings: settings) == timeline)
  }
}
