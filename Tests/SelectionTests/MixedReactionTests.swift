import Audience
import EditDecisions
import Testing

@testable import Selection

@Suite("Mixed reactions: what counts, and that opposite valences do not add up")
struct MixedReactionTests {
  private func figures(_ shown: [Emotion?], _ weights: [Emotion: Double]) -> BinFigures {
    let rows = shown.map { emotion -> AudienceRow in
      var strengths = EmotionVector.zero
      if let emotion { strengths[emotion] = 1 }
      return AudienceRow(
        position: PicturePoint(x: 0.5, y: 0.5), weight: 1, strengths: strengths)
    }
    var settings = SelectionSettings()
    settings.emotions = weights
    let bin = AudienceBin(rows: rows, chance: nil)
    let timeline = AudienceTimeline(
      duration: 0.5, bins: [bin], viewers: rows.count, excluded: [])
    return BinFigures(bin, index: 0, of: timeline, settings: settings)
  }

  @Test("every class may count; without a weight it does not", arguments: Emotion.allCases)
  func everyClass(emotion: Emotion) {
    let shown = [Emotion?](repeating: emotion, count: 9)
    #expect(abs(figures(shown, [emotion: 1]).reaction - 0.9) < 0.01)
    #expect(abs(figures(shown, [emotion: 0.5]).reaction - 0.45) < 0.01)
    #expect(figures(shown, [:]).reaction == 0)
  }

  @Test("those who laugh and those who are disgusted are not one reaction")
  func opposite() {
    let weights: [Emotion: Double] = [.happy: 1, .disgust: 1, .sad: 1]
    let shown: [Emotion?] = [.happy, .happy, .happy, .happy, .disgust, .disgust, .sad, nil, nil]
    let mixed = figures(shown, weights)
    #expect(abs(mixed.reaction - 0.4) < 0.01)
    #expect(abs(mixed.reactingShareAny - 4.0 / 9) < 0.01)
  }

  @Test("emotions of one valence add up, and surprise goes with either side")
  func together() {
    let weights: [Emotion: Double] = [.happy: 1, .fear: 1, .sad: 1, .surprise: 1]
    let shown: [Emotion?] = [.fear, .sad, .sad, .surprise, .happy, nil, nil, nil, nil]
    #expect(abs(figures(shown, weights).reaction - 0.4) < 0.01)
  }

  @Test("those who react are counted within those with a face, whatever the share")
  func counted() {
    var mixed = figures([.happy, .happy, .happy, nil, nil, nil, nil], [.happy: 1])
    #expect(mixed.reactingViewers == 3)
    for (share, viewers) in [(Double.nan, 0), (-1, 0), (-.infinity, 0), (.infinity, 7), (2, 7)] {
      mixed.reactingShareAny = share
      #expect(mixed.reactingViewers == viewers, "\(share)")
    }
  }

  @Test("a face that never tells a class is not counted for it")
  func untold() {
    func row(_ told: EmotionSet, _ emotion: Emotion?, areStrongest: Bool = false) -> AudienceRow {
      var strengths = EmotionVector.zero
      if let emotion { strengths[emotion] = 1 }
      return AudienceRow(
        position: nil, weight: 1, strengths: strengths, told: told, areStrongest: areStrongest)
    }
    // Two laugh; one who could be seen to does not, and two tell nothing of laughter.
    let rows =
      [row(.all, .happy), row(EmotionSet(.happy), .happy), row(.all, nil)]
      + [row(EmotionSet(.fear), .fear), row(EmotionSet(.neutral), nil)]
    let bin = AudienceBin(rows: rows, chance: nil)
    let timeline = AudienceTimeline(duration: 0.5, bins: [bin], viewers: 5, excluded: [])
    let figures = BinFigures(bin, index: 0, of: timeline, settings: SelectionSettings())
    #expect(figures.withFace == 3 && abs(figures.reactingShareAny - 2.0 / 3) < 0.01)
    #expect(abs(figures.reactingShares[.happy] - 2.0 / 3) < 0.01)
    #expect(abs(figures.reactingShares[.fear] - 1.0 / 3) < 0.01)
    #expect(abs(figures.reaction - 2.0 / 4) < 0.01)
    // Where only the strongest class is told, not to have laughed is told.
    let calm = AudienceBin(
      rows: rows + [row(EmotionSet(.neutral), nil, areStrongest: true)], chance: nil)
    #expect(BinFigures(calm, index: 0, of: timeline, settings: SelectionSettings()).withFace == 4)
  }

  @Test("why names the leading emotion of a mixed window")
  func named() {
    let weights: [Emotion: Double] = [.happy: 1, .disgust: 1]
    let bin = figures([.disgust, .disgust, .disgust, .happy, nil, nil], weights)
    var settings = SelectionSettings()
    settings.emotions = weights
    let timeline = AudienceTimeline(duration: 6, bins: [], viewers: 6, excluded: [])
    let window = WindowFigures(
      Array(repeating: bin, count: 12), of: TimelineSummary(timeline), settings: settings)
    #expect(window.why(.both).emotion == "disgust")
    #expect(window.why(.both).reactingShare == 0.5)
  }
}
