import ArgumentParser
import Audience
import Foundation
import Selection

extension Knob {
  /// The settings of choosing that an editor may change.
  static let choosing: [Knob] = [
    Knob("leastReaction", "share", 0.075, 0.3, .choosing, \.selection.leastReaction),
    Knob("leastReactingViewers", "viewers", 0.8, 3.2, .choosing, \.selection.leastReactingViewers),
    Knob(
      "reactionSeconds", "s", 1.5, 6, .choosing, { $0.fold.reactionSeconds },
      {
        $0.fold.reactionSeconds = $1
        $0.selection.reactionSeconds = $1
      }),
    Knob("leastHeld", "share", 0.55, 0.65, .choosing, \.selection.leastHeld),
    Knob("leastSure", "share", 0.25, 0.5, .choosing, \.selection.leastSure),
  ]
}

/// `gazecut-bench settings`: what each setting of choosing does to moments found and false ones.
struct SettingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Print F1 and false moments for two other values of each setting.")

  @OptionGroup var options: ChoosingOptions

  /// The measures of the columns: F1, then moments per video.
  private static let columns = [
    "noisy, 8 viewers", "noisy, 30 viewers", "talking head", "match",
    "only decoys, 16 noisy viewers", "lecture",
  ]

  func run() throws {
    let defaults = try options.settings()
    let changed = Knob.choosing.flatMap { knob in
      [knob.low, knob.high].map { value in
        var settings = defaults
        knob.set(&settings, value)
        return (
          name: "\(knob.name) \(value) (default \(knob.get(defaults)) \(knob.unit))",
          settings: settings
        )
      }
    }
    let variants = [(name: "defaults", settings: defaults)] + changed
    let all = try JudgementMeasure.all()
    let measures = Self.columns.compactMap { name in all.first { $0.name == name } }
    let range = options.range
    let columns = measures.map { measure in
      let rows = Parallel.map(range.count) { index in
        let audience = measure.audience(range.lowerBound + index)
        return variants.map { variant in
          let score = audience.score(audience.choice(variant.settings).cores)
          return measure.isEmpty ? score.found : score.f1
        }
      }
      return variants.indices.map { variant in
        MeasuredValues(values: rows.map { $0[variant] }).text
      }
    }
    let heads = measures.map { $0.name + ($0.isEmpty ? ", moments per video" : ", F1") }
    print("| setting | " + heads.joined(separator: " | ") + " |")
    print("|---" + String(repeating: "|---", count: heads.count) + "|")
    for (row, variant) in variants.enumerated() {
      print("| \(variant.name) | " + columns.map { $0[row] }.joined(separator: " | ") + " |")
    }
  }
}
