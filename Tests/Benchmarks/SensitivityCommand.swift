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
  var seeds = 8

  @Option(help: "How many halves of the real viewers.")
  var splits = 2

  @Flag(help: "Only defaults of choosing, and what they change; people where their data is.")
  var choosing = false

  @Flag(help: "Only defaults of framing, and what they change.")
  var framing = false

  @Option(help: "Every so many clips of the human editors.")
  var every = 10

  func run() throws {
    try Knob.checkCoverage()
    let clips = choosing ? [] : try BenchClip.all()
    let base = try Figures(BenchSettings(), part(.both), clips, self)
    let columns = choosing ? "" : " half | noisy 8 | whole | layout | things |"
    print(
      "| default | unit | from | to | F1 8 | F1 16 | decoys 16 | genres | r | AP | clips |"
        + columns)
    print(
      "|---|---|---|---|---|---|---|---|---|---|---|" + (choosing ? "" : "---|---|---|---|---|"))
    print("| as it is | | | | " + base.cells(minus: nil) + " |")
    for knob in Knob.all where only.isEmpty || only.contains(knob.name) {
      guard !choosing || knob.part != .framing, !framing || knob.part != .choosing else { continue }
      for value in [knob.low, knob.high] {
        var settings = BenchSettings()
        knob.set(&settings, value)
        let moved = try Figures(settings, part(knob.part), clips, self)
        let from = Self.number(knob.get(BenchSettings()))
        print(
          "| `\(knob.name)` | \(knob.unit) | \(from) | \(Self.number(value)) | "
            + moved.cells(minus: base) + " |")
        fflush(nil)
      }
    }
  }

  /// Which figures are asked for of a default that may change some.
  private func part(_ own: Knob.Part) -> Knob.Part {
    choosing ? .choosing : framing ? .framing : own
  }

  private static func number(_ value: Double) -> String { String(format: "%g", value) }

  /// The figures that a default may move; those it cannot are left out.
  private struct Figures {
    var values: [Double?]

    init(
      _ settings: BenchSettings, _ part: Knob.Part, _ clips: [BenchClip],
      _ command: SensitivityCommand
    ) throws {
      values = [Double?](repeating: nil, count: command.choosing ? 7 : 12)
      if part != .framing {
        func found(_ name: String, _ viewers: Int) -> FamilyFound? {
          AudienceFamily.all.first { $0.name == name }.map {
            FamilyBench(
              family: $0, viewers: viewers, seeds: 101..<101 + command.seeds, settings
            ).measure()
          }
        }
        values[0] = found("hard", 8).map { 100 * $0.f1[0] }
        values[1] = found("hard", 16).map { 100 * $0.f1[0] }
        values[2] = found("decoys alone, hard", 16)?.moments
        let genres = ["talking head", "interview", "match"].flatMap {
          GenreBench(settings: settings, seeds: 101..<101 + command.seeds, only: $0).rows()
        }
        values[3] = genres.reduce(0) { $0 + 100 * $1.found[0] } / Double(genres.count)
        (PeopleModel.fold, PeopleModel.selection) = (settings.fold, settings.selection)
        if let people = try? PeopleBench.mean() {
          values.replaceSubrange(
            4..<7,
            with: [people.correlation, people.precision, people.clips].map { $0.map { 100 * $0 } })
        }
      }
      guard part != .choosing else { return }
      for (slot, crowd) in [(7, HalvesBench.Crowd.half), (8, .fewAndNoisy)] {
        let kept = HalvesBench(
          clips: clips, splits: command.splits, settings: settings, crowd: crowd
        ).keptByClip()
        values[slot] = 100 * kept.reduce(0, +) / Double(max(1, kept.count))
      }
      values[9] = try EditorsBench(settings: settings, part: (0, command.every)).scores().whole
      let planted = PlantedShots.found(settings, seeds: 101..<101 + command.seeds)
      (values[10], values[11]) = (100 * planted.layout, 100 * planted.whole)
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
