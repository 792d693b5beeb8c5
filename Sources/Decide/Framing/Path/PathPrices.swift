/// Costs of motion, in steps of full coverage.
struct PathPrices: Equatable {
  /// Cost of each move and each deliberate cut.
  var perMove: Float
  /// Minimum gain of motion over a static window, as a share of the segment's gaze points.
  var leastGain: Float
  /// Cost of each reversal; 0 until a path has more than allowed.
  var perTurn: Float = 0
  /// Cost of each step in motion; 0 until a path has more than allowed.
  var perMovingStep: Float = 0

  init(stepSeconds: Double, constants: FramingConstants) {
    perMove = Float(constants.movePrice / stepSeconds)
    leastGain = Float(constants.leastGain)
  }
}

/// The amount of motion that the paths of a moment may contain, or contain.
struct PathBudget {
  /// Number of reversals.
  var turns = 0
  /// Number of steps in motion, without steady following.
  var movingSteps = 0

  /// Raises the cost of each kind of motion that exceeds its budget; `nil` if none does.
  ///
  /// This is Lagrangian relaxation. A static path costs nothing, so raising the costs ends.
  func raised(_ prices: PathPrices, after use: PathBudget) -> PathPrices? {
    var raised = prices
    if use.turns > turns { raised.perTurn = prices.perTurn * 1.2 + 0.2 }
    if use.movingSteps > movingSteps { raised.perMovingStep = prices.perMovingStep * 1.2 + 0.01 }
    return raised == prices ? nil : raised
  }
}

extension PathBudget {
  /// The motion allowed in a number of seconds; counts are rounded down.
  ///
  /// Reversals are counted over the whole clip, so short shots can share them: 0.15 per second
  /// would allow none in a shot of 6 s.
  init(seconds: Double, constants: FramingConstants) {
    turns = Int(seconds * constants.maximumReversalRate + 1e-9)
    movingSteps = Int(seconds / constants.stepSeconds * (1 - constants.leastRest) + 1e-9)
  }
}
