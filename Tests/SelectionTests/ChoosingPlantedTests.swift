import Audience
import SampleAudience
import EditDecisions
import Selection
import TestMaterial
import Testing

/// A glance at what the bench measures in full.
@Suite("Choosing from planted audiences")
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

  /// A person counts who reacts; so does the figure that an editor reads.
  @Test(
    "thirty viewers, hard: delights are found, nothing else, and the share told is who reacts",
    arguments: [201, 202])
  func found(seed: Int) throws {
    let plan = plan(seed: seed)
    let audience = PlantedAudience(plan)
    let stretches = audience.script.stretches
    let candidates = choice(plan).candidates
    var hits = 0
    for candidate in candidates {
      let stretch = try #require(
        stretches.firstIndex { $0.start < candidate.coreEnd && candidate.coreStart < $0.end })
      if stretches[stretch].kind == .delight { hits += 1 }
      let there = Set(audience.watching(at: stretches[stretch].end))
      let reacting = audience.reactors(to: stretch).count { there.contains($0) }
      let share = Double(reacting) / Double(there.count)
      let told = try #require(candidate.why.reactingShare)
      // Weak and short reactions do not count: fewer than react.
      #expect(told <= share + 0.05 && told >= share - 0.4)
    }
    #expect(hits >= 4)
    #expect(candidates.count - hits <= 1)
  }

  /// Of what is planted so much is found, and so many other moments.
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

  @Test("one label a second does as well as all classes", arguments: [203, 206, 207])
  func strongestOnly(seed: Int) {
    var plan = plan(seed: seed)
    plan.rate = 1
    let all = hits(plan)
    plan.strongestOnly = true
    let strongest = hits(plan)
    #expect(strongest.found >= all.found - 1 && strongest.others <= max(all.others, 1))
  }

  @Test("one label a second: no moment of nothing, and none beside laughs", arguments: [16, 30])
  func strongestOnlyOfNothing(viewers: Int) {
    var plan = plan(seed: 204, viewers: viewers, strongestOnly: true).withNothingPlanted()
    plan.rate = 1
    #expect(choice(plan).candidates.isEmpty)
    plan.planted.laugh = 6
    // Scattered about the middle, the looks of two of six lie as near as a window is wide.
    #expect(choice(plan).candidates.count <= 2)
  }

  @Test("nothing planted, nothing chosen", arguments: [8, 30])
  func nothing(viewers: Int) {
    let choice = choice(plan(seed: 204, viewers: viewers).withNothingPlanted())
    #expect(choice.candidates.isEmpty)
    #expect(choice.reason != nil)
  }

  /// Without a delight beside them, decoys must not become the news of a dull video.
  @Test("decoys alone give a moment of two of three videos at most")
  func decoys() {
    let found = [201, 202, 203].map { choice(plan(seed: $0).withoutDelight()).candidates.count }
    // Laughs that are shared are no chance; of some a window happens to hold .62 of the looks.
    #expect(found.reduce(0, +) <= 2, "\(found)")
  }

  /// A ceiling is no quota: with room for ten, the one that is planted is chosen and no other.
  @Test("a count of ten is filled by what is there", arguments: [201, 202])
  func ceiling(seed: Int) {
    var plan = plan(seed: seed)
    plan.planted.delight = 1
    var settings = SelectionSettings()
    settings.count = 10
    let found = hits(plan, settings)
    #expect(found.found == 1 && found.others == 0)
  }

  /// A median of thirty looks that each choose anew lies at the same place for everybody.
  @Test("sixty samples a second do as well as two")
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
