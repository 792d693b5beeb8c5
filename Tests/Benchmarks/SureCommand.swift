import ArgumentParser
import Audience
import EditDecisions
import Foundation
import SampleAudience
import Selection
import TestMaterial

/// `gazecut-bench sure`: what `why.sure` is worth on planted audiences.
struct SureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sure",
    abstract: "Print what share of the moments a fresh audience finds again, by how sure they are.")

  @Option(help: "How many seeds.")
  var seeds = 4

  @Option(help: "The first seed; nothing was tuned on 701 and above.")
  var seed = 701

  @Option(help: "Only groups whose name holds this.")
  var only: String?

  @Option(help: "Most half seconds times viewers of an audience; larger ones are left out.")
  var most = 120_000

  @Option(help: "Print instead what resampling costs a crowd of so many viewers.")
  var crowd: Int?

  @Option(help: "Minutes that the crowd watches.")
  var minutes = 10.0

  func run() throws {
    if let crowd {
      ResamplingCost(viewers: crowd, minutes: minutes).report()
      return
    }
    print(SureTable.heading)
    var all = SureTable()
    for (name, families) in AudienceFamily.groups where only.map(name.contains) ?? true {
      var table = SureTable()
      for family in families {
        for viewers in family.sizes
        where viewers * HalfSeconds.count(for: family.plan.duration) <= most {
          for seed in seed..<seed + seeds {
            table.add(SureTrial(family, viewers: viewers, seed: seed))
          }
        }
      }
      print(table.line(name))
      fflush(nil)
      all.add(table)
    }
    print(all.line("all"))
    print(all.leavingOut)
  }
}

/// The moments of one audience: how sure, and whether as many other viewers find them again.
struct SureTrial {
  var moments: [(sure: Double, isFound: Bool, error: Double)] = []
  var planted = 0
  let viewers: Int

  init(_ family: AudienceFamily, viewers: Int, seed: Int) {
    self.viewers = viewers
    var plan = family.plan
    plan.viewers = 2 * viewers
    plan.seed = UInt64(seed)
    var settings = SelectionSettings()
    settings.count = family.count
    let audience = PlantedAudience(plan)
    func folder(_ range: Range<Int>) -> TimelineFolder {
      var folder = TimelineFolder(duration: plan.duration, aspect: 16.0 / 9)
      for viewer in range { folder.add(viewer: [audience.samples(ofViewer: viewer)]) }
      return folder
    }
    let (folded, resamples) = folder(0..<viewers).resampled()
    let chooser = MomentChooser(settings: settings)
    let choice = chooser.choose(from: folded.summary)
    let fresh = chooser.choose(from: folder(viewers..<2 * viewers).folded().summary).candidates
    let truth = audience.script.stretches.filter { $0.kind == .delight }
    planted = truth.count
    guard let resamples else { return }
    let judged = ResampledChoices(of: resamples, by: chooser).judging(choice, settings)
    for candidate in judged.candidates {
      let core = candidate.coreStart...candidate.coreEnd
      let again = fresh.first { ($0.coreStart...$0.coreEnd).overlap(with: core) >= 0.5 }
      moments.append(
        (
          candidate.why.sure ?? 0, again != nil,
          abs(candidate.coreEnd - (again?.coreEnd ?? 0))
        ))
    }
  }
}

/// Moments counted by how sure they are.
struct SureTable {
  private static let bins = [0.0, 0.3, 0.5, 0.7, 0.9]
  private static let limits = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]

  private var counts = [Int](repeating: 0, count: bins.count)
  private var hits = [Int](repeating: 0, count: bins.count)
  private var errors: [Double] = []
  private var kept = limits.map { _ in (found: 0, hits: 0) }
  private var planted = 0

  mutating func add(_ trial: SureTrial) {
    planted += trial.planted
    for moment in trial.moments {
      let bin = Self.bins.lastIndex { moment.sure >= $0 } ?? 0
      counts[bin] += 1
      hits[bin] += moment.isFound ? 1 : 0
      if moment.isFound { errors.append(moment.error) }
      for (index, limit) in Self.limits.enumerated() where moment.sure >= limit {
        kept[index].found += 1
        kept[index].hits += moment.isFound ? 1 : 0
      }
    }
  }

  mutating func add(_ other: SureTable) {
    planted += other.planted
    errors += other.errors
    for bin in counts.indices {
      counts[bin] += other.counts[bin]
      hits[bin] += other.hits[bin]
    }
    for index in kept.indices {
      kept[index].found += other.kept[index].found
      kept[index].hits += other.kept[index].hits
    }
  }

  static let heading =
    "How sure: share of the moments that fresh viewers find again (of how many), by why.sure\n"
    + HalvesBench.left("", 10)
    + ["under .3", ".3 to .5", ".5 to .7", ".7 to .9", ".9 to 1"]
    .map { HalvesBench.right($0, 14) }.joined() + "   ends off by, s"

  func line(_ name: String) -> String {
    let cells = zip(hits, counts).map { hit, count in
      HalvesBench.right(
        count > 0 ? String(format: "%.2f (%d)", Double(hit) / Double(count), count) : "-", 14)
    }
    let off = errors.sorted()
    let middle = off.isEmpty ? "" : String(format: "   %.2f", off[off.count / 2])
    return HalvesBench.left(name, 10) + cells.joined() + middle
  }

  /// What leaving out by it would give.
  var leavingOut: String {
    zip(Self.limits, kept).map { limit, kept in
      let f1 = 2 * Double(kept.hits) / Double(max(1, kept.found + planted))
      return String(
        format: "leaving out under %.1f: precision %.3f recall %.3f F1 %.3f", limit,
        Double(kept.hits) / Double(max(1, kept.found)),
        Double(kept.hits) / Double(max(1, planted)), f1)
    }.joined(separator: "\n")
  }
}
