import Framing

extension Knob {
  /// How looks are seen.
  static let seeing: [Knob] = [
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
    Knob(
      "placeReward", "share", 0, 0.6, .framing, { $0.framing.constants.placeReward },
      { $0.framing.constants.placeReward = $1 }),
    Knob(
      "placeSeconds", "s", 0.5, 3, .framing, { $0.framing.constants.placeSeconds },
      { $0.framing.constants.placeSeconds = $1 }),
    Knob(
      "placeReach", "share", 0.03, 0.1, .framing, { $0.framing.constants.placeReach },
      { $0.framing.constants.placeReach = $1 }),
    Knob(
      "placeRoom", "windows", 0.2, 0.4, .framing, { $0.framing.constants.placeRoom },
      { $0.framing.constants.placeRoom = $1 }),
  ]

  /// How the window moves.
  static let moving: [Knob] = [
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
