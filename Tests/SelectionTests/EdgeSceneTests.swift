import Audience
import EditDecisions
import Selection
import Testing

@Suite("Edges and the scenes of a core")
struct EdgeSceneTests {
  /// As placed without cuts: a core of 8 s, 1.5 s before and 1 s after it, and of the 4.5 s that
  /// are missing to the least length two thirds before.
  private let placed = Candidate(
    coreStart: 100, coreEnd: 108, start: 95.5, end: 110.5, score: 0.5,
    why: MomentReasons(viewers: 9))
  private let fitter = EdgeFitter(settings: SelectionSettings(), duration: 300)

  private func fit(
    _ candidate: Candidate? = nil, _ material: CutPoints,
    reacting: [Range<Double>: Double] = [:], with other: EdgeFitter? = nil
  ) -> Candidate {
    var shares = Array(repeating: 0.0, count: 600)
    for (seconds, share) in reacting {
      for bin in TimeBins.covering(seconds, count: shares.count) { shares[bin] = share }
    }
    return (other ?? fitter).fit([candidate ?? placed], to: material, reacting: shares)[0]
  }

  @Test("another film before the core: the clip opens with the cut, and is as long as ever")
  func opensWithTheCut() {
    for cut in [98.7, 99.9, 100, 100.4] {
      let fitted = fit(nil, CutPoints(cuts: [80, cut, 150]))
      #expect(fitted.start == cut && fitted.end == cut + 15, "\(cut): \(fitted)")
      #expect(fitted.why.startReason == "a cut of the source")
      #expect(fitted.why.endReason == "room for the minimum length")
      #expect(fitted.why.shortened == nil)
    }
  }

  @Test("another film after it: the clip ends with the cut")
  func endsWithTheCut() {
    for cut in [107.6, 108, 108.3] {
      let fitted = fit(nil, CutPoints(cuts: [60, cut, 200]))
      #expect(fitted.end == cut && fitted.start == cut - 15, "\(cut): \(fitted)")
      #expect(fitted.why.startReason == "room for the minimum length")
      #expect(fitted.why.endReason == "a cut of the source")
    }
  }

  @Test("up to half a second of another shot at the core's edge is the grid's, not the core's")
  func grid() {
    var whole = placed
    whole.why.sustainedSeconds = 8
    let fitted = fit(whole, CutPoints(cuts: [100.5, 107.5]))
    #expect(fitted.why.sustainedSeconds == 7)
    #expect(fitted.start == 100.5 && fitted.end == 107.5)
    #expect(fitted.coreStart == 100.5 && fitted.coreEnd == 107.5)
    // More of it is core: people react there.
    let inside = fit(nil, CutPoints(cuts: [100.6]))
    #expect(inside.start < 99 && inside.coreStart == 100)
  }

  @Test("no flash beside the scene is kept for the least length")
  func flash() {
    // The scene is .2 s too short for the least length, and the flash lasts a second.
    let fitted = fit(nil, CutPoints(cuts: [94, 95, 109.8]))
    #expect(fitted.start == 95 && fitted.end == 109.8)
    #expect(fitted.why.shortened?.hasPrefix("14.8 s, not 15.0") == true)
  }

