import Audience
import SampleAudience
import Selection

/// One planted audience, folded, with what was planted in it.
struct ChoosingTrial {
  let plan: AudiencePlan
  let audience: PlantedAudience
  let summary: TimelineSummary

  /// A trial of a plan, or of a script of one's own.
  init(
    _ plan: AudiencePlan, script: SampleScript? = nil, fold: FoldSettings = FoldSettings()
  ) {
    self.plan = plan
    audience = PlantedAudience(plan, script: script)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9, settings: fold)
    for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    summary = folder.folded().summary
  }

  /// A trial of the bench: eight minutes, so many viewers.
  init(
    viewers: Int, seed: Int, difficulty: Difficulty = .hard, isEmpty: Bool = false,
    fold: FoldSettings = FoldSettings()
  ) {
    var plan = AudiencePlan()
    plan.viewers = viewers
    plan.seed = UInt64(seed)
    plan.difficulty = difficulty
    self.init(isEmpty ? plan.withNothingPlanted() : plan, fold: fold)
  }

  /// The stretches that are worth choosing.
  var truth: [ClosedRange<Double>] {
    audience.script.stretches.filter { $0.kind == .delight }.map { $0.start...$0.end }
  }

  /// The cores that gazecut chooses.
  func cores(_ settings: SelectionSettings = SelectionSettings()) -> [ClosedRange<Double>] {
    MomentChooser(settings: settings).choose(from: summary).candidates.map {
      $0.coreStart...$0.coreEnd
    }
  }

  /// The delights, by their place among the script's stretches, with who reacts and who is there.
  var delights: [(stretch: PlantedStretch, reactors: Int, there: Int)] {
    audience.script.stretches.indices.compactMap { index in
      let stretch = audience.script.stretches[index]
      guard stretch.kind == .delight else { return nil }
      let there = Set(audience.watching(at: stretch.end))
      let reactors = audience.reactors(to: index).count { there.contains($0) }
      return (stretch, reactors, there.count)
    }
  }

  /// How well cores match what was planted.
  func score(_ cores: [ClosedRange<Double>]) -> ChoosingScore {
    var score = ChoosingScore()
    score.add(cores: cores, truth: truth)
    return score
  }
}
