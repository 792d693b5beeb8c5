import Audience
import EditDecisions
import Testing

@testable import Framing

/// An earlier decision stands where a new one is hardly another.
@Suite("Standing decisions")
struct DecisionComparisonTests {
  /// Forty seconds in which everybody looks at one place.
  private static let timeline = FramingMaterial.timeline(seconds: 40) { _, _ in 0.5 }

  private func moment(_ id: String, _ span: ClosedRange<Double>, x: Double = 437.5) -> Moment {
    let window = CropKeyframe(t: span.lowerBound, x: x, y: 0, width: 405, height: 720)
    let shot = ClipShot(
      start: span.lowerBound, end: span.upperBound, cut: .source, layout: .crop([window]))
    return Moment(
      id: id, rank: 1, start: span.lowerBound, end: span.upperBound,
      coreStart: span.lowerBound + 2, coreEnd: span.upperBound - 2, score: 0.5,
      why: MomentReasons(viewers: 12, startReason: id),
      framing: Framing(gazeKept: 0.9, shots: [shot]))
  }

  private func verdict(on earlier: Moment, against new: Moment) -> DecisionComparison {
    comparison(of: earlier, with: new, FramingMaterial.request(Self.timeline))
  }

  @Test("the same seconds but for a few frames, and as many looks: it stands with new figures")
  func stands() throws {
    var new = moment("new", 10.4...30, x: 400)
    new.score = 0.7
    guard case .unchanged(let kept) = verdict(on: moment("old", 10...30), against: new) else {
      Issue.record("it does not stand")
      return
    }
    let old = moment("old", 10...30)
    #expect(kept.id == "old" && kept.start == 10 && kept.framing.shots == old.framing.shots)
    #expect(kept.score == 0.7 && kept.coreStart == new.coreStart)
    #expect(kept.why.startReason == "old" && kept.framing.gazeKept == 0.9)
  }

  @Test("what cannot be wished of an edge is said of the new one, and no longer than it is so")
  func refusals() throws {
    let refusal = MomentReasons.refusal + "'move 0:20 start 0:35' leaves nothing of it"
    for (before, now) in [("a cut of the source", refusal), (refusal, "a cut of the source")] {
      let (old, new) = (moment("old", 10...30), moment("new", 10.4...30))
      var (earlier, later) = (old, new)
      (earlier.why.startReason, later.why.startReason) = (before, now)
      guard case .unchanged(let kept) = verdict(on: earlier, against: later) else {
        Issue.record("it does not stand")
        return
      }
      #expect(kept.why.startReason == now && kept.start == 10)
    }
  }

  @Test("under nine tenths in common, or a hundredth of the looks lost: replaced, in figures")
  func replaced() {
    let short = verdict(on: moment("old", 10...30), against: moment("new", 12.5...30))
    #expect(
      short == .replaced("0.88 of their seconds are the same (needed 0.90)"))
    let lost = verdict(on: moment("old", 10...30, x: 0), against: moment("new", 10...30))
    #expect(lost == .replaced("this keeps 1.000 more of the gaze points"))
  }

  @Test("other seconds are no concern of it")
  func apart() {
    #expect(verdict(on: moment("old", 0...10), against: moment("new", 10...30)) == .apart)
  }
}
