/// The limits of motion in positions and steps of one grid.
struct MotionLimits: Hashable, Sendable {
  /// The greatest speed, positions a step; at 0 nothing moves.
  var greatest: Int
  /// The shortest way between two rests, positions.
  var leastWay: Double
  /// Steps of rest before the window turns back, and on either side of a deliberate cut.
  var rest: Int
  /// Steps of rest before it goes on in the same direction.
  var againRest: Int
  /// Least distance of a deliberate cut in positions: a window, so that what it shows is all new;
  /// at 0 there are none.
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
    let most = settings.maximumSpeed * axis.pictureWidthShare - rounding
    let speed = max(0, min(Double(min(80, grid.count - 1)), most * stepSeconds / spacing))
    leastWay = constants.leastMove * axis.pictureWidthShare / spacing
    // A window with less room than its shortest move takes never moves, and no step is planned.
    greatest = leastWay <= Double(grid.count - 1) + 1e-6 ? Int(speed + 1e-6) : 0
    // The window eases for half of `easeSeconds` into a rest and out of it.
    func steps(_ seconds: Double) -> Int {
      max(1, Int(((seconds + constants.easeSeconds) / stepSeconds - 1e-6).rounded(.up)) + 1)
    }
    rest = steps(constants.restSeconds)
    againRest = steps(constants.againRestSeconds)
    leastCut = mayCut && grid.count > 1 ? Int((grid.window / spacing).rounded(.up)) : 0
  }
}
