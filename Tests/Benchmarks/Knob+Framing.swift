import Framing

extension Knob {
  /// How looks are seen.
  static let seeing: [Knob] = [
    Knob("lookDeviation", "share", 0.01, 0.04, .framing, \.framing.constants.lookDeviation),
    Knob("roomMargin", "windows", 0, 0.3, .framing, \.framing.constants.roomMargin),
    Knob("roomDeviation", "windows", 0.12, 0.4, .framing, \.framing.constants.roomDeviation),
    Knob("roomFrom", "share", 0.76, 0.91, .framing, \.framing.constants.roomFrom),
    Knob("roomMost", "share", 0.75, 1, .framing, \.framing.constants.roomMost),
    Knob("offsetPrice", "share", 0, 0.8, .framing, \.framing.constants.offsetPrice),
    Knob("arrivalSeconds", "s", 0, 0.5, .framing, \.framing.constants.arrivalSeconds),
    Knob("lingerSeconds", "s", 0, 0.5, .framing, \.framing.constants.lingerSeconds),
    Knob("nearSeconds", "s", 0, 5, .framing, \.framing.constants.nearSeconds),
  ]

  /// How the window moves.
  static let moving: [Knob] = [
    Knob("stepSeconds", "s", 0.15, 0.4, .framing, \.framing.constants.stepSeconds),
    Knob(
      "positions", "count", 61, 241, .framing, { Double($0.framing.constants.positions) },
      { $0.framing.constants.positions = Int($1) }),
    Knob("leastGain", "share", 0, 0.04, .framing, \.framing.constants.leastGain),
    Knob("movePrice", "s", 0.05, 0.4, .framing, \.framing.constants.movePrice),
    Knob("changePrice", "s", 0.25, 2, .framing, \.framing.constants.changePrice),
    Knob("leastMove", "widths", 0.04, 0.12, .framing, \.framing.constants.leastMove),
    Knob("evenLoss", "share", 0.005, 0.06, .framing, \.framing.constants.evenLoss),
    Knob("restSeconds", "s", 0.4, 1.6, .framing, \.framing.constants.restSeconds),
    Knob(
      "maximumReversalRate", "a second", 0.07, 0.3, .framing,
      \.framing.constants.maximumReversalRate),
    Knob("leastRest", "share", 0, 0.6, .framing, \.framing.constants.leastRest),
    Knob(
      "maximumSpeed", "widths a second", 0.2, 0.8, .framing, \.framing.maximumSpeed),
  ]
  /// Which layout, and how close.
  static let laying: [Knob] = [
    Knob("sizeWorth", "share", 0.5, 1.2, .framing, \.framing.constants.sizeWorth),
    Knob("letGo", "times", 0, 4, .framing, \.framing.constants.letGo),
    Knob("margin", "heights", 0.05, 0.2, .framing, \.framing.constants.margin),
    Knob("zoomFrom", "share", 0.6, 0.95, .framing, \.framing.constants.zoomFrom),
    Knob("leastLayoutSeconds", "s", 1, 7, .framing, \.framing.constants.leastLayoutSeconds),
    Knob(
      "maximumZoom", "times", 1, 4, .framing, \.framing.maximumZoom),
  ]
}
