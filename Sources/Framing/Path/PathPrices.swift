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

/// How much motion a path may hold.
struct PathBudget: Hashable, Sendable {
  /// Turns back.
  let turns: Int
  /// Steps in motion, but for steady following.
  let movingSteps: Int
  /// Deliberate cuts.
  let cuts: Int

  /// What so many seconds allow, less what is used; counts are rounded down.
  ///
  /// A viewer counts turns over the clip: what a short shot may not have of its own (0.15 a second
  /// is none in six) is shared with the others.
  init(seconds: Double, steps: Int, used: PathUse, constants: FramingConstants) {
    turns = max(0, Int(seconds * constants.maximumReversalRate + 1e-9) - used.turns)
    movingSteps = max(
      0, Int(Double(steps) * (1 - constants.leastRest) + 1e-9) - used.movingSteps)
    cuts = max(0, Int(seconds * constants.maximumCutRate + 1e-9) - used.cuts)
  }

  /// What is added to the prices where a path exceeds the budget; `nil` when it keeps it.
  ///
  /// By Lagrange's argument, the best path at a raised price is the best of all paths that use no
  /// more of it; and since a still path costs nothing, raising ends.
  func raised(_ surcharge: PathSurcharge, after use: PathUse) -> PathSurcharge? {
    var raised = surcharge
    if use.movingSteps > movingSteps {
      raised.perMovingStep = raised.perMovingStep * 1.5 + 0.02
    }
    if use.turns > turns { raised.perTurn = raised.perTurn * 1.5 + 0.2 }
    if use.cuts > cuts { raised.perCut = raised.perCut * 1.5 + 0.5 }
    return raised == surcharge ? nil : raised
  }
}

/// What a path uses of the budget.
struct PathUse: Hashable, Sendable {
  /// Turns back.
  var turns = 0
  /// Steps in motion, but for steady following.
  var movingSteps = 0
  /// Deliberate cuts.
  var cuts = 0
}

/// What is added to the prices of motion so that a path keeps its budget, steps of full coverage.
struct PathSurcharge: Hashable, Sendable {
  /// For each step in motion.
  var perMovingStep = 0.0
  /// For each turning back.
  var perTurn = 0.0
  /// For each deliberate cut.
  var perCut = 0.0
}
