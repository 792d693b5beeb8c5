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

  func run() throws {
    var verdicts = choosing()
    fflush(nil)
    if SharedData.isPresent {
      print()
      let chance = try RealChanceBench(rounds: quick ? 1 : 4).report()
      verdicts.append(
        Verdict(
          figure: "chance called gathered, % of half seconds", value: 100 * chance, target: 5,
          isCeiling: true, bound: "see the manual, Judgement"))
      fflush(nil)
      for part in [viewers, editors, runner] {
        verdicts += try part()
        fflush(nil)
      }
    } else {
      print("\n\(SharedData.absence): framing is not measured")
    }
    print("\nVerdict" + String(repeating: " ", count: 47) + "figure   target")
    for verdict in verdicts { verdict.report() }
  }

  private func choosing() -> [Verdict] {
    let bench = ChoosingBench(seeds: 101...(quick ? 106 : 124))
    let found = bench.report(withRivals: true)
    let strongest = bench.strongest()
    let targets = [8: (0.82, 0.75), 16: (0.93, 0.90), 30: (0.98, 0.95), 100: (0.99, 0.98)]
    let bound = "see the manual, Judgement"
    return bench.sizes.flatMap { size -> [Verdict] in
      guard let target = targets[size], let f1 = found.hard[size] else { return [] }
      return [
        Verdict(
          figure: "choosing, hard, \(size) viewers, F1 at IoU .5", value: f1[0],
          target: target.0, places: 2, bound: bound),
        Verdict(
          figure: "choosing, hard, \(size) viewers, F1 at IoU .7", value: f1[1],
          target: target.1, places: 2, bound: bound),
      ]
    } + [
      Verdict(
        figure: "moments where nothing is planted", value: Double(found.falseMoments), target: 0,
        isCeiling: true, places: 0, bound: "see the manual, Judgement"),
      Verdict(
        figure: "the same, told by the strongest class alone at 1 Hz",
        value: Double(strongest.falseMoments), target: 0, isCeiling: true, places: 0, bound: bound),
    ]
      + strongest.alone.keys.sorted().map { size in
        let lost = (strongest.all[size] ?? 0) - (strongest.alone[size] ?? 0)
        return Verdict(
          figure: "F1 that the strongest class alone costs, \(size) viewers, 1 Hz",
          value: max(0, lost), target: 0.04, isCeiling: true, places: 2, bound: bound)
      }
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
}
