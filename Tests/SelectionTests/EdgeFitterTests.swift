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

  @Test("lengthening gives way to a cut: never under two seconds of another scene")
  func stretchedOverACut() {
    // A core of 8 s with its lead-in and tail is 10.5 s long; 4.5 more make the least of 15.
    let stretched = candidate(50, 65, core: 54.5..<62.5)
    let first = fit(stretched, EdgeMaterial(cuts: [51.4]))
    #expect(first.start == 51.4 && first.end == 65)
    #expect(first.why.startReason == "a cut of the source")
    #expect(
      first.why.shortened == "13.6 s, not 15.0: the rest would show 1.4 s before of another scene")
    let last = fit(stretched, EdgeMaterial(cuts: [63.6]))
    #expect(last.start == 50 && last.end == 63.6)
    #expect(last.why.shortened?.contains("1.4 s after of another scene") == true)
    // One scene after the other, down to the core and not into it.
    let many = fit(stretched, EdgeMaterial(cuts: [51.5, 53, 54.4]))
    #expect(many.start == 54.4 && many.why.shortened?.contains("4.4 s before") == true)
  }

  @Test("two seconds of another scene, or none, are no sliver: the length is kept")
  func stretchedBesideCuts() {
    let stretched = candidate(50, 65, core: 54.5..<62.5)
    for cuts in [[], [49.95], [52.1], [57.0, 60.0], [62.9]] {
      let fitted = fit(stretched, EdgeMaterial(cuts: cuts))
      #expect(fitted.end - fitted.start >= 15, "\(cuts)")
      #expect(fitted.why.shortened == nil, "\(cuts)")
    }
    // What leads to the reaction was not added for the length.
    let long = fit(candidate(50, 70, core: 51.5..<69), EdgeMaterial(cuts: [51.3]))
    #expect(long.why.shortened == nil)
  }

  @Test("a sliver that no longer move removes makes a shorter clip, too")
  func slivervsLength() {
    // 15.5 s with slivers of 0.7 s at both ends, and walls that keep the edges from going out.
    let walls: [Wish] = [.never(40...50), .never(65.5...80)]
    let walled = EdgeFitter(settings: SelectionSettings(), duration: 200, wishes: walls)
    let tight = candidate(50, 65.5, core: 51.5..<64.5)
    let fitted = walled.fit([tight], to: EdgeMaterial(cuts: [50.7, 64.8]))[0]
    #expect(fitted.start == 50.7 && fitted.end == 64.8)
    #expect(fitted.why.shortened?.hasPrefix("14.1 s, not 15.0") == true)
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
