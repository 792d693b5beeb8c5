import ArgumentParser
import Audience
import EditDecisions
import Foundation
import TestMaterial

/// Options that the benches of choosing share.
struct ChoosingOptions: ParsableArguments {
  @Option(help: "How many audiences per measure.")
  var seeds = 12
  @Option(help: "The first seed. Use one that nobody looked at while the method was built.")
  var seed = 9001
  @Option(help: "Only measures whose name contains this.")
  var only: String?
  @Option(name: .customLong("set"), help: "Try another value of a setting: name=value.")
  var changes: [String] = []

  var range: Range<Int> { seed..<seed + max(1, seeds) }

  func settings() throws -> BenchSettings {
    var settings = BenchSettings()
    for change in changes { try settings.set(change) }
    return settings
  }

  func measures() throws -> [JudgementMeasure] {
    try JudgementMeasure.all().filter { measure in only.map { measure.name.contains($0) } ?? true }
  }
}

/// `gazecut-bench judgement`: the moments of the program and of simple ways, per kind of audience.
struct JudgementCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "judgement",
    abstract: "Compare the chosen moments with the planted ones, per kind of audience.")

  @OptionGroup var options: ChoosingOptions
  @Option(help: "Path of choose.py (needs numpy): print its column, and how many moments differ.")
  var reference: String?

  /// What the ways choose from one audience.
  private struct Outcome: Sendable {
    /// Of the program, the simple ways and the reference.
    var values: [Double]
    /// Moments on which program and reference differ.
    var disagreements = 0
  }

  func run() throws {
    let settings = try options.settings()
    let reference = reference.map(ReferenceProgram.init)
    print(
      "F1 at IoU 0.5 (\"per video\": moments per video, none is right), mean ± standard error of "
        + "\(options.range.count) audiences, seeds from \(options.seed)\n")
    let ways =
      ["program"] + SimpleWay.allCases.map(\.rawValue)
      + (reference == nil ? [] : ["reference", "moments that differ"])
    print("| measure | " + ways.joined(separator: " | ") + " |")
    print("|---" + String(repeating: "|---", count: ways.count) + "|")
    for measure in try options.measures() {
      let outcomes = try Parallel.map(options.range.count) { index in
        Result {
          try Self.outcome(
            measure, options.range.lowerBound + index, settings, reference)
        }
      }.map { try $0.get() }
      var cells = outcomes[0].values.indices.map { way in
        MeasuredValues(values: outcomes.map { $0.values[way] }).text
      }
      if reference != nil { cells.append("\(outcomes.reduce(0) { $0 + $1.disagreements })") }
      let name = measure.name + (measure.isEmpty ? " (per video)" : "")
      print("| " + ([name] + cells).joined(separator: " | ") + " |")
      fflush(nil)
    }
  }

  private static func outcome(
    _ measure: JudgementMeasure, _ seed: Int, _ settings: BenchSettings,
    _ reference: ReferenceProgram?
  ) throws -> Outcome {
    let audience = measure.audience(seed)
    func value(_ cores: [ClosedRange<Double>]) -> Double {
      let score = audience.score(cores)
      return measure.isEmpty ? score.found : score.f1
    }
    let choice = audience.choice(settings)
    var outcome = Outcome(
      values: [value(choice.cores)] + SimpleWay.allCases.map { value($0.cores(of: audience)) })
    if let moments = try reference?.moments(of: audience) {
      outcome.values.append(value(moments.map(\.core)))
      outcome.disagreements = ReferenceProgram.disagreements(choice, moments)
    }
    return outcome
  }
}
