import EditDecisions
@testable import Selection
import Testing

@Suite("Clip edges in speech and in empty seconds")
struct EdgeSpeechTests {
  private let fitter = EdgeFitter(settings: SelectionSettings(), duration: 60)

  private func fit(
    _ material: CutPoints, core: Range<Double>, window: Range<Double>,
    reacting: [Double] = [], hasCoverage: [Bool] = []
  ) -> Candidate {
    fitter.fit(
      [
        Candidate(
          coreStart: core.lowerBound, coreEnd: core.upperBound, start: window.lowerBound,
          end: window.upperBound, score: 0.5, why: MomentReasons(viewers: 9))
      ], to: material, reacting: reacting, hasCoverage: hasCoverage)[0]
  }

  @Test(
    "a clip begins after the last pause and ends in the pause before the next sentence",
    arguments: [31.5, 32, 32.5, 33, 33.5])
  func pausesInSpeech(start: Double) {
    // A gap between words is nearer. The next sentence lasts from 46 to 46.9 s.
    let talk = CutPoints(pauses: [28.315..<29.5, 32.156..<32.345, 41.6..<46, 46.9..<47.6])
    let fitted = fit(talk, core: 35..<41, window: start..<start + 15)
    #expect(fitted.start == 29.4, "\(fitted.start)")
    #expect(fitted.end >= 41.7 && fitted.end <= 45.9, "\(fitted.end)")
    #expect(fitted.why.startReason == "a pause in the sound")
    #expect(fitted.why.endReason == "a pause in the sound")
  }

  @Test("an edge prefers a gap between words to the middle of a word")
  func gapBetweenWords() {
    let fitted = fit(
      CutPoints(pauses: [32.156..<32.345]), core: 35..<41, window: 32..<47)
    #expect(fitted.start > 32.156 && fitted.start < 32.345)
  }

  @Test(
    "with subtitles, a clip begins with a line and ends before the next one",
    arguments: [30.0, 30.5, 32, 33])
  func subtitles(start: Double) {
    let cues = [26.0..<29, 29.5..<34.5, 35..<41.5, 46..<51]
    let pauses = [31.0..<31.5, 48.0..<48.5]
    let fitted = fit(
      CutPoints(pauses: pauses, cues: cues), core: 35..<41, window: start..<start + 17)
    #expect(fitted.start == 29.5 && fitted.end == 46, "\(fitted.start) \(fitted.end)")
    #expect(fitted.why.startReason == "a subtitle begins")
    #expect(fitted.why.endReason == "a subtitle begins")
  }

  @Test("seconds without anything to look at are removed, and the reason reports it")
  func emptySeconds() {
    let hasCoverage = (0..<120).map { (50..<60).contains($0) }
    let fitted = fit(
      CutPoints(), core: 25..<30, window: 20..<35, hasCoverage: hasCoverage)
    #expect(fitted.start == 23.5 && fitted.end == 31)
    #expect(fitted.why.shortened == "7.5 s, not 15.0, without seconds in which nothing happens")
    // If viewers look at something, the length stays.
    let watched = fit(CutPoints(), core: 25..<30, window: 20..<35)
    #expect(watched.start == 20 && watched.end == 35 && watched.why.shortened == nil)
  }

  @Test("a clip ends at a cut after which reactions only decay")
  func decayAfterACut() {
    var reacting = [Double](repeating: 0, count: 120)
    for bin in 40..<60 { reacting[bin] = 0.6 }
    for (index, share) in [0.5, 0.4, 0.3, 0.2].enumerated() { reacting[60 + index] = share }
    let cut = CutPoints(cuts: [15, 30, 45])
    let fitted = fit(cut, core: 20..<32, window: 18.5..<33.5, reacting: reacting)
    #expect(fitted.end == 30 && fitted.coreEnd == 30)
    // A steady reaction is part of the clip, and so are seconds that a clip of 5 s needs.
    for bin in 60..<64 { reacting[bin] = 0.55 }
    reacting[64] = 0.2
    #expect(fit(cut, core: 20..<32.5, window: 18.5..<33.5, reacting: reacting).end > 31)
    for (index, share) in [0.5, 0.4, 0.3, 0.2, 0].enumerated() { reacting[60 + index] = share }
    let late = CutPoints(cuts: [15, 25.5, 30, 45])
    for bin in 40..<52 { reacting[bin] = 0 }
    #expect(fit(late, core: 26..<32, window: 25.5..<33.5, reacting: reacting).end > 30)
    // A new reaction after the cut is part of the clip.
    for bin in 60..<64 { reacting[bin] = 0.8 }
    #expect(fit(cut, core: 20..<32, window: 18.5..<33.5, reacting: reacting).end > 31)
  }
}
