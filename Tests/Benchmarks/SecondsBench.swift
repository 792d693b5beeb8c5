import Audience
import Foundation
import SampleAudience
import Selection
import TestMaterial

/// Every figure of choosing, a line each as it is measured, beside simple ways and its target.
struct SecondsBench {
  var settings = BenchSettings()
  /// Which audiences; constants were found on 1 to 99.
  var seeds = 501..<509
  /// Only lines whose audience holds this.
  var only: String?
  /// The lines, in the order in which they were measured.
  private(set) var rows: [SecondsRow] = []

  init(seeds: Range<Int> = 501..<509, only: String? = nil, settings: BenchSettings = .init()) {
    (self.seeds, self.only, self.settings) = (seeds, only, settings)
  }

  /// As many delights as the seed says, 0 to 10, with room for ten.
  static let anyNumber = AudienceFamily("0 to 10 delights, count 10", sizes: [16, 30], count: 10)

  /// Prints the table line by line, as it is measured.
  mutating func report() throws {
    print(
      "Choosing: planted audiences of seeds \(seeds.lowerBound) to \(seeds.upperBound - 1). "
        + "Constants were found on the families marked tuned, on seeds 1 to 99;")
    print(
      "none was tried on those kept back. F1 is of the cores, overlapping what is planted by .5 "
        + "and by .7; the simple way is\nthe reaction times the largest cluster, above a "
        + "threshold. The best finds every delight with three who react, and nothing else.\n")
    SecondsRow.printHead()
    families()
    numbers()
    neighbours()
    rates()
    stability()
    Self.count(rows)
  }

  /// Says how many lines miss their target.
  static func count(_ rows: [SecondsRow]) {
    print("\n\(rows.count(where: \.isMissed)) of \(rows.count) lines miss their target.")
  }

  /// At most so many of the seeds.
  private func first(_ count: Int) -> Range<Int> {
    seeds.lowerBound..<min(seeds.upperBound, seeds.lowerBound + count)
  }

  private func isAsked(_ name: String) -> Bool { only.map { name.contains($0) } ?? true }

  private mutating func add(_ row: SecondsRow) {
    row.report()
    rows.append(row)
  }

  private mutating func families() {
    var usual = FamilyFound()
    for family in AudienceFamily.all where isAsked(family.name) {
      for size in family.sizes {
        // Two hours count for many: three of them.
        let seeds = family.plan.duration > 3600 ? self.first(3) : self.seeds
        var bench = FamilyBench(family: family, viewers: size, seeds: seeds, settings)
        if family.name == "hard" { bench.rivals = ChoosingRival.allCases }
        let found = bench.measure()
        add(SecondsTargets.row(family, size, found))
        if ["hard", "easy"].contains(family.name) { usual.add(found) }
      }
    }
    guard usual.hasDelights else { return }
    add(
      SecondsRow(
        audience: "hard and easy", use: "tuned", viewers: "8 to 100",
        figure: "ends of cores off by, s: median / 90 %", found: usual.endError,
        target: .most([0.5, 2])))
    add(
      SecondsRow(
        audience: "hard and easy", use: "tuned", viewers: "8 to 100",
        figure: "told share within .10, of moments", found: [usual.toldWell],
        target: .least([0.95])))
  }

  private mutating func numbers() {
    let family = Self.anyNumber
    guard isAsked(family.name) else { return }
    let first = seeds.lowerBound
    for size in family.sizes {
      // Each number once, whatever the other lines take.
      var bench = FamilyBench(family: family, viewers: size, seeds: first..<first + 11, settings)
      bench.change = { plan, seed in plan.planted.delight = seed - first }
      add(SecondsTargets.row(family, size, bench.measure()))
    }
  }

  private mutating func neighbours() {
    let name = "two delights, five dull seconds between"
    guard isAsked(name) else { return }
    for (difficulty, text, size) in [
      (Difficulty.easy, "easy", 16), (.hard, "hard", 30),
    ] {
      let found = NeighboursBench(
        difficulty: difficulty, viewers: size, seeds: seeds, settings: settings
      ).parted()
      add(
        SecondsRow(
          audience: "\(name), \(text)", use: "reported", viewers: "\(size)",
          figure: "pairs that are two", found: [found], target: .least([0.95])))
    }
  }

  private mutating func rates() {
    let name = "500 a second, looks of .4 s"
    guard isAsked(name) else { return }
    // Four hundred thousand samples a minute: four audiences.
    let bench = RatesBench(viewers: 16, seeds: first(4), settings: settings)
    let found = bench.f1()
    let best = found.map(\.f1[0]).max() ?? 0
    for (rate, f1) in found {
      add(
        SecondsRow(
          audience: rate == 500 ? name : "the same, thinned to \(rate) a second",
          use: "reported", viewers: "16", figure: "F1 at .5 / .7", found: f1,
          target: .least([best - 0.02]),
          beside: "within .02 of the best rate, seeds "
            + "\(bench.seeds.lowerBound) to \(bench.seeds.upperBound - 1)"))
    }
  }

  private mutating func stability() {
    let name = "hard, one viewer left out"
    guard isAsked(name) else { return }
    let bench = StabilityBench(viewers: 30, seeds: first(2), settings: settings)
    let (changed, cores) = bench.changed()
    add(
      SecondsRow(
        audience: name, use: "reported", viewers: "30",
        figure: "share of cores changed (overlap under .8)", found: [changed],
        target: .most([0.05]), beside: "\(cores) cores"))
  }
}
