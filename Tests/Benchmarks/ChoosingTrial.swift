import Audience
import SampleAudience
import Selection
import TestMaterial

/// One planted audience, folded, with what was planted in it.
struct ChoosingTrial {
  let plan: AudiencePlan
  let audience: PlantedAudience
  let summary: TimelineSummary
  private let resamples: AudienceResamples?

  /// A trial of a plan, or of a script of one's own.
  init(
    _ plan: AudiencePlan, script: SampleScript? = nil, fold: FoldSettings = FoldSettings()
  ) {
    self.plan = plan
    audience = PlantedAudience(plan, script: script)
    var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9, settings: fold)
    for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
    let folded = folder.resampled()
    (summary, resamples) = (folded.audience.summary, folded.resamples)
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

  /// The simple way with faces: each viewer's happiness or surprise in that viewer's own standard
  /// deviations, the mean of all over two seconds.
  var meanDeviations: [Double] {
    let count = HalfSeconds.count(for: plan.duration)
    var (sums, known) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
    for viewer in 0..<plan.viewers {
      var levels = Array(repeating: [Double](), count: count)
      for sample in audience.samples(ofViewer: viewer) {
        guard case .scores(let scores) = sample.face else { continue }
        levels[min(count - 1, HalfSeconds.index(at: max(0, sample.time - 0.5)))]
          .append(Double(max(scores[.happy], scores[.surprise])))
      }
      let means = levels.map { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }
      let all = means.compactMap(\.self)
      let mean = all.reduce(0, +) / Double(max(1, all.count))
      let square = all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, all.count))
      for (bin, level) in means.enumerated() {
        guard let level, square > 0 else { continue }
        sums[bin] += (level - mean) / square.squareRoot()
        known[bin] += 1
      }
    }
    let means = zip(sums, known).map { $1 > 0 ? $0 / $1 : 0 }
    return means.indices.map { bin in
      let near = means[max(0, bin - 2)...min(count - 1, bin + 2)]
      return near.reduce(0, +) / Double(near.count)
    }
  }

  /// What gazecut chooses, as a night does.
  func choice(_ settings: SelectionSettings = SelectionSettings()) -> Choice {
    Self.choice(settings, summary, resamples)
  }

  /// The same of any audience.
  static func choice(
    _ settings: SelectionSettings, _ summary: TimelineSummary, _ resamples: AudienceResamples?
  ) -> Choice {
    let chooser = MomentChooser(settings: settings)
    let choice = chooser.choose(from: summary)
    guard let resamples, !choice.candidates.isEmpty else { return choice }
    return ResampledChoices(of: resamples, by: chooser).judging(choice, settings)
  }

  /// The cores that gazecut chooses.
  func cores(_ settings: SelectionSettings = SelectionSettings()) -> [ClosedRange<Double>] {
    choice(settings).candidates.map { $0.coreStart...$0.coreEnd }
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
