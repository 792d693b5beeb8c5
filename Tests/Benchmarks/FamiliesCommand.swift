import ArgumentParser
import Foundation
import SampleAudience

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

  @Flag(help: "Only the families that constants are tuned on (marked *; those kept back !).")
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
    let mark = [.tuned: "* ", .keptBack: "! "][bench.family.use] ?? "  "
    print(
      HalvesBench.left(mark + bench.family.name, 34) + HalvesBench.right("\(bench.viewers)", 7)
        + "  "
        + String(
          format: "%.2f / %.2f   %.2f / %.2f   %.2f / %.2f   %5.2f   %.1f / %.1f", found.f1[0],
          found.f1[1], found.simple[0], found.simple[1], found.precision, found.recall,
          found.moments, found.endError[0], found.endError[1]))
  }
}
