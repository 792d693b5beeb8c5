import Audience
import Foundation
import EditDecisions
import SampleAudience
import Selection

/// One family at one size.
struct FamilyBench: Sendable {
  let family: AudienceFamily
  let viewers: Int
  let seeds: Range<Int>
  let settings: BenchSettings
  /// What a seed changes of the plan beside what is drawn from it.
  var change: @Sendable (inout AudiencePlan, Int) -> Void = { _, _ in }
  /// The simple ways to measure beside it.
  var rivals: [ChoosingRival] = [.emotionTimesCluster]

  init(family: AudienceFamily, viewers: Int, seeds: Range<Int>, _ settings: BenchSettings) {
    (self.family, self.viewers, self.seeds, self.settings) = (family, viewers, seeds, settings)
  }

  /// The audience of a seed, and what chooses from it.
  func trial(_ seed: Int) -> (ChoosingTrial, SelectionSettings) {
    var plan = family.plan
    plan.viewers = viewers
    plan.seed = UInt64(seed)
    change(&plan, seed)
    var selection = settings.selection
    selection.count = family.count
    return (ChoosingTrial(plan, fold: settings.fold), selection)
  }

  /// What was found, a seed each core at a time.
  func measure() -> FamilyFound {
    FamilyFound(Parallel.map(seeds.count) { outcome(seeds.lowerBound + $0) })
  }

  private func outcome(_ seed: Int) -> FamilyFound.Outcome {
    let (trial, selection) = trial(seed)
    let moments = trial.choice(selection).candidates
    let cores = moments.map { $0.coreStart...$0.coreEnd }
    var outcome = FamilyFound.Outcome(score: trial.score(cores))
    for rival in rivals {
      outcome.rivals[rival] = trial.score(rival.cores(of: trial)).f1
    }
    let delights = trial.delights
    outcome.best.add(
      cores: delights.filter { $0.reactors >= 3 }.map { $0.stretch.start...$0.stretch.end },
      truth: trial.truth)
    for delight in delights {
      let planted = delight.stretch.start...delight.stretch.end
      guard let moment = moments.first(where: { ($0.coreStart...$0.coreEnd).overlaps(planted) })
      else { continue }
      outcome.endErrors.append(abs(moment.coreEnd - planted.upperBound))
      guard let told = moment.why.reactingShare, delight.there > 0 else { continue }
      outcome.shares.append(
        .init(told: told, truth: Double(delight.reactors) / Double(delight.there)))
    }
    return outcome
  }

  /// Prints each core with the kind of planted stretch it overlaps most.
  func list() {
    for seed in seeds {
      let (trial, selection) = trial(seed)
      let choice = trial.choice(selection)
      for core in choice.candidates.sorted(by: { $0.coreStart < $1.coreStart }) {
        let planted = trial.audience.script.stretches.max {
          Self.shared($0, core) < Self.shared($1, core)
        }
        let kind = planted.map { Self.shared($0, core) > 0 ? $0.kind.rawValue : "idle" } ?? "idle"
        print(
          String(
            format: "  %d %@ %.1f-%.1f (%.1f-%.1f) score %.2f share %.2f viewers %.1f held %.2f",
            seed, kind, core.coreStart, core.coreEnd, planted?.start ?? 0, planted?.end ?? 0,
            core.score, core.why.reactingShare ?? 0,
            core.why.reactingViewers ?? 0, core.why.held ?? 0))
      }
      let chosen = choice.candidates.map { $0.coreStart...$0.coreEnd }
      for delight in trial.delights
      where !chosen.contains(where: { $0.overlaps(delight.stretch.start...delight.stretch.end) }) {
        let reasons = choice.rejected.filter {
          $0.start < delight.stretch.end && delight.stretch.start < $0.end
        }.map { String(format: "%.1f-%.1f ", $0.start, $0.end) + $0.reason }
        print(
          String(
            format: "  %d missed %.1f-%.1f, %d of %d react: ", seed, delight.stretch.start,
            delight.stretch.end, delight.reactors, delight.there)
            + (reasons.isEmpty ? "nothing stood out" : reasons.joined(separator: "; ")))
      }
    }
  }

  private static func shared(_ stretch: PlantedStretch, _ core: Candidate) -> Double {
    max(0, min(stretch.end, core.coreEnd) - max(stretch.start, core.coreStart))
  }
}
