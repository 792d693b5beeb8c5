import Audience
import SampleAudience
import EditDecisions
import Selection
import TestMaterial
import Testing

/// A short version of what `gazecut-bench` measures.
@Suite("Choosing from synthetic audiences")
struct ChoosingPlantedTests {
  private func choice(
    _ plan: AudiencePlan, _ settings: SelectionSettings = SelectionSettings()
  ) -> Choice {
    let audience = PlantedAudience(plan)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
    for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    let (folded, resamples) = folder.resampled()
    let chooser = MomentChooser(settings: settings)
    let choice = chooser.choose(from: folded.summary)
    guard let resamples, !choice.candidates.isEmpty else { return choice }
    return ResampledChoices(of: resamples, by: chooser).withConfidence(choice, settings)
  }

  private func plan(seed: Int, viewers: Int = 30, strongestOnly: Bool = false) -> AudiencePlan {
    var plan = AudiencePlan()
    plan.seed = UInt64(seed)
    plan.viewers = viewers
    plan.strongestOnly = strongestOnly
    return plan
  }

  /// Reports the share of viewers that a person would count.
  @Test(
    "thirty viewers: delights are found, almost nothing else, with the true reaction rate",
    arguments: [201, 202])
  func delightsAreFound(seed: Int) throws {
    let plan = plan(seed: seed)
    let audience = PlantedAudience(plan)
    let stretches = audience.script.stretches
    let candidates = choice(plan).candidates
    var hits = 0
    for candidate in candidates {
      let segment = try #require(
        stretches.firstIndex { $0.start < candidate.coreEnd && candidate.coreStart < $0.end })
      if stretches[segment].kind == .delight { hits += 1 }
      let there = Set(audience.watching(at: stretches[segment].end))
      let reacting = audience.reactors(to: segment).count { there.contains($0) }
      let share = Double(reacting) / Double(there.count)
      let reported = try #require(candidate.why.reactingShare)
      // The reported rate is lower because weak and short reactions do not count.
      #expect(reported <= share + 0.05 && reported >= share - 0.4)
    }
    #expect(hits >= 4)
    #expect(candidates.count - hits <= 1)
  }

  /// How many planted delights are found, and how many other moments are chosen.
  private func hits(
    _ plan: AudiencePlan, _ settings: SelectionSettings = SelectionSettings()
  ) -> (found: Int, others: Int) {
    let delights = PlantedAudience(plan).script.stretches.filter { $0.kind == .delight }
    let candidates = choice(plan, settings).candidates
    let found = delights.count { delight in
      candidates.contains { $0.coreStart < delight.end && delight.start < $0.coreEnd }
    }
    let others = candidates.count { candidate in
      !delights.contains { $0.start < candidate.coreEnd && candidate.coreStart < $0.end }
    }
    return (found, others)
  }

  @Test("one label per second finds as many moments as all classes", arguments: [203, 206, 207])
  func strongestOnly(seed: Int) {
    var plan = plan(seed: seed)
    plan.rate = 1
    let all = hits(plan)
    plan.strongestOnly = true
    let strongest = hits(plan)
    #expect(strongest.found >= all.found - 1 && strongest.others <= max(all.others, 1))
  }

  @Test(
    "one label per second: nothing planted gives no moment, laughs alone at most two",
    arguments: [16, 30])
  func strongestOnlyWithoutDelights(viewers: Int) {
    var plan = plan(seed: 204, viewers: viewers, strongestOnly: true).withNothingPlanted()
    plan.rate = 1
    #expect(choice(plan).candidates.isEmpty)
    plan.planted.laugh = 6
    // Gaze points of two of six viewers near the middle of the frame can fit into one crop by
    // chance.
    #expect(choice(plan).candidates.count <= 2)
  }

  @Test("an audience with nothing planted gives no moment", arguments: [8, 30])
  func nothingPlanted(viewers: Int) {
    let choice = choice(plan(seed: 204, viewers: viewers).withNothingPlanted())
    #expect(choice.candidates.isEmpty)
    #expect(choice.reason != nil)
  }

  @Test("three videos with only decoys give at most two moments")
  func onlyDecoys() {
    let found = [201, 202, 203].map { choice(plan(seed: $0).withoutDelight()).candidates.count }
    // Shared laughs are real reactions, and the crop covers 0.62 of the gaze points in some by
    // chance.
    #expect(found.reduce(0, +) <= 2, "\(found)")
  }

  /// `selection.count` is a maximum: one moment is planted, and one is chosen.
  @Test("a count of ten does not add moments that are not there", arguments: [201, 202])
  func countIsAMaximum(seed: Int) {
    var plan = plan(seed: seed)
    plan.planted.delight = 1
    var settings = SelectionSettings()
    settings.count = 10
    let found = hits(plan, settings)
    #expect(found.found == 1 && found.others == 0)
  }

  @Test("sixty samples per second work as well as two")
  func manySamples() {
    var plan = plan(seed: 201, viewers: 16)
    plan.rate = 60
    let found = hits(plan)
    #expect(found.found >= 4 && found.others == 0)
  }

  @Test("the same audience gives the same choice")
  func deterministic() {
    let plan = plan(seed: 205, viewers: 16)
    #expect(choice(plan) == choice(plan))
  }
}
