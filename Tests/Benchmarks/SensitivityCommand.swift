import ArgumentParser
import Foundation
import SampleAudience

/// `gazecut-bench sensitivity`: each default moved down and up, and what that does to the figures.
struct SensitivityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensitivity",
    abstract: "Move each default down and up; print how the figures change, as a table.")

  @Option(help: "Only these defaults.")
  var only: [String] = []

  @Option(help: "How many planted audiences of each size.")
  var seeds = 24

  @Option(help: "How many halves of the real viewers.")
  var splits = 2

  @Option(help: "Every so many clips of the human editors.")
  var every = 10

  func run() throws {
    let clips = try BenchClip.all()
    let base = try Figures(BenchSettings(), .both, clips, self)
    print("| default | unit | from | to | F1 8 | F1 30 | half | noisy 8 | whole |")
    print("|---|---|---|---|---|---|---|---|---|")
    print("| as it is | | | | " + base.cells(minus: nil) + " |")
    for knob in Knob.all where only.isEmpty || only.contains(knob.name) {
      for value in [knob.low, knob.high] {
        var settings = BenchSettings()
        knob.set(&settings, value)
        let moved = try Figures(settings, knob.part, clips, self)
        let from = Self.number(knob.get(BenchSettings()))
        print(
          "| `\(knob.name)` | \(knob.unit) | \(from) | \(Self.number(value)) | "
            + moved.cells(minus: base) + " |")
        fflush(nil)
      }
    }
  }

  private static func number(_ value: Double) -> String { String(format: "%g", value) }

  /// The figures that a default may move; those it cannot are left out.
  private struct Figures {
    var values: [Double?] = [nil, nil, nil, nil, nil]

    init(
      _ settings: BenchSettings, _ part: Knob.Part, _ clips: [BenchClip],
      _ command: SensitivityCommand
    ) throws {
      if part != .framing {
        let bench = ChoosingBench(settings: settings, seeds: 101...(100 + command.seeds))
        values[0] = bench.found(viewers: 8, .hard).f1[0] * 100
        values[1] = bench.found(viewers: 30, .hard).f1[0] * 100
      }
      guard part != .choosing else { return }
      for (slot, crowd) in [(2, HalvesBench.Crowd.half), (3, .fewAndNoisy)] {
        let kept = HalvesBench(
          clips: clips, splits: command.splits, settings: settings, crowd: crowd
        ).keptByClip()
        values[slot] = 100 * kept.reduce(0, +) / Double(max(1, kept.count))
      }
      values[4] = try EditorsBench(settings: settings, part: (0, command.every)).scores().whole
    }

    func cells(minus base: Figures?) -> String {
      values.indices.map { slot in
        guard let value = values[slot] else { return "" }
        guard let base = base?.values[slot] else { return String(format: "%.1f", value) }
        let change = value - base
        return abs(change) < 0.05 ? "0" : String(format: "%+.1f", change)
      }.joined(separator: " | ")
    }
  }
}
