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

  private init(
    _ name: String, _ unit: String, _ low: Double, _ high: Double, _ part: Part,
    _ get: @escaping @Sendable (BenchSettings) -> Double,
    _ set: @escaping @Sendable (inout BenchSettings, Double) -> Void
  ) {
    (self.name, self.unit, self.low, self.high, self.part) = (name, unit, low, high, part)
    (self.get, self.set) = (get, set)
  }

  /// Every default that is a number and that a figure of the benches depends on.
  static let all: [Knob] = folding + choosing + seeing + moving

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
      "habit", "share", 0, 1, .choosing, { $0.fold.habit }, { $0.fold.habit = $1 }),
    Knob(
      "outvoted", "s", 0.5, 1.5, .choosing, { $0.fold.outvoted }, { $0.fold.outvoted = $1 }),
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
      "leastReactingViewers", "viewers", 1, 2.2, .choosing, { $0.selection.leastReactingViewers },
      { $0.selection.leastReactingViewers = $1 }),
    Knob(
      "leastStrength", "strength", 0.1, 0.6, .choosing, { $0.selection.leastStrength },
      { $0.selection.leastStrength = $1 }),
    Knob(
      "leastScore", "score", 0.4, 0.6, .choosing, { $0.selection.leastScore },
      { $0.selection.leastScore = $1 }),
    Knob(
      "leastGatheringZ", "deviations", 1, 3, .choosing, { $0.selection.leastGatheringZ },
      { $0.selection.leastGatheringZ = $1 }),
    Knob(
      "stretchCost", "log likelihood", 1.5, 6, .choosing, { $0.selection.stretchCost },
      { $0.selection.stretchCost = $1 }),
    Knob(
      "leastCore", "s", 3, 7, .choosing, { $0.selection.leastCore },
      { $0.selection.leastCore = $1 }),
  ]

  private static let seeing: [Knob] = [
    Knob(
      "lookDeviation", "share", 0.0125, 0.05, .framing, { $0.framing.constants.lookDeviation },
      { $0.framing.constants.lookDeviation = $1 }),
    Knob(
      "wideWeight", "looks", 0, 15, .framing, { $0.framing.constants.wideWeight },
      { $0.framing.constants.wideWeight = $1 }),
    Knob(
      "wideDeviation", "share", 0.06, 0.2, .framing, { $0.framing.constants.wideDeviation },
      { $0.framing.constants.wideDeviation = $1 }),
    Knob(
      "roomMargin", "windows", 0, 0.3, .framing, { $0.framing.constants.roomMargin },
      { $0.framing.constants.roomMargin = $1 }),
    Knob(
      "roomDeviation", "windows", 0.12, 0.4, .framing, { $0.framing.constants.roomDeviation },
      { $0.framing.constants.roomDeviation = $1 }),
    Knob(
      "roomFrom", "share", 0.76, 0.91, .framing, { $0.framing.constants.roomFrom.lowerBound },
      { $0.framing.constants.roomFrom = $1...($1 + 0.09) }),
    Knob(
      "roomLoss", "share", 0.08, 0.5, .framing, { $0.framing.constants.roomLoss },
      { $0.framing.constants.roomLoss = $1 }),
    Knob(
      "lookSeconds", "s", 0.3, 1, .framing, { $0.framing.constants.lookSeconds },
      { $0.framing.constants.lookSeconds = $1 }),
    Knob(
      "nearWeight", "looks", 0, 6, .framing, { $0.framing.constants.nearWeight },
      { $0.framing.constants.nearWeight = $1 }),
    Knob(
      "nearSeconds", "s", 2.5, 10, .framing, { $0.framing.constants.nearSeconds },
      { $0.framing.constants.nearSeconds = $1 }),
    Knob(
      "shotWeight", "looks", 0, 3, .framing, { $0.framing.constants.shotWeight },
      { $0.framing.constants.shotWeight = $1 }),
    Knob(
      "settleSeconds", "s", 0, 1, .framing, { $0.framing.constants.settleSeconds },
      { $0.framing.constants.settleSeconds = $1 }),
  ]

  private static let moving: [Knob] = [
    Knob(
      "stepSeconds", "s", 0.15, 0.4, .framing, { $0.framing.constants.stepSeconds },
      { $0.framing.constants.stepSeconds = $1 }),
    Knob(
      "positions", "count", 81, 241, .framing, { Double($0.framing.constants.positions) },
      { $0.framing.constants.positions = Int($1) }),
    Knob(
      "motionPrice", "s a width", 0, 0.03, .framing, { $0.framing.constants.motionPrice },
      { $0.framing.constants.motionPrice = $1 }),
    Knob(
      "reversalPrice", "s", 0, 0.1, .framing, { $0.framing.constants.reversalPrice },
      { $0.framing.constants.reversalPrice = $1 }),
    Knob(
      "startPrice", "s", 0, 0.06, .framing, { $0.framing.constants.startPrice },
      { $0.framing.constants.startPrice = $1 }),
    Knob(
      "changePrice", "s", 0.005, 0.06, .framing, { $0.framing.constants.changePrice },
      { $0.framing.constants.changePrice = $1 }),
    Knob(
      "pacePrice", "s", 0, 0.02, .framing, { $0.framing.constants.pacePrice },
      { $0.framing.constants.pacePrice = $1 }),
    Knob(
      "speedRatio", "ratio", 1.2, 2, .framing, { $0.framing.constants.speedRatio },
      { $0.framing.constants.speedRatio = $1 }),
    Knob(
      "leastGain", "share", 0, 0.04, .framing, { $0.framing.constants.leastGain },
      { $0.framing.constants.leastGain = $1 }),
    Knob(
      "gainSeconds", "s", 10, 40, .framing, { $0.framing.constants.gainSeconds },
      { $0.framing.constants.gainSeconds = $1 }),
    Knob(
      "shortMovePrice", "s", 0, 0.3, .framing, { $0.framing.constants.shortMovePrice },
      { $0.framing.constants.shortMovePrice = $1 }),
    Knob(
      "jumpPrice", "s", 0, 0.4, .framing, { $0.framing.constants.jumpPrice },
      { $0.framing.constants.jumpPrice = $1 }),
    Knob(
      "turnRestSeconds", "s", 0.4, 1.6, .framing, { $0.framing.constants.turnRestSeconds },
      { $0.framing.constants.turnRestSeconds = $1 }),
    Knob(
      "againRestSeconds", "s", 0.6, 3, .framing, { $0.framing.constants.againRestSeconds },
      { $0.framing.constants.againRestSeconds = $1 }),
    Knob(
      "steadySeconds", "s", 1, 100, .framing, { $0.framing.constants.steadySeconds },
      { $0.framing.constants.steadySeconds = $1 }),
    Knob(
      "cutPrice", "s", 0, 0.4, .framing, { $0.framing.constants.cutPrice },
      { $0.framing.constants.cutPrice = $1 }),
    Knob(
      "leastPan", "widths", 0.02, 0.08, .framing, { $0.framing.constants.leastPan },
      { $0.framing.constants.leastPan = $1 }),
    Knob(
      "leastSpan", "widths", 0.04, 0.16, .framing, { $0.framing.constants.leastSpan },
      { $0.framing.constants.leastSpan = $1 }),
    Knob(
      "easeSeconds", "s", 0.3, 0.8, .framing, { $0.framing.constants.easeSeconds },
      { $0.framing.constants.easeSeconds = $1 }),
    Knob(
      "maximumReversalRate", "a second", 0.07, 0.3, .framing,
      { $0.framing.constants.maximumReversalRate },
      { $0.framing.constants.maximumReversalRate = $1 }),
    Knob(
      "leastRest", "share", 0, 0.6, .framing, { $0.framing.constants.leastRest },
      { $0.framing.constants.leastRest = $1 }),
    Knob(
      "maximumCutRate", "a second", 0, 0.13, .framing, { $0.framing.constants.maximumCutRate },
      { $0.framing.constants.maximumCutRate = $1 }),
    Knob(
      "cutRestSeconds", "s", 1, 2.5, .framing, { $0.framing.constants.cutRestSeconds },
      { $0.framing.constants.cutRestSeconds = $1 }),
    Knob(
      "leastCutDistance", "windows", 0.3, 0.8, .framing, { $0.framing.constants.leastCutDistance },
      { $0.framing.constants.leastCutDistance = $1 }),
    Knob(
      "maximumSpeed", "widths a second", 0.2, 0.8, .framing, { $0.framing.maximumSpeed },
      { $0.framing.maximumSpeed = $1 }),
  ]
}
