/// The limits of motion, in positions and steps of one grid.
struct MotionLimits: Sendable {
  /// Maximum speed in positions per step; with 0 nothing moves.
  var greatest: Int
  /// Shortest distance between two rests, in positions.
  var leastWay: Double
  /// Steps of rest before the window reverses, and on either side of a deliberate cut.
  var rest: Int
  /// Steps of rest before it continues in the same direction.
  var againRest: Int
  /// Minimum distance of a deliberate cut, in positions; 0 forbids cuts.
  ///
  /// It is the size of the window, so that a cut shows nothing twice.
  var leastCut: Int

  /// Minimum duration of a move at a given speed, in steps.
  func leastSteps(at speed: Int) -> Int {
    max(1, Int((leastWay / Double(speed) - 1e-9).rounded(.up)))
  }
}

extension MotionLimits {
  /// Converts the limits of the settings to a grid.
  ///
  /// `stepSeconds` is the length of a step. `mayCut` allows deliberate cuts.
  init(
    grid: PositionGrid, axis: WindowAxis, stepSeconds: Double, settings: FramingSettings,
    mayCut: Bool
  ) {
    let constants = settings.constants
    let spacing = max(1e-9, grid.spacing)
    // Keyframes are a quarter of a step apart, and each is rounded to 0.1 pixels.
    let rounding = 4 * WindowAxis.roundingStep / (stepSeconds * axis.length)
    let most = settings.maximumSpeed * axis.pictureWidthShare - rounding
    let speed = max(0, min(Double(min(80, grid.count - 1)), most * stepSeconds / spacing))
    leastWay = constants.leastMove * axis.pictureWidthShare / spacing
    // If the window has less room than its shortest move, it never moves, and no step is planned.
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
