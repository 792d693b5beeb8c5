import Audience
import Foundation
import SampleAudience
import Selection

/// Chooses from planted audiences: how much of what was planted is found, beside simple ways.
struct ChoosingBench {
  var settings = BenchSettings()
  /// Which audiences: what was tuned used others (1 to 24) than what is reported.
  var seeds = 101...124
  /// How many viewers.
  var sizes = [8, 16, 30, 100]

  /// What was found at one size.
  struct Found {
    /// Mean F1 at IoU 0.5 and 0.7.
    var f1 = [0.0, 0.0]
    var precision = 0.0, recall = 0.0
  }

  /// gazecut's figures over the seeds.
  func found(viewers: Int, _ difficulty: Difficulty) -> Found {
    var total = ChoosingScore()
    var found = Found()
    for seed in seeds {
      let trial = ChoosingTrial(
        viewers: viewers, seed: seed, difficulty: difficulty, fold: settings.fold)
      let score = trial.score(trial.cores(settings.selection))
      total.merge(score)
      for slot in 0..<2 { found.f1[slot] += score.f1[slot] / Double(seeds.count) }
    }
    found.precision = total.hits[0] / max(1, total.found)
    found.recall = total.hits[0] / max(1, total.planted)
    return found
  }

  /// A simple way's mean F1 at IoU 0.5 and 0.7.
  func found(by rival: ChoosingRival, viewers: Int) -> [Double] {
    var f1 = [0.0, 0.0]
    for seed in seeds {
      let trial = ChoosingTrial(viewers: viewers, seed: seed)
      let score = trial.score(rival.cores(of: trial))
      for slot in 0..<2 { f1[slot] += score.f1[slot] / Double(seeds.count) }
    }
    return f1
  }

  /// Moments chosen where nothing is planted, over all seeds.
  func falseMoments(viewers: Int, _ difficulty: Difficulty) -> Int {
    seeds.reduce(0) { sum, seed in
      let trial = ChoosingTrial(
        viewers: viewers, seed: seed, difficulty: difficulty, isEmpty: true,
        fold: settings.fold)
      return sum + trial.cores(settings.selection).count
    }
  }

  /// The same audiences at 1 Hz, told in all classes and by the strongest class alone.
  struct Strongest {
    /// Mean F1 at IoU 0.5 by size.
    var all: [Int: Double] = [:]
    var alone: [Int: Double] = [:]
    /// Moments where nothing is planted, and where laughs alone are, told by the strongest class.
    var falseMoments = 0, besideLaughs = 0
  }

  /// Measures and prints what one label a second costs.
  func strongest(sizes: [Int] = [16, 30]) -> Strongest {
    var found = Strongest()
    print("1 Hz, hard: F1 at IoU 0.5 / 0.7, all classes | strongest alone | moments in laughs")
    for size in sizes {
      var f1 = [[0.0, 0.0], [0.0, 0.0]]
      var laughs = 0
      for seed in seeds {
        var plan = AudiencePlan()
        plan.viewers = size
        plan.seed = UInt64(seed)
        plan.rate = 1
        for way in 0..<2 {
          plan.strongestOnly = way == 1
          let trial = ChoosingTrial(plan, fold: settings.fold)
          let score = trial.score(trial.cores(settings.selection))
          for slot in 0..<2 { f1[way][slot] += score.f1[slot] / Double(seeds.count) }
        }
        let empty = ChoosingTrial(plan.withNothingPlanted(), fold: settings.fold)
        found.falseMoments += empty.cores(settings.selection).count
        var scattered = plan.withNothingPlanted()
        scattered.planted.laugh = 6
        laughs +=
          ChoosingTrial(scattered, fold: settings.fold)
          .cores(settings.selection).count
      }
      found.all[size] = f1[0][0]
      found.alone[size] = f1[1][0]
      found.besideLaughs += laughs
      print(
        HalvesBench.left("  \(size) viewers", 38) + Self.text(f1[0]) + Self.text(f1[1])
          + HalvesBench.right("\(laughs)", 6))
    }
    print("  moments where nothing is planted, the strongest class alone: \(found.falseMoments)")
    return found
  }

  /// Prints the table; gives gazecut's F1 by size on the hard audiences, and all false moments.
  @discardableResult
  func report(withRivals: Bool) -> (hard: [Int: [Double]], falseMoments: Int) {
    print("Choosing, planted audiences: F1 of the cores at IoU 0.5 / 0.7, \(seeds.count) seeds")
    print(HalvesBench.left("", 38) + sizes.map { HalvesBench.right("\($0)", 12) }.joined())
    for rival in withRivals ? ChoosingRival.allCases : [] {
      let texts = sizes.map { Self.text(found(by: rival, viewers: $0)) }
      print(HalvesBench.left("hard  " + rival.rawValue, 38) + texts.joined())
    }
    var hard: [Int: [Double]] = [:]
    var falseMoments = 0
    for (name, difficulty) in [("hard", Difficulty.hard), ("easy", Difficulty.easy)] {
      let found = sizes.map { self.found(viewers: $0, difficulty) }
      print(
        HalvesBench.left("\(name)  gazecut", 38) + found.map { Self.text($0.f1) }.joined())
      let sides = found.map { Self.text([$0.precision, $0.recall]) }.joined()
      print(HalvesBench.left("\(name)  gazecut, precision / recall", 38) + sides)
      if name == "hard" { for (size, one) in zip(sizes, found) { hard[size] = one.f1 } }
      let counts = sizes.map { self.falseMoments(viewers: $0, difficulty) }
      falseMoments += counts.reduce(0, +)
      let texts = counts.map { HalvesBench.right("\($0)", 12) }.joined()
      print(HalvesBench.left("\(name)  moments where nothing is planted", 38) + texts)
    }
    return (hard, falseMoments)
  }

  private static func text(_ pair: [Double]) -> String {
    HalvesBench.right(String(format: "%.2f / %.2f", pair[0], pair[1]), 12)
  }
}