  @Test("the least length gives way to the scene, to all of it, and the reason says so")
  func shortScene() {
    let fitted = fit(nil, CutPoints(cuts: [80, 99, 109.5, 130]))
    #expect(fitted.start == 99 && fitted.end == 109.5)
    #expect(
      fitted.why.shortened == "10.5 s, not 15.0, without the shot before (under 15 % react there) "
        + "and the shot after (under 15 % react there)")
  }

  /// Where no face is known nobody is known to react: that few do is not said of looks.
  @Test("of looks alone a short clip does not say that few react beside it")
  func shortSceneOfLooks() {
    var settings = SelectionSettings()
    settings.evidence = .gaze
    let looks = EdgeFitter(settings: settings, duration: 300)
    let material = CutPoints(cuts: [80, 99, 109.5, 130])
    let fitted = fit(nil, material, with: looks)
    #expect(fitted.start == 99 && fitted.end == 109.5)
    #expect(
      fitted.why.shortened
        == "10.5 s, not 15.0, without the shot before "
        + "(gaze does not show whether viewers react there) "
        + "and the shot after (gaze does not show whether viewers react there)")
  }

  /// One half second in which people smiled cut a moment of looks down to its shot.
  @Test("by gaze alone faces that are known move no edge")
  func facesBesideLooks() {
    var summary = TimelineSummary(duration: 300)
    summary.viewers = 20
    summary.bins = (0..<600).map { bin in
      var half = BinSummary()
      (half.watching, half.withGaze, half.withFace) = (20, 20, 20)
      half.reacting = bin == 208 ? 10 : 0
      return half
    }
    var settings = SelectionSettings()
    let material = CutPoints(cuts: [80, 102, 106.5, 130])
    func core(_ evidence: SelectionSettings.Evidence) -> [Double] {
      settings.evidence = evidence
      let fitted = EdgeFitter(settings: settings, duration: 300).fit(
        [placed], to: material,
        reacting: MomentChooser(settings: settings).reactingShares(of: summary))[0]
      return [fitted.coreStart, fitted.coreEnd]
    }
    #expect(core(.gaze) == [100, 108] && core(.both) == [102, 106.5])
  }

  @Test("what is said of an edge is true of it")
  func truth() {
    let plain = fit(nil, CutPoints())
    #expect(plain.start == 95.5 && plain.end == 110.5)
    #expect(plain.why.startReason == "room for the minimum length")
    #expect(plain.why.endReason == "room for the minimum length")
    let led = Candidate(
      coreStart: 100, coreEnd: 114, start: 98.5, end: 115, score: 0.5,
      why: MomentReasons(viewers: 9))
    #expect(fit(led, CutPoints()).why.startReason == "what led to the reaction")
    #expect(fit(led, CutPoints()).why.endReason == "the reaction has decayed")
    let bare = Candidate(
      coreStart: 100, coreEnd: 116, start: 100, end: 116, score: 0.5, why: MomentReasons(viewers: 9)
    )
    #expect(fit(bare, CutPoints()).why.startReason == "the reaction begins")
    #expect(fit(bare, CutPoints()).why.endReason == "the reaction ends")
    var next = led
    (next.start, next.end, next.coreStart, next.coreEnd) = (115, 131, 117, 129)
    let pair = fitter.fit([led, next], to: CutPoints())
    #expect(pair[0].why.endReason == "next to another moment")
    #expect(pair[1].why.startReason == "next to another moment")
  }

  @Test("seconds that a cut takes from one of two neighbours are the other's")
  func neighbours() {
    let first = Candidate(
      coreStart: 99, coreEnd: 114, start: 98.5, end: 115, score: 0.5, why: MomentReasons(viewers: 9)
    )
    var next = first
    // What led to the reaction lies before the cut, so that its clip begins there.
    (next.start, next.end, next.coreStart, next.coreEnd) = (115, 133, 116.5, 132)
    for order in [[first, next], [next, first]] {
      let pair = fitter.fit(order, to: CutPoints(cuts: [115.8])).sorted { $0.start < $1.start }
      #expect(pair[0].end == 115.8 && pair[0].why.endReason == "a cut of the source")
      #expect(pair[1].start == 115.8 && pair[1].why.startReason == "a cut of the source")
    }
  }

  @Test("a neighbouring shot in which viewers react is shown whole, under the least length")
  func reactingNeighbour() {
    // A scene of 10.5 s between shots of 7 and 6.5 s.
    let material = CutPoints(cuts: [92, 99, 109.5, 116])
    let before = fit(nil, material, reacting: [92..<99: 0.3, 109.5..<116: 0.05])
    #expect(before.start == 92 && before.end == 109.5 && before.why.shortened == nil)
    #expect(before.why.startReason == "a cut of the source")
    // The one in which more react, and no more than the length asks for.
    let after = fit(nil, material, reacting: [92..<99: 0.2, 109.5..<116: 0.3])
    #expect(after.start == 99 && after.end == 116 && after.why.shortened == nil)
    // A scene that is long enough needs none.
    let long = fit(nil, CutPoints(cuts: [92, 99, 116]), reacting: [92..<99: 0.6])
    #expect(long.start == 99 && long.end == 114)
  }

  @Test("a dissolve on the way to a neighbouring shot is passed, and shown with it")
  func beyondADissolve() {
    // The scene lasts 8.5 s; a fade of a second, and then 7 s in which viewers react.
    let material = CutPoints(cuts: [99, 115.5], dissolves: [107.5..<108.5])
    let fitted = fit(nil, material, reacting: [108.5..<115.5: 0.3])
    #expect(fitted.start == 99 && fitted.end == 115.5, "\(fitted)")
    let alone = fit(nil, material)
    #expect(alone.end == 107.5, "\(alone)")
    #expect(alone.why.shortened?.hasSuffix("the shot after (under 15 % react there)") == true)
  }

  /// A laugh of three seconds is a core of five: it went on into the next scene, and the clip.
  @Test("a core that is longer than its reaction takes nothing of another scene with it")
  func shortReaction() {
    let short = Candidate(
      coreStart: 13, coreEnd: 18, start: 11.5, end: 19, score: 0.5, why: MomentReasons(viewers: 9))
    let material = CutPoints(cuts: [8], dissolves: [15.9..<16.9])
    let fitted = fit(short, material, reacting: [13.5..<17: 0.5])
    #expect(fitted.start == 8 && fitted.end == 15.9, "\(fitted)")
    // Where they react on, the next scene is part of it.
    #expect(fit(short, material, reacting: [13.5..<18: 0.5]).end > 16.9)
    // A scene shorter than a moment may be keeps what the core holds beside it.
    let quick = CutPoints(cuts: [13, 15.9, 18.5])
    #expect(fit(short, quick, reacting: [13.5..<15.5: 0.5]).end == 18.5)
  }

  @Test("what the video fades in from is no shot before, though viewers react")
  func fadeAtTheBeginning() {
    let first = Candidate(
      coreStart: 3, coreEnd: 9, start: 1.5, end: 16.5, score: 0.5, why: MomentReasons(viewers: 9))
    let material = CutPoints(cuts: [10], dissolves: [0..<2.5])
    let fitted = fit(first, material, reacting: [0..<9: 0.5])
    #expect(fitted.start == 2.5 && fitted.end == 10, "\(fitted)")
  }

  @Test("a moment of which hardly a second is seen between two fades is refused, and says so")
  func betweenFades() throws {
    let chosen = Choice(candidates: [placed], rejected: [], reason: nil)
    let material = CutPoints(dissolves: [99.5..<102, 104.1..<108.4])
    let choice = fitter.fit(chosen, to: material, reacting: [])
    let reason = "too short: its scene lasts 2.1 s between dissolves (4.0 needed)"
    #expect(choice.candidates.isEmpty && choice.reason == reason, "\(choice)")
    #expect(choice.rejected.map(\.reason) == [reason])
    // It is told with the seconds in which people reacted, as whatever is refused.
    #expect(choice.rejected.first?.start == placed.coreStart)
    #expect(choice.rejected.first?.end == placed.coreEnd)
    // Up to a second less than a core is the grid's.
    let longer = CutPoints(dissolves: [99.5..<102, 106..<108.4])
    #expect(fitter.fit(chosen, to: longer, reacting: []).candidates.count == 1)
  }

  /// In the last bits of a sum 9.2 − 5.2 is under 4.
  @Test("a scene is as long as its milliseconds say, and is told apart from what is asked")
  func lengthOfAScene() {
    let first = Candidate(
      coreStart: 4.5, coreEnd: 9.5, start: 3, end: 18, score: 0.5, why: MomentReasons(viewers: 9))
    let chosen = Choice(candidates: [first], rejected: [], reason: nil)
    func fit(_ start: Double) -> Choice {
      fitter.fit(
        chosen, to: CutPoints(dissolves: [4.7..<start, 9.2..<9.7]), reacting: [])
    }
    #expect(fit(5.2).candidates.count == 1)
    #expect(
      fit(5.23).reason
        == "too short: its scene lasts 3.97 s between dissolves (4.00 needed)")
  }

  /// The last half second of 30.02 s lasts .02 s, and the core ends with it.
  @Test("a core that is cut short by the video's end is no shorter than its scene must be")
  func lastHalfSecond() {
    let last = Candidate(
      coreStart: 25.5, coreEnd: 30.02, start: 15.02, end: 30.02, score: 0.5,
      why: MomentReasons(viewers: 9))
    let chosen = Choice(candidates: [last], rejected: [], reason: nil)
    let choice = EdgeFitter(settings: SelectionSettings(), duration: 30.02)
      .fit(chosen, to: CutPoints(cuts: [26, 29.9]), reacting: [])
    #expect(choice.candidates.map(\.start) == [26] && choice.candidates.map(\.end) == [29.9])
  }

  @Test("of two moments between fades the better is told first")
  func twoBetweenFades() {
    let second = Candidate(
      coreStart: 40, coreEnd: 48, start: 35.5, end: 50.5, score: 0.4, why: MomentReasons(viewers: 9)
    )
    let chosen = Choice(candidates: [placed, second], rejected: [], reason: nil)
    let dissolves = [39.5..<42, 44.1..<48.4, 99.5..<102, 104.5..<108.4]
    let choice = fitter.fit(chosen, to: CutPoints(dissolves: dissolves), reacting: [])
    #expect(choice.rejected.map(\.start) == [100, 40])
    #expect(choice.reason == choice.rejected.first?.reason)
  }

  @Test("a moment that is refused is no wall for another")
  func noWall() {
    let first = Candidate(
      coreStart: 82, coreEnd: 90, start: 80.5, end: 95.5, score: 0.6, why: MomentReasons(viewers: 9)
    )
    let chosen = Choice(candidates: [first, placed], rejected: [], reason: nil)
    let material = CutPoints(cuts: [82], dissolves: [99.5..<102, 104.1..<108.4])
    let choice = fitter.fit(chosen, to: material, reacting: [])
    // From the cut on fifteen seconds; the other would begin at 95.5.
    #expect(choice.candidates.map(\.end) == [97], "\(choice)")
    #expect(choice.rejected.count == 1)
  }

  @Test("no part of one: what is too long, taken, or a flash stays out, and the reason tells which")
  func partsOfNeighbours() {
    let everywhere = [0..<300.0: 0.5]
    let flash = fit(nil, CutPoints(cuts: [98, 99, 108.5]), reacting: everywhere)
    #expect(flash.start == 99 && flash.end == 108.5)
    #expect(
      flash.why.shortened == "9.5 s, not 15.0, without the shot before (it lasts 1.0 s) and the "
        + "shot after (it cannot be shown whole)")
    var settings = SelectionSettings()
    settings.maximumLength = 16
    let most = EdgeFitter(settings: settings, duration: 300)
    let fitted = fit(
      nil, CutPoints(cuts: [92, 99, 109.5, 116]), reacting: everywhere, with: most)
    #expect(fitted.start == 99 && fitted.end == 109.5, "\(fitted)")
    #expect(fitted.why.shortened?.contains("it cannot be shown whole") == true)
  }

  @Test("without cuts who reacts where changes nothing")
  func uncut() {
    let material = CutPoints(pauses: [94.9..<95.2])
    let plain = fit(nil, material)
    #expect(plain.start == 95.1 && plain.end == 110.5)
    #expect(plain.why.startReason == "a pause in the sound")
    #expect(fit(nil, material, reacting: [0..<300: 0.5]) == plain)
  }

  @Test("all seconds that the clip may come to show are looked at for cuts")
  func needed() {
    // The least length reaches down from the core's end and up from its start; 4 s of margin.
    #expect(fitter.neededRanges(for: [placed]) == [89..<119])
  }

  @Test("two films cut together: what is chosen opens with its own film")
  func twoFilms() throws {
    let summary = MadeUp.delight([60..<68])
    let chooser = MomentChooser()
    let reacting = chooser.reactingShares(of: summary)
    let fitter = EdgeFitter(settings: SelectionSettings(), duration: 240)
    for material in [CutPoints(cuts: [50, 60, 90]), CutPoints(cuts: [59, 60, 74.8])] {
      let fitted = fitter.fit(
        chooser.choose(from: summary).candidates, to: material, reacting: reacting)
      let first = try #require(fitted.first)
      #expect(first.start == 60 && first.end <= 75, "\(first)")
    }
  }
}
