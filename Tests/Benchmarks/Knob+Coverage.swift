import ArgumentParser
import Audience
import Framing
import Selection

extension Knob {
  /// Numbers that are no default of judgement: the output's shape is asked for.
  private static let others: Set<String> = ["outputWidth", "outputHeight"]

  /// - Throws: `ValidationError` that names the defaults which nothing moves.
  static func checkCoverage() throws {
    let defaults: [Any] = [
      FoldSettings(), ModelSettings(), SelectionSettings(), FramingSettings(),
      FramingConstants(),
    ]
    let named = Set(all.map { $0.name.prefix { $0 != "." } })
    let missing = defaults.flatMap { Mirror(reflecting: $0).children }.filter {
      $0.value is Double || $0.value is Int || $0.value is ClosedRange<Double>
        || $0.value is [Emotion: Double]
    }.compactMap(\.label).filter { !named.contains($0[...]) && !others.contains($0) }
    guard missing.isEmpty else {
      throw ValidationError("nothing moves \(missing.joined(separator: ", ")): add them to Knob")
    }
  }
}
