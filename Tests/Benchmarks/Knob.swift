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

  /// Every default that is a number: of folding, choosing and framing.
  static let all: [Knob] =
    cleaning + folding + choosing + weighing + lengths + seeing + moving + laying

  private static let folding: [Knob] = [
    Knob(
      "eyeLag", "s", 0.1, 0.4, .framing, \.fold.eyeLag),
    Knob(
      "faceLag", "s", 0.2, 0.8, .choosing, \.fold.faceLag),
    Knob(
      "restSeconds", "s", 30, 120, .choosing, \.fold.restSeconds),
    Knob(
      "restQuantile", "share", 0.1, 0.35, .choosing, \.fold.restQuantile),
    Knob(
      "leastDeviation", "score", 0.025, 0.1, .choosing, \.fold.leastDeviation),
    Knob(
      "clip", "deviations", 2, 4.5, .choosing, \.fold.clip),
    Knob(
      "on", "deviations", 0.7, 1.5, .choosing, \.fold.on),
    Knob(
      "heldEvidence", "log likelihood", 6, 14, .choosing, \.fold.heldEvidence),
    Knob(
      "bridged", "s", 0, 1, .choosing, \.fold.bridged),
    Knob(
      "smoothing", "s", 0.5, 2, .choosing, \.fold.smoothing),
    Knob(
      "kernel", "heights", 0.1, 0.22, .choosing, \.fold.kernel),
    Knob(
      "habit", "share", 0.5, 1.5, .choosing, \.fold.habit),
    Knob(
      "outvoted", "s", 0, 1.5, .choosing, \.fold.outvoted),
    Knob(
      "gazeNoise", "heights", 0.06, 0.16, .both, \.fold.gazeNoise),
    Knob(
      "largestOffset", "heights", 0, 0.4, .both, \.fold.largestOffset),
    Knob(
      "offsetEvidence", "bins", 10, 120, .both, \.fold.offsetEvidence),
    Knob(
      "leastAgreementWeight", "weight", 0.02, 0.3, .both, \.fold.leastAgreementWeight),
  ]

  private static let choosing: [Knob] = [
    Knob(
      "leastReaction", "share", 0.07, 0.16, .choosing, \.selection.leastReaction),
    Knob(
      "leastReactingViewers", "viewers", 1.6, 3.2, .choosing, \.selection.leastReactingViewers),
    Knob(
      "leastStrength", "strength", 0.15, 0.45, .choosing, \.selection.leastStrength),
    Knob(
      "leastScore", "score", 0.25, 0.45, .choosing, \.selection.leastScore),
    Knob(
      "leastGatheringZ", "deviations", 1, 3, .choosing, \.selection.leastGatheringZ),
    Knob(
      "stretchCost", "log likelihood", 1.5, 6, .choosing, \.selection.stretchCost),
    Knob(
      "changeCost", "log likelihood", 6, 24, .choosing, \.selection.changeCost),
    Knob(
      "leastCore", "s", 4, 8, .choosing, \.selection.leastCore),
  ]
}
