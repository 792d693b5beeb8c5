/// One eased pan between two positions: a third of it speeds up, a third is steady, a third slows.
struct Pan: Hashable, Sendable {
  /// The position left.
  let from: Int
  /// The position reached.
  let to: Int
  /// How many steps it takes.
  let steps: Int
  /// The position nearest to the window in the middle of each step.
  let cells: [Int]

  /// Whether it goes to higher positions.
  var isForward: Bool { to > from }

  /// How much of the way is done after a share of the time: two parabolas and a line.
  static func progress(_ time: Double) -> Double {
    if time < 1 / 3.0 { return 2.25 * time * time }
    if time < 2 / 3.0 { return 1.5 * time - 0.25 }
    return 1 - 2.25 * (1 - time) * (1 - time)
  }

  /// The greatest speed of a pan of length 1 that takes 1.
  static let peakSpeed = 1.5
  /// The greatest acceleration of a pan of length 1 that takes 1.
  static let peakAcceleration = 4.5
}

/// The pans that are possible on a grid within the limits of speed and acceleration.
struct PanTable: Sendable {
  /// By starting position.
  let leaving: [[Pan]]

  /// Takes pans as they are.
  init(leaving: [[Pan]]) { self.leaving = leaving }

  /// Lists the pans.
  ///
  /// - Parameters:
  ///   - grid: the positions.
  ///   - stepSeconds: length of a step.
  ///   - maximumSpeed: shares of the axis a second; at 0 nothing moves.
  ///   - leastPan: the shortest distance, share of the axis.
  ///   - constants: easing and the durations to try.
  init(
    grid: PositionGrid, stepSeconds: Double, maximumSpeed: Double, leastPan: Double,
    constants: FramingConstants
  ) {
    guard maximumSpeed > 0, stepSeconds > 0, grid.count > 1 else {
      leaving = Array(repeating: [], count: grid.count)
      return
    }
    let speed = maximumSpeed * constants.speedReserve
    let acceleration = maximumSpeed / max(0.05, constants.easeSeconds)
    leaving = (0..<grid.count).map { from in
      (0..<grid.count).flatMap { to -> [Pan] in
        let distance = Double(abs(to - from)) * grid.spacing
        guard to != from, distance >= leastPan - 1e-9 else { return [] }
        let shortest = max(
          Pan.peakSpeed * distance / speed,
          (Pan.peakAcceleration * distance / acceleration).squareRoot())
        return Self.durations(shortest: shortest, stepSeconds: stepSeconds, constants: constants)
          .map { Self.pan(from: from, to: to, steps: $0) }
      }
    }
  }

  private static func durations(
    shortest: Double, stepSeconds: Double, constants: FramingConstants
  ) -> [Int] {
    var found: [Int] = []
    for stretch in constants.panStretches {
      let steps = max(1, Int((shortest * max(1, stretch) / stepSeconds - 1e-9).rounded(.up)))
      if found.last != steps { found.append(steps) }
    }
    return found
  }

  private static func pan(from: Int, to: Int, steps: Int) -> Pan {
    let cells = (0..<steps).map { step -> Int in
      let done = Pan.progress((Double(step) + 0.5) / Double(steps))
      return Int((Double(from) + Double(to - from) * done).rounded())
    }
    return Pan(from: from, to: to, steps: steps, cells: cells)
  }
}
