import Framing

extension Knob {
  /// A default of framing that has no setting.
  private static func framing(
    _ name: String, _ unit: String, _ low: Double, _ high: Double,
    _ path: any WritableKeyPath<FramingConstants, Double> & Sendable, _ part: Part = .framing
  ) -> Knob {
    Knob(
      name, unit, low, high, part, { $0.framing.constants[keyPath: path] },
      { $0.framing.constants[keyPath: path] = $1 })
  }

  /// How looks are seen.
  static let seeing: [Knob] = [
    framing("lookDeviation", "share", 0.01, 0.04, \.lookDeviation),
    Knob(
      "lookDeviationRange.least", "share", 0.01, 0.04, .framing,
      { $0.framing.constants.lookDeviationRange.lowerBound },
      {
        $0.framing.constants.lookDeviationRange =
          $1...$0.framing.constants.lookDeviationRange.upperBound
      }),
    Knob(
      "lookDeviationRange.most", "share", 0.05, 0.2, .framing,
      { $0.framing.constants.lookDeviationRange.upperBound },
      {
        $0.framing.constants.lookDeviationRange =
          $0.framing.constants.lookDeviationRange.lowerBound...$1
      }),
    framing("wideWeight", "looks", 0, 15, \.wideWeight),
    framing("wideDeviation", "share", 0.06, 0.2, \.wideDeviation),
    framing("roomMargin", "windows", 0, 0.3, \.roomMargin),
    framing("roomDeviation", "windows", 0.12, 0.4, \.roomDeviation),
    Knob(
      "roomFrom", "share", 0.76, 0.91, .framing, { $0.framing.constants.roomFrom.lowerBound },
      { $0.framing.constants.roomFrom = $1...($1 + 0.09) }),
    framing("roomLoss", "share", 0.08, 0.5, \.roomLoss),
    framing("lookSeconds", "s", 0.3, 1, \.lookSeconds),
    framing("nearWeight", "looks", 0, 6, \.nearWeight),
    framing("nearSeconds", "s", 2.5, 10, \.nearSeconds),
    framing("shotWeight", "looks", 0, 3, \.shotWeight),
    framing("settleSeconds", "s", 0, 1, \.settleSeconds),
    framing("placeReward", "share", 0, 3, \.placeReward),
    framing("placeSeconds", "s", 0.5, 3, \.placeSeconds),
    framing("placeReach", "share", 0.03, 0.1, \.placeReach),
    framing("placeRoom", "windows", 0.36, 0.5, \.placeRoom),
    framing("stealerReward", "share", 0, 0.6, \.stealerReward),
  ]

  /// How the window moves.
  static let moving: [Knob] = [
    framing("stepSeconds", "s", 0.15, 0.4, \.stepSeconds),
    Knob(
      "positions", "count", 81, 241, .framing, { Double($0.framing.constants.positions) },
      { $0.framing.constants.positions = Int($1) }),
    framing("motionPrice", "s a width", 0, 0.03, \.motionPrice),
    framing("reversalPrice", "s", 0, 0.1, \.reversalPrice),
    framing("startPrice", "s", 0, 0.06, \.startPrice),
    framing("changePrice", "s", 0.005, 0.06, \.changePrice),
    framing("pacePrice", "s", 0, 0.02, \.pacePrice),
    framing("speedRatio", "ratio", 1.2, 2, \.speedRatio),
    framing("leastGain", "share", 0, 0.04, \.leastGain),
    framing("gainSeconds", "s", 10, 40, \.gainSeconds),
    framing("shortMovePrice", "s", 0, 0.3, \.shortMovePrice),
    framing("jumpPrice", "s", 0, 0.4, \.jumpPrice),
    framing("turnRestSeconds", "s", 0.4, 1.6, \.turnRestSeconds),
    framing("againRestSeconds", "s", 0.6, 3, \.againRestSeconds),
    framing("steadySeconds", "s", 1, 100, \.steadySeconds),
    framing("cutPrice", "s", 0, 0.4, \.cutPrice),
    framing("leastPan", "widths", 0.02, 0.08, \.leastPan),
    framing("leastSpan", "widths", 0.04, 0.16, \.leastSpan),
    framing("easeSeconds", "s", 0.3, 0.8, \.easeSeconds),
    framing("maximumReversalRate", "a second", 0.07, 0.3, \.maximumReversalRate),
    framing("leastRest", "share", 0, 0.6, \.leastRest),
    framing("maximumCutRate", "a second", 0, 0.13, \.maximumCutRate),
    framing("cutRestSeconds", "s", 1, 2.5, \.cutRestSeconds),
    framing("leastCutDistance", "windows", 0.3, 0.8, \.leastCutDistance),
    framing("speedReserve", "share", 0.9, 1, \.speedReserve),
    framing("partSeconds", "s", 12, 150, \.partSeconds),
    framing("overlapSeconds", "s", 5, 30, \.overlapSeconds),
    Knob(
      "maximumSpeed", "widths a second", 0.2, 0.8, .framing, { $0.framing.maximumSpeed },
      { $0.framing.maximumSpeed = $1 }),
  ]
  /// Which layout, and how close.
  static let laying: [Knob] = [
    framing("stackGain", "share", 0.08, 0.3, \.stackGain),
    framing("leastStackSeconds", "s", 1.5, 7, \.leastStackSeconds),
    framing("stackGapSeconds", "s", 0, 2, \.stackGapSeconds),
    framing("stackTwice", "share", 0.05, 0.5, \.stackTwice),
    framing("gatheringMargin", "heights", 0, 0.1, \.gatheringMargin),
    framing("zoomMargin", "heights", 0.05, 0.2, \.zoomMargin),
    framing("zoomFrom", "share", 0.6, 0.95, \.zoomFrom),
    framing("zoomLoss", "share", 0, 0.1, \.zoomLoss),
    framing("zoomGain", "share", 0.02, 0.3, \.zoomGain),
    framing("leastZoomSeconds", "s", 1.5, 7, \.leastZoomSeconds),
    framing("zoomSeconds", "s", 0.6, 2.4, \.zoomSeconds),
    framing("zoomReach", "widths", 0.05, 0.4, \.zoomReach),
    framing("fitBelow", "share", 0.3, 0.5, \.fitBelow),
    framing("cropAbove", "share", 0.45, 0.7, \.cropAbove),
    framing("leastLayoutSeconds", "s", 1, 7, \.leastLayoutSeconds),
    Knob(
      "maximumZoom", "times", 1, 4, .framing, { $0.framing.maximumZoom },
      { $0.framing.maximumZoom = $1 }),
  ]
}
