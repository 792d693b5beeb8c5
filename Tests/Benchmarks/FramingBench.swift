import ArgumentParser
import Framing
import TestMaterial

/// `gazecut-bench framing`: how many looks of held-out viewers the framing keeps.
struct FramingBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "framing",
    abstract: "Frame with some of the real viewers, score with the others.")

  @Option(help: "How many random halves to average.")
  var splits = 20

  /// The parts of the bench.
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case half, few, editors, runner, hour, planted
  }

  @Option(
    help: """
      Only these parts: half of the viewers, few and noisy ones, human editors, a runner, the cost of \
      an uncut hour, planted shots and steady subjects.
      """)
  var only: [Part] = Part.allCases

  @Option(help: "The first seed of the halves.")
  var seed = 1

  @Option(name: .customLong("set"), help: "Try another value of a constant: name=value.")
  var changes: [String] = []

  @Option(help: "Human editors: every so many clips only.")
  var every = 1

  @Flag(help: "Choose settings on five clips, report on the sixth; halves of other seeds.")
  var crossValidate = false

  func run() throws {
    var settings = BenchSettings()
    for change in changes { try settings.set(change) }
    let clips =
      Set(only).isSubset(of: [.editors, .runner, .hour, .planted]) ? [] : try BenchClip.all()
    if crossValidate {
      for (part, crowd) in [(Part.half, HalvesBench.Crowd.half), (.few, .fewAndNoisy)]
      where only.contains(part) {
        print("\nLeft-out clips, \(part.rawValue), \(splits) halves to choose and to report")
        try FoldsBench(clips: clips, splits: splits, settings: settings, crowd: crowd)
          .report(tuningSeed: seed, reportSeed: seed + 1000)
      }
      return
    }
    var verdicts: [Verdict] = []
    if only.contains(.half) {
      print("Framing, real viewers: six clips, mean of \(splits) halves, 9:16 at full height")
      let found = HalvesBench(
        clips: clips, splits: splits, settings: settings, crowd: .half, firstSeed: seed
      ).report(target: "reach 70.0 within the limits; best static 58.8")
      verdicts += FramingVerdicts.viewers(found)
      print("Seconds of each layout, all viewers: " + clips.map(\.layouts).joined(separator: ", "))
    }
    if only.contains(.few) {
      print("\nThe same with 8 viewers, each 5 % off, with 4 % of noise in each 0.1 s")
      let found = HalvesBench(
        clips: clips, splits: splits, settings: settings, crowd: .fewAndNoisy, firstSeed: seed
      ).report(target: "reach 67.5 within the limits")
      verdicts += FramingVerdicts.noisyViewers(found)
    }
    if only.contains(.runner) {
      print()
      verdicts += FramingVerdicts.runner(try LundBench(settings: settings).report())
    }
    if only.contains(.hour) {
      print()
      verdicts += FramingVerdicts.hour(HourBench.all.map { $0.report() }[0])
    }
    if only.contains(.planted) {
      print()
      let even = SteadyBench.report(settings, seeds: seed..<seed + 4)
      print("Planted shots: seconds with the layout that an operator would choose, things whole, %")
      for (shot, found) in zip(
        PlantedShots.shots, PlantedShots.byShot(settings, seeds: 101..<109))
      {
        print(
          "  " + HalvesBench.left(shot.name, 30) + HalvesBench.percent(found.layout, 7)
            + HalvesBench.percent(found.whole, 7))
      }
      verdicts += FramingVerdicts.planted(PlantedShots.found(settings, seeds: 101..<109), even)
    }
    if only.contains(.editors) {
      print("\nFraming, human editors: five frame, the sixth scores; clips 001 to 100")
      verdicts += FramingVerdicts.editors(
        try EditorsBench(settings: settings, part: (0, max(1, every))).report())
    }
    print("\nConstants were tuned on seeds 501 to 506 and every fifth of the editors' clips.")
    print("Verdict" + String(repeating: " ", count: 47) + "figure   target")
    for verdict in verdicts { verdict.report() }
  }
}
