import ArgumentParser
import Foundation
import SampleAudience
import TestMaterial

/// `gazecut-bench judgement`: every figure of choosing and framing beside simple ways and targets.
struct JudgementCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judgement",
    abstract: "Every figure of choosing and framing, beside simple ways and its target.")

  @Flag(help: "Fewer seeds, halves and clips: a tenth of the time, figures to about a point.")
  var quick = false

  @Option(help: "How many planted audiences a line.")
  var seeds = 8

  @Option(help: "The first seed; constants were found on 1 to 99.")
  var seed = 501

  @Option(help: "Only seconds whose audience holds this; no framing.")
  var only: String?

  @Flag(help: "Only what is chosen; no framing.")
  var seconds = false

  func run() throws {
    let first = seed
    var bench = SecondsBench(seeds: first..<first + (quick ? 2 : max(1, seeds)), only: only)
    try bench.report()
    guard !seconds, only == nil else { return }
    guard SharedData.isPresent else {
      print("\n\(SharedData.absence): framing is not measured")
      return
    }
    var verdicts: [Verdict] = []
    for part in [viewers, editors, runner, hour] {
      verdicts += try part()
      fflush(nil)
    }
    let rows = bench.rows + verdicts.map(\.row)
    print("\nEverything, beside simple ways (of framing: the best still window) and its target\n")
    SecondsRow.printHead()
    for row in rows { row.report() }
    SecondsBench.count(rows)
  }

  private func viewers() throws -> [Verdict] {
    let clips = try BenchClip.all()
    func measure(
      _ title: String, _ crowd: HalvesBench.Crowd, _ target: String
    ) -> HalvesBench.Report {
      print("\nFraming, real viewers: \(title), six clips, 9:16 at full height")
      return HalvesBench(
        clips: clips, splits: quick ? 2 : 20, settings: BenchSettings(), crowd: crowd
      ).report(target: target)
    }
    let half = measure("half of them frame", .half, "70.0")
    let noisy = measure("8, each 5 % off, 4 % of noise", .fewAndNoisy, "67.5")
    _ = measure("8 as recorded", .eight, "none; bounds the noisy ones")
    _ = measure("20 as recorded", .twenty, "none")
    return FramingVerdicts.viewers(half) + FramingVerdicts.noisyViewers(noisy)
  }

  private func editors() throws -> [Verdict] {
    print("\nFraming, human editors: five frame, the sixth scores; mean of clips")
    let found = try EditorsBench(
      settings: BenchSettings(), part: (0, quick ? 10 : 1)
    ).report()
    return FramingVerdicts.editors(found)
  }

  private func runner() throws -> [Verdict] {
    print()
    return FramingVerdicts.runner(try LundBench().report())
  }

  private func hour() -> [Verdict] {
    print()
    return FramingVerdicts.hour(HourBench().report())
  }
}
