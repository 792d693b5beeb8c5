import ArgumentParser
import Audience
import EditDecisions
import Foundation
import SampleAudience
@_spi(Undisclosed) import Selection

/// Choosing over families of audiences that vary one thing at a time.
struct FamiliesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "families",
    abstract: "Choose from families of planted audiences: F1, false moments, ends of the cores.")

  @Option(help: "How many seeds.")
  var seeds = 12

  @Option(help: "The first seed: 1 to 99 are for tuning.")
  var seed = 501

  @Option(help: "Only families whose name holds this.")
  var only: String?

  @Flag(help: "Only the families that constants are tuned on.")
  var tuned = false

  @Option(name: .customLong("set"), help: "Try another value of a default: name=value.")
  var changes: [String] = []

  @Flag(help: "Print each chosen core with what was planted there.")
  var list = false

  func run() throws {
    var settings = BenchSettings()
    for change in changes { try settings.set(change) }
    print(
      HalvesBench.left("family", 34) + "viewers    F1 .5/.7     rival .5/.7   prec/rec"
        + "    moments  end error 50/90")
    for family in AudienceFamily.all {
      guard only.map({ family.name.contains($0) }) ?? true, family.isTuned || !tuned else {
        continue
      }
      for size in family.sizes {
        let bench = FamilyBench(
          family: family, viewers: size, seeds: seed..<seed + seeds, settings)
        if list { bench.list() }
        report(bench)
        fflush(nil)
      }
    }
  }

  private func report(_ bench: FamilyBench) {
    let found = bench.measure()
    let mark = bench.family.isTuned ? "* " : "  "
    print(
      HalvesBench.left(mark + bench.family.name, 34) + HalvesBench.right("\(bench.viewers)", 7)
        + "  "
        + String(
          format: "%.2f / %.2f   %.2f / %.2f   %.2f / %.2f   %5.2f   %.1f / %.1f", found.f1[0],
          found.f1[1], found.rival[0], found.rival[1], found.precision, found.recall,
          found.moments, found.endError[0], found.endError[1]))
  }
}

/// One family at one size.
struct FamilyBench {
  let family: AudienceFamily
  let viewers: Int
  let seeds: Range<Int>
  let settings: BenchSettings

  init(family: AudienceFamily, viewers: Int, seeds: Range<Int>, _ settings: BenchSettings) {
    (self.family, self.viewers, self.seeds, self.settings) = (family, viewers, seeds, settings)
  }

  /// What was found.
  struct Found {
    /// Mean F1 at IoU 0.5 and 0.7; of the simple product, too.
    var f1 = [0.0, 0.0]
    var rival = [0.0, 0.0]
    var precision = 1.0, recall = 1.0
    /// Moments a video.
    var moments = 0.0
    /// Median and 90th percentile of how far the ends of found cores lie from planted ends, s.
    var endError = [0.0, 0.0]
  }

  private func trial(_ seed: Int) -> (ChoosingTrial, SelectionSettings) {
    var plan = family.plan
    plan.viewers = viewers
    plan.seed = UInt64(seed)
    var selection = settings.selection
    selection.count = family.count
    return (ChoosingTrial(plan, fold: settings.choosingFold), selection)
  }

  /// Prints each core with the kind of planted stretch it overlaps most.
  func list() {
    for seed in seeds {
      let (trial, selection) = trial(seed)
      let choice = MomentChooser(settings: selection).choose(from: trial.summary)
      for core in choice.candidates.sorted(by: { $0.coreStart < $1.coreStart }) {
        let planted = trial.audience.script.stretches.max {
          Self.shared($0, core) < Self.shared($1, core)
        }
        let kind = planted.map { Self.shared($0, core) > 0 ? $0.kind.rawValue : "idle" } ?? "idle"
        print(
          String(
            format: "  %d %@ %.1f-%.1f (%.1f-%.1f) score %.2f share %.2f gathered %.2f/%.2f",
            seed, kind, core.coreStart, core.coreEnd, planted?.start ?? 0, planted?.end ?? 0,
            core.score, core.why.reactingShare ?? 0, core.why.gatheredShare ?? 0,
            core.why.gatheredByChance ?? 0))
      }
    }
  }

  private static func shared(_ stretch: PlantedStretch, _ core: Candidate) -> Double {
    max(0, min(stretch.end, core.coreEnd) - max(stretch.start, core.coreStart))
  }

  func measure() -> Found {
    var found = Found()
    var total = ChoosingScore()
    var errors: [Double] = []
    for seed in seeds {
      let (trial, selection) = trial(seed)
      let cores = trial.cores(selection)
      let score = trial.score(cores)
      let rival = trial.score(
        ChoosingRival.emotionTimesCluster.cores(
          of: trial, MomentChooser().figures(of: trial.summary)))
      for slot in 0..<2 {
        found.f1[slot] += score.f1[slot] / Double(seeds.count)
        found.rival[slot] += rival.f1[slot] / Double(seeds.count)
      }
      total.merge(score)
      for truth in trial.truth {
        guard let core = cores.first(where: { $0.overlaps(truth) }) else { continue }
        errors.append(abs(core.upperBound - truth.upperBound))
      }
    }
    found.precision = total.found > 0 ? total.hits[0] / total.found : 1
    found.recall = total.planted > 0 ? total.hits[0] / total.planted : 1
    found.moments = total.found / Double(seeds.count)
    errors.sort()
    if !errors.isEmpty {
      found.endError = [errors[errors.count / 2], errors[errors.count * 9 / 10]]
    }
    return found
  }
}
