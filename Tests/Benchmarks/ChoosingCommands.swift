import ArgumentParser
import Foundation
import SampleAudience

/// Choosing from planted audiences, beside simple ways and the targets.
struct ChoosingCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "choosing",
    abstract: "Find planted moments: F1 of the cores, false moments, chance.")

  @Flag(help: "Leave out the simple ways, which take most of the time.")
  var quick = false

  @Option(help: "How many seeds.")
  var seeds = 24

  @Option(help: "The first seed: 1 to 24 are for tuning.")
  var seed = 101

  @Option(help: "How many viewers.")
  var sizes = [8, 16, 30, 100]

  @Option(name: .customLong("set"), help: "Try another value of a default: name=value.")
  var changes: [String] = []

  @Flag(help: "Only what one label a second costs.")
  var strongest = false

  @Flag(help: "Only the hard audiences, gazecut alone.")
  var hardOnly = false

  func run() throws {
    var settings = BenchSettings()
    for change in changes { try settings.set(change) }
    let bench = ChoosingBench(
      settings: settings, seeds: seed...(seed + max(1, seeds) - 1), sizes: sizes)
    if strongest {
      _ = bench.strongest(sizes: sizes)
      return
    }
    if hardOnly {
      for size in sizes {
        let found = bench.found(viewers: size, .hard)
        print(
          "\(size)", found.f1.map { String(format: "%.3f", $0) }.joined(separator: " / "),
          String(format: "precision %.2f recall %.2f", found.precision, found.recall))
      }
      return
    }
    bench.report(withRivals: !quick)
    runDensityBench()
  }
}
