import Audience
import EditDecisions
@testable import Selection
import Testing

@Suite("Clip edges and scenes")
struct EdgeSceneTests {
  /// As placed without cuts: a core of 8 s, with 1.5 s before and 1 s after it.
  ///
  /// The 4.5 s missing to the minimum length are added, two thirds before the core.
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

  @Test("a cut at the start of the core starts the clip, which keeps its length")
  func cutAtTheStartOfTheCore() {
    for cut in [98.7, 99.9, 100, 100.4] {
      let fitted = fit(nil, CutPoints(cuts: [80, cut, 150]))
      #expect(fitted.start == cut && fitted.end == cut + 15, "\(cut): \(fitted)")
      #expect(fitted.why.startReason == "a cut of the source")
      #expect(fitted.why.endReason == "room for the minimum length")
      #expect(fitted.why.shortened == nil)
    }
  }

  @Test("a cut at the end of the core ends the clip, which keeps its length")
  func cutAtTheEndOfTheCore() {
    for cut in [107.6, 108, 108.3] {
      let fitted = fit(nil, CutPoints(cuts: [60, cut, 200]))
      #expect(fitted.end == cut && fitted.start == cut - 15, "\(cut): \(fitted)")
      #expect(fitted.why.startReason == "room for the minimum length")
      #expect(fitted.why.endReason == "a cut of the source")
    }
  }

  @Test("the core gives up at most half a second to another shot")
  func coreRounding() {
    var whole = placed
    whole.why.sustainedSeconds = 8
    let fitted = fit(whole, CutPoints(cuts: [100.5, 107.5]))
    #expect(fitted.why.sustainedSeconds == 7)
    #expect(fitted.start == 100.5 && fitted.end == 107.5)
    #expect(fitted.coreStart == 100.5 && fitted.coreEnd == 107.5)
    // More than half a second stays, because people react there.
    let inside = fit(nil, CutPoints(cuts: [100.6]))
    #expect(inside.start < 99 && inside.coreStart == 100)
  }

  @Test("a one-second shot before the scene is not added to reach the minimum length")
  func shortShot() {
    // The scene is 0.2 s shorter than the minimum length.
    let fitted = fit(nil, CutPoints(cuts: [94, 95, 109.8]))
    #expect(fitted.start == 95 && fitted.end == 109.8)
    #expect(fitted.why.shortened?.hasPrefix("14.8 s, not 15.0") == true)
  }

