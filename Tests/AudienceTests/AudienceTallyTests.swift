import Testing

@testable import Audience

@Suite("What a half second adds up")
struct AudienceTallyTests {
  private let settings = ModelSettings()

  /// One half second of a viewer whose face and look are as they are given.
  private func viewer(
    _ shown: Emotion?, reacting: Float, _ mark: LookMark, says: Float = 0, count: Int = 1
  ) -> TalliedViewer {
    var scores = EmotionVector.zero
    if let shown { scores[shown] = 0.5 }
    let point = mark == .none ? nil : PicturePoint(x: 0.5, y: 0.5)
    let row = AudienceRow(position: point, weight: 1, scores: shown == nil ? nil : scores)
    return TalliedViewer(
      rows: [row], face: FaceSeries([row], settings), reacting: [reacting], marks: [mark],
      says: Array(repeating: says, count: 256), count: count)
  }

  private func sums(_ viewers: [TalliedViewer]) -> BinSummary {
    var tally = AudienceTally(binCount: 1, settings)
    tally.add(viewers)
    return tally.summaries[0]
  }

  @Test("probabilities, looks that are held, and both in one viewer")
  func sums() {
    let found = sums([
      viewer(.happy, reacting: 0.75, .held, says: 0.5),
      viewer(.happy, reacting: 0.5, .lost, says: 0.25),
      viewer(.surprise, reacting: 0.25, .held, says: -0.5),
      viewer(.happy, reacting: 1, .none, says: 1),
      // Without a face neither probability nor evidence counts.
      viewer(nil, reacting: 1, .held, says: 9),
    ])
    #expect(found.watching == 5 && found.withGaze == 4 && found.withFace == 4)
    #expect(found.withBoth == 3)
    #expect(found.reacting == 2.5 && found.evidence == 1.25)
    #expect(found.held == 3 && found.reactingHeld == 1)
    #expect(found.reactingBy[.happy] == 2.25 && found.reactingBy[.surprise] == 0.25)
    #expect(found.reactingShare == 0.625 && found.heldShare == 0.75)
  }

  @Test("a viewer who counts several times is as many, and one who counts never is none")
  func counts() {
    let once = viewer(.happy, reacting: 0.75, .held, says: 0.5)
    var thrice = once
    thrice.count = 3
    #expect(sums([thrice]) == sums([once, once, once]))
    var never = once
    never.count = 0
    #expect(sums([never]) == BinSummary())
  }

  @Test("scaled, it is the half second of as many more who do the same")
  func scaled() {
    let once = sums([
      viewer(.happy, reacting: 0.75, .held, says: 0.5), viewer(.happy, reacting: 0.5, .lost),
    ])
    var four = once
    for _ in 0..<3 { four.add(once) }
    #expect(once.scaled(by: 4) == four)
    #expect(once.scaled(by: 1) == once && once.scaled(by: 0) == BinSummary())
  }
}
