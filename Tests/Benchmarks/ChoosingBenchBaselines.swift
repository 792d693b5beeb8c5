import Audience
import SampleAudience
import Selection

/// Prints what two simple rules find of the same planted audiences (hard).
///
/// Both take stretches of at least five seconds above a threshold: of the reaction alone, and of
/// the reaction times the share of the gaze in the largest cluster.
func runChoosingBaselines(seeds: ClosedRange<Int> = 101...124, sizes: [Int] = [8, 16, 30, 100]) {
  print("simple rules (hard): F1 at IoU 0.5 / 0.7")
  let rules: [(String, Double, (BinFigures) -> Double)] = [
    ("emotion above threshold", 0.15, { $0.reaction }),
    ("emotion x largest cluster", 0.03, { $0.reaction * ($0.gatheredShare ?? 0) }),
  ]
  for viewers in sizes {
    var sums = rules.map { _ in [0.0, 0.0] }
    for seed in seeds {
      var plan = AudiencePlan()
      plan.viewers = viewers
      plan.seed = UInt64(seed)
      let audience = PlantedAudience(plan)
      let truth = audience.script.stretches.filter { $0.kind == .delight }
      let figures = benchFigures(audience)
      for (index, rule) in rules.enumerated() {
        var score = ChoosingScore()
        score.add(
          cores: runs(figures.map(rule.2), above: rule.1), truth: truth.map { $0.start...$0.end })
        for slot in 0..<2 { sums[index][slot] += score.f1[slot] / Double(seeds.count) }
      }
    }
    for (rule, sum) in zip(rules, sums) {
      let places = sum.map { ($0 * 100).rounded() / 100 }
      print("  \(rule.0)\t\(viewers)\t\(places[0]) / \(places[1])")
    }
  }
}

private func benchFigures(_ audience: PlantedAudience) -> [BinFigures] {
  var folder = TimelineFolder(duration: audience.plan.duration, aspect: 16.0 / 9)
  for viewer in 0..<audience.plan.viewers {
    folder.add(viewer: [audience.samples(ofViewer: viewer)])
  }
  return MomentChooser().figures(of: folder.timeline())
}

/// Stretches of five seconds and more in which the values stay above a threshold.
private func runs(_ values: [Double], above threshold: Double) -> [ClosedRange<Double>] {
  var found: [ClosedRange<Double>] = []
  var start: Int?
  for (bin, value) in (values + [-1]).enumerated() {
    if value >= threshold {
      start = start ?? bin
    } else if let first = start {
      if bin - first >= 10 { found.append(Double(first) / 2...Double(bin) / 2) }
      start = nil
    }
  }
  return found
}
