import Audience
import SampleAudience
import Selection

/// Chooses from planted audiences and prints how much of what was planted was found.
///
/// - Parameters:
///   - seeds: which audiences; what was tuned used others (1 to 12) than what is reported.
///   - sizes: how many viewers.
func runChoosingBench(seeds: ClosedRange<Int> = 101...124, sizes: [Int] = [8, 16, 30, 100]) {
  print("choosing: F1 of the cores at IoU 0.5 / 0.7, mean of \(seeds.count) seeds")
  for (name, difficulty) in [("hard", Difficulty.hard), ("easy", Difficulty.easy)] {
    for viewers in sizes {
      var sums = [0.0, 0.0]
      var falseMoments = 0
      var total = ChoosingScore()
      for seed in seeds {
        var plan = AudiencePlan()
        plan.viewers = viewers
        plan.seed = UInt64(seed)
        plan.difficulty = difficulty
        let one = chosenCores(plan)
        var score = ChoosingScore()
        score.add(cores: one.cores, truth: one.truth)
        total.add(cores: one.cores, truth: one.truth)
        for slot in 0..<2 { sums[slot] += score.f1[slot] / Double(seeds.count) }
        falseMoments += chosenCores(plan.withNothingPlanted()).cores.count
      }
      print(
        "  \(name)\t\(viewers)\t\(places(sums[0])) / \(places(sums[1]))"
          + "\tprecision \(places(total.hits[0] / max(1, total.found)))"
          + "\trecall \(places(total.hits[0] / max(1, total.planted)))"
          + "\tfalse in empty videos: \(falseMoments)")
    }
  }
}

private func chosenCores(
  _ plan: AudiencePlan
) -> (cores: [ClosedRange<Double>], truth: [ClosedRange<Double>]) {
  let audience = PlantedAudience(plan)
  var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
  for viewer in 0..<plan.viewers { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
  let choice = MomentChooser().choose(from: folder.timeline())
  return (
    choice.candidates.map { $0.coreStart...$0.coreEnd },
    audience.script.stretches.filter { $0.kind == .delight }.map { $0.start...$0.end }
  )
}

private func places(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
