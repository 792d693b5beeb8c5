/// What motion costs, in steps of full coverage.
struct PathPrices: Hashable, Sendable {
  /// For a start from rest.
  var perStart: Double
  /// For each position a step by which the speed changes.
  var perChange: Double
  /// For each start or change of the speed, however small: a path has few pieces.
  var perPace: Double
  /// For each position moved.
  var perPosition: Double
  /// For a move that ends under the way that is counted.
  var perShortMove: Double
  /// For each turning back.
  var perTurn: Double
  /// For each step in motion.
  var perMovingStep: Double
  /// For each deliberate cut.
  var perCut: Double
  /// For a jump of the attended centre by a whole window across a cut of the source.
  var perJump: Double

  /// A step at a speed that has changed.
  func of(speed: Int, change: Int) -> Double {
    perMovingStep + perPosition * Double(speed) + perChange * Double(change)
      + (change > 0 ? perPace : 0)
  }
}

extension PathPrices {
  /// The prices of the settings on a grid; what no constant names is raised by `PathBudget`.
  init(
    grid: PositionGrid, axis: WindowAxis, stepSeconds: Double, constants: FramingConstants
  ) {
    let widths = grid.spacing / axis.pictureWidthShare
    perStart = constants.startPrice / stepSeconds
    perChange = constants.changePrice * widths / stepSeconds / stepSeconds
    perPace = constants.pacePrice / stepSeconds
    perPosition = constants.motionPrice * widths / stepSeconds
    perShortMove = constants.shortMovePrice / stepSeconds
    perTurn = constants.reversalPrice / stepSeconds
    perMovingStep = 0
    perCut = constants.cutPrice / stepSeconds
    perJump = constants.jumpPrice / stepSeconds
  }
}
