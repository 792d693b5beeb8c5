/// What motion costs, in steps of full coverage.
struct PathPrices: Hashable, Sendable {
  /// For each move, and for each deliberate cut.
  var perMove: Float
  /// What motion must gain over a still window, share of the looks of a stretch.
  var leastGain: Float
  /// For each turn back: nothing, until there are more than there may be.
  var perTurn: Float = 0
  /// For each step in motion, as for turns.
  var perMovingStep: Float = 0

  /// The prices of the settings.
  init(stepSeconds: Double, constants: FramingConstants) {
    perMove = Float(constants.movePrice / stepSeconds)
    leastGain = Float(constants.leastGain)
  }
}

/// How much motion the paths of a moment may hold, or hold.
struct PathBudget: Hashable, Sendable {
  /// Turns back.
  var turns = 0
  /// Steps in motion, but for steady following.
  var movingSteps = 0

  /// The prices raised where paths used more of something than there is; `nil` where they did not.
  ///
  /// By Lagrange's argument, the best path at a raised price is the best of all paths that use no
  /// more; and since a still path costs nothing, raising ends.
  func raised(_ prices: PathPrices, after use: PathBudget) -> PathPrices? {
    var raised = prices
    if use.turns > turns { raised.perTurn = prices.perTurn * 1.2 + 0.2 }
    if use.movingSteps > movingSteps { raised.perMovingStep = prices.perMovingStep * 1.2 + 0.01 }
    return raised == prices ? nil : raised
  }
}

extension PathBudget {
  /// What so many seconds allow, counts rounded down.
  ///
  /// A viewer counts turns over the clip: what a short shot may not have of its own (0.15 a second
  /// is none in six) is shared with the others.
  init(seconds: Double, constants: FramingConstants) {
    turns = Int(seconds * constants.maximumReversalRate + 1e-9)
    movingSteps = Int(seconds / constants.stepSeconds * (1 - constants.leastRest) + 1e-9)
  }
}
