/// The limits of motion in positions and steps of one grid.
struct MotionLimits: Hashable, Sendable {
  /// The greatest speed, positions a step; at 0 nothing moves.
  var speed: Int
  /// The greatest change of speed from step to step.
  var change: Int
  /// The shortest way between two rests, positions.
  var leastWay: Int
  /// A way shorter than this is a short move, positions.
  var countedWay: Int
  /// Steps of rest before the window turns back.
  var turnRest: Int
  /// Steps of rest before it goes on in the same direction.
  var againRest: Int
  /// Steps of rest on either side of a deliberate cut.
  var cutRest: Int
  /// Least distance of a deliberate cut in positions; at 0 there are none.
  var leastCut: Int

  /// Rests are counted up to here, steps.
  var longestRest: Int { max(1, turnRest, againRest, cutRest) }
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
    // Less what rounding to 0.1 pixel may add to a piece between keyframes.
    let fastest =
      settings.maximumSpeed * constants.speedReserve * axis.pictureWidthShare - 2 / axis.length
    let speed = max(0, min(Double(min(40, grid.count - 1)), fastest * stepSeconds / spacing))
    func positions(_ widths: Double) -> Int {
      Int((widths * axis.pictureWidthShare / spacing - 1e-9).rounded(.up))
    }
    func steps(_ seconds: Double) -> Int {
      max(1, Int((seconds / stepSeconds - 1e-6).rounded(.up)))
    }
    self.speed = grid.count > 1 ? Int(speed + 1e-6) : 0
    change = max(1, Int((speed * stepSeconds / max(0.05, constants.easeSeconds)).rounded()))
    leastWay = max(1, positions(constants.leastPan))
    countedWay = max(1, positions(constants.leastPan), positions(constants.leastSpan))
    // A step more: the window eases for half a step on either side.
    turnRest = steps(constants.turnRestSeconds) + 1
    againRest = steps(constants.againRestSeconds) + 1
    cutRest = steps(constants.cutRestSeconds)
    let distance = constants.leastCutDistance * grid.window / spacing
    leastCut = mayCut && grid.count > 1 ? max(1, Int(distance.rounded(.up))) : 0
  }
}
