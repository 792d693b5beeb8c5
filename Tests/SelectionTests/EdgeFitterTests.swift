import EditDecisions
import Selection
import Testing

@Suite("Edges")
struct EdgeFitterTests {
  private func candidate(
    _ start: Double, _ end: Double, core: Range<Double>? = nil
  ) -> Candidate {
    Candidate(
      coreStart: core?.lowerBound ?? start + 1.5, coreEnd: core?.upperBound ?? end - 1,
      start: start, end: end, score: 0.5, why: MomentReasons(viewers: 9))
  }

  private let fitter = EdgeFitter(settings: SelectionSettings(), duration: 200)

  private func fit(_ candidate: Candidate, _ material: CutPoints) -> Candidate {
    fitter.fit([candidate], to: material)[0]
  }

  @Test("to a cut within a second")
  func cuts() {
    let fitted = fit(candidate(50, 70), CutPoints(cuts: [49.4, 70.7]))
    #expect(fitted.start == 49.4 && fitted.end == 70.7)
    #expect(fitted.why.startReason == "a cut of the source")
    #expect(fitted.why.endReason == "a cut of the source")
  }

  @Test("to the video's own ends within a second, whatever is heard there")
  func ends() {
    let material = CutPoints(pauses: [0..<0.7, 199.2..<200])
    let first = fit(candidate(0.5, 20), material)
    #expect(first.start == 0 && first.why.startReason == "the start of the video")
    let last = fit(candidate(180, 199.5), material)
    #expect(last.end == 200 && last.why.endReason == "the end of the video")
    let uneven = EdgeFitter(settings: SelectionSettings(), duration: 200.0004)
    let rounded = uneven.fit([candidate(180, 199.5)], to: CutPoints())[0]
    #expect(rounded.end == 200 && rounded.why.endReason == "the end of the video")
    // Where it comes out of black it begins in its light.
    let faded = fit(candidate(1.5, 20), CutPoints(dissolves: [0..<1.2]))
    #expect(faded.start == 1.2)
  }

  @Test("nothing near: the edges stay, and say why they are there")
  func plain() {
    let fitted = fit(candidate(50, 70), CutPoints(cuts: [40, 60, 90]))
    #expect(fitted.start == 50 && fitted.end == 70)
    #expect(fitted.why.startReason == "what led to the reaction")
    #expect(fitted.why.endReason == "the reaction has decayed")
  }

  @Test("by gaze alone nobody reacted, and no edge says so")
  func gazeAlone() {
    var settings = SelectionSettings()
    settings.evidence = .gaze
    let why = EdgeFitter(settings: settings, duration: 200)
      .fit([candidate(50, 70)], to: CutPoints())[0].why
    #expect(why.startReason == "what led to the shared gaze")
    #expect(why.endReason == "the shared gaze is over")
  }

  @Test("to a pause or a subtitle where no cut is near")
  func pausesAndCues() {
    let paused = fit(
      candidate(50, 70), CutPoints(pauses: [48.7..<49.8, 70.2..<70.5]))
    #expect(paused.start == 49.7 && paused.end == 70.3)
    #expect(paused.why.startReason == "a pause in the sound")
    let spoken = fit(candidate(50, 70), CutPoints(cues: [49.6..<52, 66..<70.3]))
    #expect(spoken.start == 49.6 && spoken.end == 70.3)
    #expect(spoken.why.startReason == "a subtitle begins")
    #expect(spoken.why.endReason == "a subtitle ends")
  }

  @Test(
    "nothing of the shots before and after the core's",
    arguments: Array(stride(from: -2.5, through: 2.5, by: 0.1)))
  func otherShots(offset: Double) {
    let material = CutPoints(cuts: [50 + offset, 70 + offset])
    let fitted = fit(candidate(50, 70), material)
    for cut in material.cuts {
      #expect(!(fitted.start < cut && cut < fitted.coreStart), "start \(cut)")
      #expect(!(fitted.coreEnd < cut && cut < fitted.end), "end \(cut)")
    }
    #expect(fitted.start <= fitted.coreStart && fitted.coreEnd <= fitted.end)
    #expect(fitted.coreStart <= 52 && fitted.coreEnd >= 68.5 && fitted.end - fitted.start >= 15)
  }

  @Test("never into the core, nor under the minimum or over the maximum")
  func bounds() {
    let tight = candidate(50, 65, core: 50.5..<64.5)
    let fitted = fit(tight, CutPoints(pauses: [50.6..<50.9, 64..<64.4]))
    #expect(fitted.start == 50 && fitted.end == 65)
    // What one edge gains the other may give up.
    let slack = fit(tight, CutPoints(pauses: [49.2..<49.4, 64.6..<64.7]))
    #expect(slack.start == 49.3 && slack.end == 64.65)
    let long = fit(candidate(50, 110), CutPoints(cuts: [49.5, 110.5]))
    #expect(long.end - long.start <= 60)
  }

  @Test("moments side by side share a cut and never overlap")
  func neighbours() {
    let pair = [candidate(70, 90), candidate(50, 69.4)]
    let fitted = fitter.fit(pair, to: CutPoints(cuts: [69.7, 70.4, 69.0]))
    #expect(fitted[1].end <= fitted[0].start)
    #expect(fitted[0].coreStart == 71.5 && fitted[0].start == 70.4 && fitted[1].end == 69)
    let touching = fitter.fit(
      [candidate(50, 70), candidate(70, 90)], to: CutPoints(cuts: [70.5]))
    #expect(touching[0].end <= touching[1].start)
  }

  @Test("the ends of the video are reasons too")
  func videoEnds() {
    let fitted = fit(candidate(0, 20), CutPoints())
    #expect(fitted.why.startReason == "the start of the video")
    #expect(fit(candidate(180, 200), CutPoints()).why.endReason == "the end of the video")
  }

  @Test("only what is near a candidate is asked for")
  func needed() {
    let ranges = fitter.neededRanges(for: [
      candidate(100, 120), candidate(0.5, 20), candidate(121, 140), candidate(190, 200),
    ])
    // The last is 10 s long: where a cut takes the second after its core it begins one earlier.
    #expect(ranges == [0..<24, 96..<144, 185..<200])
    #expect(fitter.neededRanges(for: []).isEmpty)
  }

  /// A film that was seen so: people react until the scene dissolves into one they only look at.
  @Test func aClipEndsWhereItsSceneDissolves() {
    let reacting = candidate(50, 65, core: 51.5..<58)
    let fitted = fit(reacting, CutPoints(cuts: [48], dissolves: [59.2..<60.4]))
    #expect(fitted.start == 48 && fitted.end == 59.2)
    #expect(fitted.why.endReason == "a dissolve of the source")
    #expect(fitted.why.shortened?.contains("11.2 s") == true)

    let after = fit(reacting, CutPoints(cuts: [60], dissolves: [48.1..<49.2]))
    #expect(after.start == 49.2 && after.end == 60)
    #expect(after.why.startReason == "a dissolve of the source")
    // A reaction that begins while one scene still fades in, and one that outlasts a fade.
    let within = fit(reacting, CutPoints(cuts: [62], dissolves: [51.7..<52.4]))
    #expect(within.start == 52.4 && within.why.startReason == "a dissolve of the source")
    let black = fit(reacting, CutPoints(cuts: [48], dissolves: [56..<60]))
    #expect(black.end == 56 && black.coreEnd == 56)
    // Black ends at 50, and what begins there is seen in its own light at 51.
    let lit = fit(reacting, CutPoints(cuts: [50], dissolves: [49..<51]))
    #expect(lit.start == 51 && lit.why.startReason == "a dissolve of the source")
  }
}
