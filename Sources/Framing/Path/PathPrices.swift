/// What motion costs, in steps of full coverage.
struct PathPrices: Hashable, Sendable {
  /// For each move.
  var perMove: Float
  /// What motion must gain over a still window, share of the looks of a stretch.
  var leastGain: Float
  /// For each deliberate cut: nothing, until there are more than there may be.
  var perCut: Float = 0
  /// For each step in motion: nothing, until a path exceeds what it may move.
  var perMovingStep: Float = 0

  /// The prices of the settings.
  init(stepSeconds: Double, constants: FramingConstants) {
    perMove = Float(constants.movePrice / stepSeconds)
    leastGain = Float(constants.leastGain)
  }
}

/// How much motion a path may hold, or holds.
struct PathBudget: Hashable, Sendable {
  /// Turns back.
  var turns = 0
  /// Steps in motion, but for steady following.
  var movingSteps = 0
  /// Deliberate cuts.
  var cuts = 0

  /// Both together.
  func adding(_ other: PathBudget) -> PathBudget {
    PathBudget(
      turns: turns + other.turns, movingSteps: movingSteps + other.movingSteps,
      cuts: cuts + other.cuts)
  }

  /// The prices raised where a path used more of something than there is; `nil` where it did not.
  ///
  /// By Lagrange's argument, the best path at a raised price is the best of all paths that use no
  /// more; and since a still path costs nothing, raising ends. Turns are counted exactly.
  func raised(_ prices: PathPrices, after use: PathBudget) -> PathPrices? {
    var raised = prices
    if use.movingSteps > movingSteps { raised.perMovingStep = prices.perMovingStep * 1.5 + 0.02 }
    if use.cuts > cuts { raised.perCut = prices.perCut * 1.5 + 0.5 }
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
    cuts = Int(seconds * constants.maximumCutRate + 1e-9)
  }

  /// What is left after a use; nothing is less than none.
  func less(_ use: PathBudget) -> PathBudget {
    PathBudget(
      turns: max(0, turns - use.turns), movingSteps: max(0, movingSteps - use.movingSteps),
      cuts: max(0, cuts - use.cuts))
  }
}
