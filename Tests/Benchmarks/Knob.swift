import Audience
import Framing
import Selection

/// A default that a sweep moves: its unit, what it is moved to, and which figures it may change.
struct Knob: Sendable {
  /// Its name in the code.
  let name: String
  /// The unit of its values.
  let unit: String
  /// A lower and a higher value than the default.
  let low: Double, high: Double
  /// Which figures it may change.
  let part: Part
  /// Moves it.
  let set: @Sendable (inout BenchSettings, Double) -> Void
  /// Its value.
  let get: @Sendable (BenchSettings) -> Double

  /// Choosing, framing, or both.
  enum Part: Sendable { case choosing, framing, both }

  init(
    _ name: String, _ unit: String, _ low: Double, _ high: Double, _ part: Part,
    _ get: @escaping @Sendable (BenchSettings) -> Double,
    _ set: @escaping @Sendable (inout BenchSettings, Double) -> Void
  ) {
    (self.name, self.unit, self.low, self.high, self.part) = (name, unit, low, high, part)
    (self.get, self.set) = (get, set)
  }

  /// A default that stands at a path of the settings.
  init(
    _ name: String, _ unit: String, _ low: Double, _ high: Double, _ part: Part,
    _ path: any WritableKeyPath<BenchSettings, Double> & Sendable
  ) {
    self.init(
      name, unit, low, high, part, { $0[keyPath: path] }, { $0[keyPath: path] = $1 })
  }

  /// What `--set` may change.
  static let all: [Knob] = choosing + seeing + moving + laying
}
