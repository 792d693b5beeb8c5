import EditDecisions
@testable import Selection
import Testing

@Suite("Clip edges")
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

  @Test("edges move to a cut within one second")
  func nearbyCuts() {
    let fitted = fit(candidate(50, 70), CutPoints(cuts: [49.4, 70.7]))
    #expect(fitted.start == 49.4 && fitted.end == 70.7)
    #expect(fitted.why.startReason == "a cut of the source")
    #expect(fitted.why.endReason == "a cut of the source")
  }

  @Test("edges move to the start and end of the video within one second")
  func nearbyEndsOfTheVideo() {
    let material = CutPoints(pauses: [0..<0.7, 199.2..<200])
    let first = fit(candidate(0.5, 20), material)
    #expect(first.start == 0 && first.why.startReason == "the start of the video")
    let last = fit(candidate(180, 199.5), material)
    #expect(last.end == 200 && last.why.endReason == "the end of the video")
    let uneven = EdgeFitter(settings: SelectionSettings(), duration: 200.0004)
    let rounded = uneven.fit([candidate(180, 199.5)], to: CutPoints())[0]
    #expect(rounded.end == 200 && rounded.why.endReason == "the end of the video")
    // If the video fades in from black, the clip begins after the fade.
    let faded = fit(candidate(1.5, 20), CutPoints(dissolves: [0..<1.2]))
    #expect(faded.start == 1.2)
  }

  @Test("edges with nothing near them stay, and their reasons explain it")
  func noCutPoints() {
    let fitted = fit(candidate(50, 70), CutPoints(cuts: [40, 60, 90]))
    #expect(fitted.start == 50 && fitted.end == 70)
    #expect(fitted.why.startReason == "what led to the reaction")
    #expect(fitted.why.endReason == "the reaction has decayed")
  }

  @Test("without face data, reasons of edges do not mention reactions")
  func gazeWithoutFaces() {
    var settings = SelectionSettings()
    settings.evidence = .gaze
    let why = EdgeFitter(settings: settings, duration: 200)
      .fit([candidate(50, 70)], to: CutPoints())[0].why
    #expect(why.startReason == "what led to the shared gaze")
    #expect(why.endReason == "the shared gaze is over")
  }

  @Test("edges move to a pause or subtitle if no cut is near")
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
    "clips contain nothing of the shots before and after the core",
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

  @Test("edges stay outside the core and within minimum and maximum length")
  func coreAndLengthLimits() {
    let tight = candidate(50, 65, core: 50.5..<64.5)
    let fitted = fit(tight, CutPoints(pauses: [50.6..<50.9, 64..<64.4]))
    #expect(fitted.start == 50 && fitted.end == 65)
    // One edge may give up what the other gains.
    let slack = fit(tight, CutPoints(pauses: [49.2..<49.4, 64.6..<64.7]))
    #expect(slack.start == 49.3 && slack.end == 64.65)
    let long = fit(candidate(50, 110), CutPoints(cuts: [49.5, 110.5]))
    #expect(long.end - long.start <= 60)
  }

  @Test("neighbouring moments share a cut and never overlap")
  func neighbours() {
    let pair = [candidate(70, 90), candidate(50, 69.4)]
    let fitted = fitter.fit(pair, to: CutPoints(cuts: [69.7, 70.4, 69.0]))
    #expect(fitted[1].end <= fitted[0].start)
    #expect(fitted[0].coreStart == 71.5 && fitted[0].start == 70.4 && fitted[1].end == 69)
    let touching = fitter.fit(
      [candidate(50, 70), candidate(70, 90)], to: CutPoints(cuts: [70.5]))
    #expect(touching[0].end <= touching[1].start)
  }

  @Test("edges at the ends of the video have them as reason")
  func reasonsAtTheEndsOfTheVideo() {
    let fitted = fit(candidate(0, 20), CutPoints())
    #expect(fitted.why.startReason == "the start of the video")
    #expect(fit(candidate(180, 200), CutPoints()).why.endReason == "the end of the video")
  }

  @Test("cut points are searched only near candidates")
  func neededRanges() {
    let ranges = fitter.neededRanges(for: [
      candidate(100, 120), candidate(0.5, 20), candidate(121, 140), candidate(190, 200),
    ])
    // The last candidate is 10 s long. If a cut removes a second after its core, it begins one
    // second earlier.
    #expect(ranges == [0..<24, 96..<144, 185..<200])
    #expect(fitter.neededRanges(for: []).isEmpty)
  }

  @Test func clipEndsAtTheDissolveAfterTheCore() {
    let reacting = candidate(50, 65, core: 51.5..<58)
    let fitted = fit(reacting, CutPoints(cuts: [48], dissolves: [59.2..<60.4]))
    #expect(fitted.start == 48 && fitted.end == 59.2)
    #expect(fitted.why.endReason == "a dissolve of the source")
    #expect(fitted.why.shortened?.contains("11.2 s") == true)

    let after = fit(reacting, CutPoints(cuts: [60], dissolves: [48.1..<49.2]))
    #expect(after.start == 49.2 && after.end == 60)
    #expect(after.why.startReason == "a dissolve of the source")
    // A reaction that begins during a fade-in, and one that outlasts a fade-out.
    let within = fit(reacting, CutPoints(cuts: [62], dissolves: [51.7..<52.4]))
    #expect(within.start == 52.4 && within.why.startReason == "a dissolve of the source")
    let black = fit(reacting, CutPoints(cuts: [48], dissolves: [56..<60]))
    #expect(black.end == 56 && black.coreEnd == 56)
    // The picture is black until 50 s and fully visible at 51 s.
    let lit = fit(reacting, CutPoints(cuts: [50], dissolves: [49..<51]))
    #expect(lit.start == 51 && lit.why.startReason == "a dissolve of the source")
  }
}