  @Test("a clip of a short scene is shorter than the minimum, with a reason")
  func shortScene() {
    let fitted = fit(nil, CutPoints(cuts: [80, 99, 109.5, 130]))
    #expect(fitted.start == 99 && fitted.end == 109.5)
    #expect(
      fitted.why.shortened == "10.5 s, not 15.0, without the shot before (under 15 % react there) "
        + "and the shot after (under 15 % react there)")
  }

  @Test("without face data, the reason for a short clip does not claim that few react")
  func shortSceneWithoutFaces() {
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

  /// A single time bin with smiles used to shorten a moment found by gaze.
  @Test("with evidence: gaze, face data moves no edge")
  func facesWithGazeEvidence() {
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

  @Test("reasons of edges describe what is at the edge")
  func edgeReasons() {
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

  @Test("seconds that a cut removes from one moment go to its neighbour")
  func neighbours() {
    let first = Candidate(
      coreStart: 99, coreEnd: 114, start: 98.5, end: 115, score: 0.5, why: MomentReasons(viewers: 9)
    )
    var next = first
    // The pre-roll begins before the cut, so the clip begins at the cut.
    (next.start, next.end, next.coreStart, next.coreEnd) = (115, 133, 116.5, 132)
    for order in [[first, next], [next, first]] {
      let pair = fitter.fit(order, to: CutPoints(cuts: [115.8])).sorted { $0.start < $1.start }
      #expect(pair[0].end == 115.8 && pair[0].why.endReason == "a cut of the source")
      #expect(pair[1].start == 115.8 && pair[1].why.startReason == "a cut of the source")
    }
  }

  @Test("a neighbouring shot with reactions is added whole if the clip is too short")
  func reactingNeighbour() {
    // The scene lasts 10.5 s, the shots around it 7 and 6.5 s.
    let material = CutPoints(cuts: [92, 99, 109.5, 116])
    let before = fit(nil, material, reacting: [92..<99: 0.3, 109.5..<116: 0.05])
    #expect(before.start == 92 && before.end == 109.5 && before.why.shortened == nil)
    #expect(before.why.startReason == "a cut of the source")
    // Only the shot with the higher reaction rate is added, because it is enough.
    let after = fit(nil, material, reacting: [92..<99: 0.2, 109.5..<116: 0.3])
    #expect(after.start == 99 && after.end == 116 && after.why.shortened == nil)
    // A scene that is long enough needs no other shot.
    let long = fit(nil, CutPoints(cuts: [92, 99, 116]), reacting: [92..<99: 0.6])
    #expect(long.start == 99 && long.end == 114)
  }

  @Test("a dissolve before an added shot is shown with it")
  func acrossADissolve() {
    // The scene lasts 8.5 s, then a dissolve of 1 s, then 7 s with reactions.
    let material = CutPoints(cuts: [99, 115.5], dissolves: [107.5..<108.5])
    let fitted = fit(nil, material, reacting: [108.5..<115.5: 0.3])
    #expect(fitted.start == 99 && fitted.end == 115.5, "\(fitted)")
    let alone = fit(nil, material)
    #expect(alone.end == 107.5, "\(alone)")
    #expect(alone.why.shortened?.hasSuffix("the shot after (under 15 % react there)") == true)
  }

  /// A laugh of 3 s has a core of 5 s, which used to reach into the next scene.
  @Test("a core longer than its reaction is trimmed to its scene")
  func shortReaction() {
    let short = Candidate(
      coreStart: 13, coreEnd: 18, start: 11.5, end: 19, score: 0.5, why: MomentReasons(viewers: 9))
    let material = CutPoints(cuts: [8], dissolves: [15.9..<16.9])
    let fitted = fit(short, material, reacting: [13.5..<17: 0.5])
    #expect(fitted.start == 8 && fitted.end == 15.9, "\(fitted)")
    // If viewers still react, the next scene belongs to the clip.
    #expect(fit(short, material, reacting: [13.5..<18: 0.5]).end > 16.9)
    // If the scene is shorter than a moment may be, the whole core stays.
    let quick = CutPoints(cuts: [13, 15.9, 18.5])
    #expect(fit(short, quick, reacting: [13.5..<15.5: 0.5]).end == 18.5)
  }

  @Test("a fade-in at the start of the video is not added as a shot")
  func fadeAtTheBeginning() {
    let first = Candidate(
      coreStart: 3, coreEnd: 9, start: 1.5, end: 16.5, score: 0.5, why: MomentReasons(viewers: 9))
    let material = CutPoints(cuts: [10], dissolves: [0..<2.5])
    let fitted = fit(first, material, reacting: [0..<9: 0.5])
    #expect(fitted.start == 2.5 && fitted.end == 10, "\(fitted)")
  }

  @Test("a moment of about two seconds between two dissolves is rejected with a reason")
  func momentBetweenDissolves() throws {
    let chosen = Choice(candidates: [placed], rejected: [], reason: nil)
    let material = CutPoints(dissolves: [99.5..<102, 104.1..<108.4])
    let choice = fitter.fit(chosen, to: material, reacting: [])
    let reason = "too short: its scene lasts 2.1 s between dissolves (4.0 needed)"
    #expect(choice.candidates.isEmpty && choice.reason == reason, "\(choice)")
    #expect(choice.rejected.map(\.reason) == [reason])
    // The rejection covers the core.
    #expect(choice.rejected.first?.start == placed.coreStart)
    #expect(choice.rejected.first?.end == placed.coreEnd)
    // Up to a second less than a core is a rounding difference.
    let longer = CutPoints(dissolves: [99.5..<102, 106..<108.4])
    #expect(fitter.fit(chosen, to: longer, reacting: []).candidates.count == 1)
  }

  /// In floating point, 9.2 − 5.2 is slightly less than 4.
  @Test("scene lengths are compared in milliseconds and printed with enough digits")
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

  /// The last time bin of 30.02 s lasts 0.02 s.
  @Test("a core that the end of the video shortens may have a scene of that length")
  func coreAtTheEndOfTheVideo() {
    let last = Candidate(
      coreStart: 25.5, coreEnd: 30.02, start: 15.02, end: 30.02, score: 0.5,
      why: MomentReasons(viewers: 9))
    let chosen = Choice(candidates: [last], rejected: [], reason: nil)
    let choice = EdgeFitter(settings: SelectionSettings(), duration: 30.02)
      .fit(chosen, to: CutPoints(cuts: [26, 29.9]), reacting: [])
    #expect(choice.candidates.map(\.start) == [26] && choice.candidates.map(\.end) == [29.9])
  }

  @Test("rejected moments are sorted by score")
  func rejectionOrder() {
    let second = Candidate(
      coreStart: 40, coreEnd: 48, start: 35.5, end: 50.5, score: 0.4, why: MomentReasons(viewers: 9)
    )
    let chosen = Choice(candidates: [placed, second], rejected: [], reason: nil)
    let dissolves = [39.5..<42, 44.1..<48.4, 99.5..<102, 104.5..<108.4]
    let choice = fitter.fit(chosen, to: CutPoints(dissolves: dissolves), reacting: [])
    #expect(choice.rejected.map(\.start) == [100, 40])
    #expect(choice.reason == choice.rejected.first?.reason)
  }

  @Test("a rejected moment does not limit its neighbour")
  func rejectedNeighbour() {
    let first = Candidate(
      coreStart: 82, coreEnd: 90, start: 80.5, end: 95.5, score: 0.6, why: MomentReasons(viewers: 9)
    )
    let chosen = Choice(candidates: [first, placed], rejected: [], reason: nil)
    let material = CutPoints(cuts: [82], dissolves: [99.5..<102, 104.1..<108.4])
    let choice = fitter.fit(chosen, to: material, reacting: [])
    // The clip lasts 15 s from the cut. The rejected one would begin at 95.5 s.
    #expect(choice.candidates.map(\.end) == [97], "\(choice)")
    #expect(choice.rejected.count == 1)
  }

  @Test("a neighbouring shot is not added if it is too long or too short, with the reason")
  func unusableNeighbour() {
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

  @Test("without cuts, reaction rates do not move edges")
  func withoutCuts() {
    let material = CutPoints(pauses: [94.9..<95.2])
    let plain = fit(nil, material)
    #expect(plain.start == 95.1 && plain.end == 110.5)
    #expect(plain.why.startReason == "a pause in the sound")
    #expect(fit(nil, material, reacting: [0..<300: 0.5]) == plain)
  }

  @Test("cuts are searched in all seconds that the clip may show")
  func neededRanges() {
    // The minimum length reaches back from the core's end and on from its start. The margin is 4 s.
    #expect(fitter.neededRanges(for: [placed]) == [89..<119])
  }

  @Test("a clip begins at the cut between two films")
  func cutBetweenTwoFilms() throws {
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
