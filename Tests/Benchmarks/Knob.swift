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

  /// Every default that is a number: of folding, choosing and framing.
  static let all: [Knob] =
    cleaning + folding + choosing + weighing + lengths + seeing + moving + laying

  private static let folding: [Knob] = [
    Knob(
      "eyeLag", "s", 0.1, 0.4, .framing, { $0.fold.eyeLag },
      { $0.fold.eyeLag = $1 }),
    Knob(
      "faceLag", "s", 0.2, 0.8, .choosing, { $0.fold.faceLag },
      { $0.fold.faceLag = $1 }),
    Knob(
      "restSeconds", "s", 30, 120, .choosing, { $0.fold.restSeconds },
      { $0.fold.restSeconds = $1 }),
    Knob(
      "restQuantile", "share", 0.1, 0.35, .choosing, { $0.fold.restQuantile },
      { $0.fold.restQuantile = $1 }),
    Knob(
      "leastDeviation", "score", 0.025, 0.1, .choosing, { $0.fold.leastDeviation },
      { $0.fold.leastDeviation = $1 }),
    Knob(
      "clip", "deviations", 2, 4.5, .choosing, { $0.fold.clip },
      { $0.fold.clip = $1 }),
    Knob(
      "on", "deviations", 0.7, 1.5, .choosing, { $0.fold.on },
      { $0.fold.on = $1 }),
    Knob(
      "heldEvidence", "log likelihood", 6, 14, .choosing, { $0.fold.heldEvidence },
      { $0.fold.heldEvidence = $1 }),
    Knob(
      "bridged", "s", 0, 1, .choosing, { $0.fold.bridged },
      { $0.fold.bridged = $1 }),
    Knob(
      "smoothing", "s", 0.5, 2, .choosing, { $0.fold.smoothing },
      { $0.fold.smoothing = $1 }),
    Knob(
      "kernel", "heights", 0.1, 0.22, .choosing, { $0.fold.kernel },
      { $0.fold.kernel = $1 }),
    Knob(
      "habit", "share", 0.5, 1.5, .choosing, { $0.fold.habit }, { $0.fold.habit = $1 }),
    Knob(
      "outvoted", "s", 0, 1.5, .choosing, { $0.fold.outvoted }, { $0.fold.outvoted = $1 }),
    Knob(
      "gazeNoise", "heights", 0.06, 0.16, .both, { $0.fold.gazeNoise },
      { $0.fold.gazeNoise = $1 }),
    Knob(
      "largestOffset", "heights", 0, 0.4, .both, { $0.fold.largestOffset },
      { $0.fold.largestOffset = $1 }),
    Knob(
      "offsetEvidence", "bins", 10, 120, .both, { $0.fold.offsetEvidence },
      { $0.fold.offsetEvidence = $1 }),
    Knob(
      "leastAgreementWeight", "weight", 0.02, 0.3, .both, { $0.fold.leastAgreementWeight },
      { $0.fold.leastAgreementWeight = $1 }),
  ]

  private static let choosing: [Knob] = [
    Knob(
      "leastReaction", "share", 0.07, 0.16, .choosing, { $0.selection.leastReaction },
      { $0.selection.leastReaction = $1 }),
    Knob(
      "leastReactingViewers", "viewers", 1.6, 3.2, .choosing, { $0.selection.leastReactingViewers },
      { $0.selection.leastReactingViewers = $1 }),
    Knob(
      "leastStrength", "strength", 0.15, 0.45, .choosing, { $0.selection.leastStrength },
      { $0.selection.leastStrength = $1 }),
    Knob(
      "leastScore", "score", 0.25, 0.45, .choosing, { $0.selection.leastScore },
      { $0.selection.leastScore = $1 }),
    Knob(
      "leastGatheringZ", "deviations", 1, 3, .choosing, { $0.selection.leastGatheringZ },
      { $0.selection.leastGatheringZ = $1 }),
    Knob(
      "stretchCost", "log likelihood", 1.5, 6, .choosing, { $0.selection.stretchCost },
      { $0.selection.stretchCost = $1 }),
    Knob(
      "changeCost", "log likelihood", 6, 24, .choosing, { $0.selection.changeCost },
      { $0.selection.changeCost = $1 }),
    Knob(
      "leastCore", "s", 4, 8, .choosing, { $0.selection.leastCore },
      { $0.selection.leastCore = $1 }),
  ]
}
