import Audience
import SampleAudience
import Selection
import TestMaterial

/// Pairs of delights with five dull seconds between them.
struct NeighboursBench: Sendable {
  let difficulty: Difficulty
  let viewers: Int
  let seeds: Range<Int>
  let settings: BenchSettings

  /// Share of the pairs of which each has a core of its own (overlap .5 and more).
  func parted() -> Double {
    let shares = Parallel.map(seeds.count) { share(seeds.lowerBound + $0) }
    return shares.reduce(0, +) / Double(max(1, shares.count))
  }

  private func share(_ seed: Int) -> Double {
    var plan = AudiencePlan()
    plan.difficulty = difficulty
    plan.viewers = viewers
    plan.seed = UInt64(seed)
    var random = SeededRandom(seed: plan.seed, stream: 88)
    let pairs = [40.0, 150, 260, 370].map { start in
      let first = random.uniform(8...14)
      let second = start + first + 5
      return [start...start + first, second...second + random.uniform(8...14)]
    }
    var script = SampleScript(plan.withNothingPlanted())
    script.stretches = pairs.flatMap(\.self).map {
      PlantedStretch(
        start: $0.lowerBound, end: $0.upperBound, kind: .delight, emotion: .happy,
        reactingShare: random.uniform(difficulty.reactingShare))
    }
    var selection = settings.selection
    selection.count = 10
    // A moment of fifteen seconds would ask for what stands between two.
    selection.minimumLength = 8
    let cores = ChoosingTrial(plan, script: script, fold: settings.fold).cores(selection)
    let parted = pairs.count { pair in
      pair.allSatisfy { planted in cores.contains { $0.overlap(with: planted) >= 0.5 } }
    }
    return Double(parted) / Double(pairs.count)
  }
}

/// The same people at 500 samples a second, and thinned.
struct RatesBench: Sendable {
  let viewers: Int
  let seeds: Range<Int>
  let settings: BenchSettings

  private static let rates = [1, 2, 10, 60, 500]

  /// Mean F1 at IoU 0.5 and 0.7 for each rate.
  func f1() -> [(rate: Int, f1: [Double])] {
    let scores = Parallel.map(seeds.count) { f1(seed: seeds.lowerBound + $0) }
    return Self.rates.indices.map { index in
      let f1 = [0, 1].map { slot in
        scores.reduce(0) { $0 + $1[index][slot] } / Double(max(1, scores.count))
      }
      return (Self.rates[index], f1)
    }
  }

  private func f1(seed: Int) -> [[Double]] {
    var plan = AudiencePlan()
    plan.viewers = viewers
    plan.seed = UInt64(seed)
    plan.rate = 500
    plan.dwellSeconds = 0.4
    let audience = PlantedAudience(plan)
    var folders = Self.rates.map { _ in
      TimelineFolder(duration: plan.duration, aspect: 16.0 / 9, settings: settings.fold)
    }
    for viewer in 0..<viewers {
      let all = audience.samples(ofViewer: viewer)
      for (index, rate) in Self.rates.enumerated() {
        folders[index].add(viewer: [rate == 500 ? all : thinned(all, to: Double(rate))])
      }
    }
    let truth = audience.script.stretches.filter { $0.kind == .delight }.map { $0.start...$0.end }
    return folders.map { folder in
      var score = ChoosingScore()
      let chosen = MomentChooser(settings: settings.selection)
        .choose(from: folder.folded().summary).candidates
      score.add(cores: chosen.map { $0.coreStart...$0.coreEnd }, truth: truth)
      return score.f1
    }
  }

  /// The first sample of each interval.
  private func thinned(_ samples: SampleColumns, to rate: Double) -> SampleColumns {
    var last = -1
    return SampleColumns(
      samples.filter { sample in
        let interval = Int(sample.time * rate)
        defer { last = interval }
        return interval != last
      })
  }
}

/// One viewer left out at a time.
struct StabilityBench: Sendable {
  let viewers: Int
  let seeds: Range<Int>
  let settings: BenchSettings

  /// Share of the cores that another core of the others does not overlap by .8, of how many.
  func changed() -> (share: Double, cores: Int) {
    var changed = 0
    var cores = 0
    for seed in seeds {
      var plan = AudiencePlan()
      plan.viewers = viewers
      plan.seed = UInt64(seed)
      let audience = PlantedAudience(plan)
      let samples = (0..<viewers).map { audience.samples(ofViewer: $0) }
      let whole = self.cores(samples)
      for others in Parallel.map(viewers, { self.cores(samples, without: $0) }) {
        cores += whole.count
        changed += whole.count { core in
          !others.contains { $0.overlap(with: core) >= 0.8 }
        }
      }
    }
    return (Double(changed) / Double(max(1, cores)), cores)
  }

  private func cores(_ samples: [SampleColumns], without left: Int? = nil) -> [ClosedRange<Double>]
  {
    var folder = TimelineFolder(
      duration: AudiencePlan().duration, aspect: 16.0 / 9, settings: settings.fold)
    for (viewer, samples) in samples.enumerated() where viewer != left {
      folder.add(viewer: [samples])
    }
    return MomentChooser(settings: settings.selection).choose(from: folder.folded().summary)
      .candidates.map { $0.coreStart...$0.coreEnd }
  }
}
