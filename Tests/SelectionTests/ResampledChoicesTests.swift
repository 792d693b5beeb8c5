import Audience
import EditDecisions
import SampleAudience
import Selection
import Testing

@Suite("How sure a moment is")
struct ResampledChoicesTests {
  private static func candidate(_ core: ClosedRange<Double>, viewers: Int = 8) -> Candidate {
    Candidate(
      coreStart: core.lowerBound, coreEnd: core.upperBound, start: core.lowerBound - 1.5,
      end: core.upperBound + 1, score: 0.6, why: Why(viewers: viewers))
  }

  private static func window(_ core: ClosedRange<Double>) -> ResampledChoices.Window {
    .init(
      coreStart: core.lowerBound, coreEnd: core.upperBound, start: core.lowerBound - 1.5,
      end: core.upperBound + 1)
  }

  @Test("it is the share of the resamples in which a core shares half of what both cover")
  func share() throws {
    // Of ten seconds: the same, one that shares 6 of 12 (half), one that shares 5 of 13, none.
    let choices = ResampledChoices([
      [Self.window(20...30)], [Self.window(24...32), Self.window(60...70)],
      [Self.window(25...33)], [],
    ])
    let sureness = try #require(choices.sureness(of: Self.candidate(20...30)))
    #expect(sureness.sure == 0.5)
    // Two are too few to say how far they lie apart.
    #expect(sureness.startSpread == nil && sureness.endSpread == nil)
    #expect(ResampledChoices([]).sureness(of: Self.candidate(20...30)) == nil)
  }

  @Test("the spread of an edge is half of the middle 68 %, and a stray does not change it")
  func spread() throws {
    // Starts 0, .1, … 1.9 s late: the 16th percentile is .304, the 84th 1.596, half of it .646.
    let steady = (0..<20).map { [Self.window(20 + Double($0) / 10...34)] }
    let sureness = try #require(ResampledChoices(steady).sureness(of: Self.candidate(20...34)))
    #expect(abs(try #require(sureness.startSpread) - 0.646) < 1e-9)
    #expect(sureness.endSpread == 0 && sureness.sure == 1)
    let stray = Array(steady.prefix(19)) + [[Self.window(20...27)]]
    let other = try #require(ResampledChoices(stray).sureness(of: Self.candidate(20...34)))
    #expect(other.endSpread == 0)
  }

  @Test("nothing is said of a moment that rests on too few")
  func few() throws {
    let choice = Choice(
      candidates: [
        Self.candidate(20...30, viewers: 8), Self.candidate(60...70, viewers: 4),
      ], rejected: [], reason: nil)
    let choices = ResampledChoices(
      Array(repeating: [Self.window(20...30), Self.window(60...70)], count: 20))
    let judged = choices.judging(choice, Disclosure(SelectionSettings()))
    #expect(judged.candidates.map(\.why.sure) == [1, nil])
    #expect(judged.candidates.map(\.why.startSpread) == [0, nil])
  }

  @Test("what is planted in a quiet room is chosen by nearly every resample")
  func planted() throws {
    var plan = AudiencePlan()
    plan.viewers = 16
    plan.difficulty = .easy
    let audience = PlantedAudience(plan)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
    for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    let (folded, resamples) = folder.resampled()
    #expect(folder.folded() == folded)
    let chooser = MomentChooser()
    let choices = ResampledChoices(of: try #require(resamples), by: chooser)
    let judged = choices.judging(chooser.choose(from: folded.summary), chooser.disclosure)
    #expect(judged.candidates.count == 5)
    let sure = judged.candidates.compactMap(\.why.sure)
    // Five who react of sixteen: a resample in twenty may have too few of them.
    #expect(sure.count == 5 && sure.allSatisfy { $0 >= 0.8 }, "\(sure)")
    #expect(judged.candidates.allSatisfy { ($0.why.startSpread ?? 9) < 3 })
  }
}
