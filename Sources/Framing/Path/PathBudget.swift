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
