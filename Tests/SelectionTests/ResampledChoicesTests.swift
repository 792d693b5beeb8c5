import Audience
import EditDecisions
import SampleAudience
import Selection
import TestMaterial
import Testing

@Suite("Confidence of moments")
struct ResampledChoicesTests {
  private static func candidate(
    _ core: ClosedRange<Double>, viewers: Int = 8, share: Double = 0.6
  ) -> Candidate {
    Candidate(
      coreStart: core.lowerBound, coreEnd: core.upperBound, start: core.lowerBound - 1.5,
      end: core.upperBound + 1, score: 0.6,
      why: MomentReasons(reactingShare: share, viewers: viewers))
  }

  private static func window(_ core: ClosedRange<Double>) -> ResampledChoices.Window {
    .init(coreStart: core.lowerBound, coreEnd: core.upperBound)
  }

  @Test("the confidence is (found + 1) / (resamples + 2)")
  func confidenceFormula() throws {
    // Of four resamples: the same core, one with an overlap of 6 of 12 s (half), one with 5 of 13
    // s, and none.
    let choices = ResampledChoices([
      [Self.window(20...30)], [Self.window(24...32), Self.window(60...70)],
      [Self.window(25...33)], [],
    ])
    // (2 + 1) / (4 + 2).
    #expect(choices.sure(of: Self.candidate(20...30)) == 0.5)
    #expect(ResampledChoices([]).sure(of: Self.candidate(20...30)) == nil)
  }

  @Test("the confidence is never 0 or 1", arguments: [0, 1, 20, 39, 40])
  func confidenceLimits(found: Int) {
    let choices = ResampledChoices(
      (0..<40).map { $0 < found ? [Self.window(20...30)] : [] })
    // 1/42 if none finds it, 41/42 if all do, rounded to hundredths.
    let wanted = (100 * Double(found + 1) / 42).rounded() / 100
    #expect(choices.sure(of: Self.candidate(20...30)) == wanted)
    #expect((0.02...0.98).contains(wanted))
  }

  @Test("moments of too few viewers have no confidence")
  func tooFewViewers() throws {
    let choice = Choice(
      candidates: [
        Self.candidate(20...30, viewers: 8), Self.candidate(60...70, viewers: 4),
      ], rejected: [], reason: nil)
    let choices = ResampledChoices(
      Array(repeating: [Self.window(20...30), Self.window(60...70)], count: 20))
    let judged = choices.withConfidence(choice, SelectionSettings())
    // 21 / 22.
    #expect(judged.candidates.map(\.why.sure) == [0.95, nil])
    #expect(judged.candidates.map(\.why.resamples) == [20, nil])
  }

  @Test("rejected moments are sorted by score")
  func rejectionOrder() {
    let choice = Choice(
      candidates: [Self.candidate(60...70), Self.candidate(20...30)], rejected: [], reason: nil)
    var settings = SelectionSettings()
    settings.leastSure = 0.5
    let judged = ResampledChoices(Array(repeating: [], count: 10)).withConfidence(choice, settings)
    #expect(judged.rejected.map(\.start) == [60, 20])
  }

  @Test("a moment under selection.leastSure is rejected with its confidence")
  func confidenceThreshold() {
    let choice = Choice(
      candidates: [Self.candidate(20...30), Self.candidate(60...70)], rejected: [], reason: nil)
    // Nine of ten resamples find the first, three the second.
    let choices = ResampledChoices(
      (0..<10).map {
        ($0 < 9 ? [Self.window(20...30)] : []) + ($0 < 3 ? [Self.window(60...70)] : [])
      })
    var settings = SelectionSettings()
    settings.leastSure = 0.5
    let judged = choices.withConfidence(choice, settings)
    #expect(judged.candidates.map(\.coreStart) == [20] && judged.reason == nil)
    #expect(judged.candidates.map(\.why.sure) == [0.83])
    let reason = "confidence too low: 0.33 of audiences of the same kind find it again, 0.50 needed"
    #expect(judged.rejected.map(\.reason) == [reason])
    settings.leastSure = 0.9
    let none = choices.withConfidence(
      Choice(candidates: [Self.candidate(60...70)], rejected: [], reason: nil), settings)
    #expect(none.candidates.isEmpty && none.reason?.hasPrefix("no moment is left") == true)
  }

  @Test("most resamples find planted moments of an easy audience")
  func plantedMoments() throws {
    var plan = AudiencePlan()
    plan.viewers = 16
    plan.difficulty = .easy
    let audience = PlantedAudience(plan)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
    for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    let (folded, resamples) = folder.resampled()
    #expect(folder.folded() == folded)
    let chooser = MomentChooser()
    let choice = chooser.choose(from: folded.summary)
    let choices = ResampledChoices(
      of: try #require(resamples), by: chooser)
    let judged = choices.withConfidence(choice, chooser.settings)
    #expect(judged.candidates.count == 5)
    let sure = judged.candidates.compactMap(\.why.sure)
    // Resamples of sixteen viewers differ a lot. At least six viewers are needed.
    #expect(sure.count == 5 && sure.reduce(0, +) / 5 > 0.6, "\(sure)")
    #expect(judged.candidates.allSatisfy { $0.why.resamples == AudienceResamples.count })
  }
}
