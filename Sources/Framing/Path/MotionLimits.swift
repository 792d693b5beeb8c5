/// The limits of motion in positions and steps of one grid.
struct MotionLimits: Hashable, Sendable {
  /// The speeds that are tried, positions a step, from the slowest on; without any nothing moves.
  ///
  /// They lie the further apart the faster they are. `EvenWay` then goes at whatever speed suits.
  var speeds: [Int]
  /// The greatest speed, positions a step.
  var greatest: Double
  /// The shortest way between two rests, positions.
  var leastWay: Double
  /// Steps of rest before the window turns back, and on either side of a deliberate cut.
  var turnRest: Int
  /// Steps of rest before it goes on in the same direction.
  var againRest: Int
  /// Least distance of a deliberate cut in positions; at 0 there are none.
  var leastCut: Int

  /// How long a move at a speed lasts at least, steps.
  func leastSteps(at speed: Int) -> Int {
    max(1, Int((leastWay / Double(speed) - 1e-9).rounded(.up)))
  }
}

extension MotionLimits {
  /// The limits of the settings on a grid.
  ///
  /// - Parameters:
  ///   - grid: the positions.
  ///   - axis: the window's axis.
  ///   - stepSeconds: length of a step.
  ///   - settings: speed and constants.
  ///   - mayCut: whether deliberate cuts are possible.
  init(
    grid: PositionGrid, axis: WindowAxis, stepSeconds: Double, settings: FramingSettings,
    mayCut: Bool
  ) {
    let constants = settings.constants
    let spacing = max(1e-9, grid.spacing)
    // Keyframes a quarter of a step apart are each rounded to a tenth of a pixel.
    let rounding = 4 * Written.pixel / (stepSeconds * axis.length)
    let fastest = settings.maximumSpeed * axis.pictureWidthShare - rounding
    let speed = max(0, min(Double(min(80, grid.count - 1)), fastest * stepSeconds / spacing))
    // The window eases for half of `easeSeconds` into a rest and out of it.
    func steps(_ seconds: Double) -> Int {
      max(1, Int(((seconds + constants.easeSeconds) / stepSeconds - 1e-6).rounded(.up)) + 1)
    }
    speeds = Self.speeds(
      upTo: grid.count > 1 ? Int(speed + 1e-6) : 0, ratio: constants.speedRatio)
    greatest = grid.count > 1 ? speed : 0
    leastWay = constants.leastMove * axis.pictureWidthShare / spacing
    turnRest = steps(constants.turnRestSeconds)
    againRest = steps(constants.againRestSeconds)
    let distance = constants.leastCutDistance * grid.window / spacing
    leastCut = mayCut && grid.count > 1 ? max(1, Int(distance.rounded(.up))) : 0
  }

  /// Speeds from 1 on, each about `ratio` times the one before, and the greatest.
  private static func speeds(upTo greatest: Int, ratio: Double) -> [Int] {
    guard greatest > 0 else { return [] }
    var speeds: [Int] = []
    var next = 1.0
    while Int(next.rounded()) < greatest {
      speeds.append(Int(next.rounded()))
      next = max(next + 1, next * ratio)
    }
    return speeds + [greatest]
  }
}
