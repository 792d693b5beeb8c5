import EditDecisions
import Selection
import Testing

@Suite("Edges")
struct EdgeFitterTests {
  private func candidate(
    _ start: Double, _ end: Double, core: Range<Double>? = nil
  ) -> Candidate {
    Candidate(
      coreStart: core?.lowerBound ?? start + 2, coreEnd: core?.upperBound ?? end - 2, start: start,
      end: end, score: 0.5, why: Why(viewers: 9))
  }

  private let fitter = EdgeFitter(settings: SelectionSettings(), duration: 200)

  private func fit(_ candidate: Candidate, _ material: EdgeMaterial) -> Candidate {
    fitter.fit([candidate], to: material)[0]
  }

  @Test("to a cut within a second")
  func cuts() {
    let fitted = fit(candidate(50, 70), EdgeMaterial(cuts: [49.4, 70.7]))
    #expect(fitted.start == 49.4 && fitted.end == 70.7)
    #expect(fitted.why.startReason == "a cut of the source")
    #expect(fitted.why.endReason == "a cut of the source")
  }

  @Test("nothing near: the edges stay, and say why they are there")
  func plain() {
    let fitted = fit(candidate(50, 70), EdgeMaterial(cuts: [40, 60, 90]))
    #expect(fitted.start == 50 && fitted.end == 70)
    #expect(fitted.why.startReason == "what led to the reaction")
    #expect(fitted.why.endReason == "the reaction has decayed")
  }

  @Test("by gaze alone nobody reacted, and no edge says so")
  func gazeAlone() {
    var settings = SelectionSettings()
    settings.evidence = .gaze
    let why = EdgeFitter(settings: settings, duration: 200)
      .fit([candidate(50, 70)], to: EdgeMaterial())[0].why
    #expect(why.startReason == "what led to the gathering")
    #expect(why.endReason == "the gathering is over")
  }

  @Test("to a pause or a subtitle where no cut is near")
  func pausesAndCues() {
    let paused = fit(
      candidate(50, 70), EdgeMaterial(pauses: [48.7..<49.8, 70.2..<70.5]))
    #expect(paused.start == 49.8 && paused.end == 70.2)
    #expect(paused.why.startReason == "a pause in the sound")
    let spoken = fit(candidate(50, 70), EdgeMaterial(cues: [49.6..<52, 66..<70.3]))
    #expect(spoken.start == 49.6 && spoken.end == 70.3)
    #expect(spoken.why.startReason == "a subtitle begins")
    #expect(spoken.why.endReason == "a subtitle ends")
  }

  @Test(
    "never a sliver of the shot before or after",
    arguments: Array(stride(from: -2.5, through: 2.5, by: 0.1)))
  func slivers(offset: Double) {
    let material = EdgeMaterial(cuts: [50 + offset, 70 + offset])
    let fitted = fit(candidate(50, 70), material)
    for cut in material.cuts {
      #expect(!(cut > fitted.start + 1e-3 && cut < fitted.start + 1 - 1e-3), "start \(cut)")
      #expect(!(cut < fitted.end - 1e-3 && cut > fitted.end - 1 + 1e-3), "end \(cut)")
    }
    #expect(fitted.start <= 52 && fitted.end >= 68)
  }

  @Test("never into the core, nor under the minimum or over the maximum")
  func bounds() {
    let tight = candidate(50, 65, core: 50.2..<64.9)
    let fitted = fit(tight, EdgeMaterial(cuts: [50.6, 64.4]))
    #expect(fitted.start <= 50.2 && fitted.end >= 64.9)
    #expect(fitted.end - fitted.start >= 15)
    let long = fit(candidate(50, 110), EdgeMaterial(cuts: [49.5, 110.5]))
    #expect(long.end - long.start <= 60)
  }

  @Test("moments side by side share a cut and never overlap")
  func neighbours() {
    let pair = [candidate(70, 90), candidate(50, 69.4)]
    let fitted = fitter.fit(pair, to: EdgeMaterial(cuts: [69.7, 70.4, 69.0]))
    #expect(fitted[1].end <= fitted[0].start)
    #expect(fitted[0].coreStart == 72)
    let touching = fitter.fit(
      [candidate(50, 70), candidate(70, 90)], to: EdgeMaterial(cuts: [70.5]))
    #expect(touching[0].end <= touching[1].start)
  }

  @Test("the ends of the video are reasons too")
  func videoEnds() {
    let fitted = fit(candidate(0, 20), EdgeMaterial())
    #expect(fitted.why.startReason == "the start of the video")
    #expect(fit(candidate(180, 200), EdgeMaterial()).why.endReason == "the end of the video")
  }

  @Test("only what is near a candidate is asked for")
  func needed() {
    let ranges = fitter.neededRanges(for: [
      candidate(100, 120), candidate(0.5, 20), candidate(121, 140), candidate(190, 200),
    ])
    #expect(ranges == [0..<22.5, 97.5..<142.5, 187.5..<200])
    #expect(fitter.neededRanges(for: []).isEmpty)
  }
}
