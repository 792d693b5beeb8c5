import Audience
import Testing

@testable import Selection

/// Into which stretches the evidence is divided, before any is judged.
@Suite struct StretchSegmentationTests {
  private func stretches(of timeline: AudienceTimeline, changeCost: Double) -> [Stretch] {
    let settings = SelectionSettings()
    let figures = MomentChooser(settings: settings)
      .undisclosedFigures(of: TimelineSummary(timeline))
    let bins = { (seconds: Double) in Int(seconds / HalfSeconds.length) }
    return StretchSegmentation(
      track: EvidenceTrack(figures, settings.constants), asksFaces: true, asksGaze: true,
      leastReaction: settings.leastReaction, cost: settings.stretchCost, changeCost: changeCost,
      near: bins(settings.constants.nearSeconds), least: bins(settings.leastCore),
      most: bins(settings.maximumLength)
    ).stretches()
  }

  @Test("a reaction that swells is one stretch; that another begins so near has a price")
  func swelling() throws {
    let timeline = MadeUp.timeline(
      seconds: 240, viewers: 20,
      reacting: { (60..<70).contains($0) ? 13 : (70..<80).contains($0) ? 16 : 0 },
      gathered: { (60..<80).contains($0) ? 14 : 0 })
    let found = stretches(of: timeline, changeCost: SelectionSettings().changeCost)
    #expect(found.map(\.bins) == [120..<160])
    // Without the price each level is best explained by itself.
    #expect(stretches(of: timeline, changeCost: 0).map(\.bins) == [120..<140, 140..<160])
  }
}
