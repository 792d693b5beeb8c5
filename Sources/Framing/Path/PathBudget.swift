/// How much motion a shot may hold.
struct PathBudget: Hashable, Sendable {
  /// Turns back.
  let reversals: Int
  /// Steps in motion.
  let movingSteps: Int
  /// Deliberate cuts.
  let cuts: Int

  /// The budget of a shot; every count is rounded down.
  ///
  /// - Parameters:
  ///   - seconds: its length.
  ///   - steps: the same in steps.
  ///   - turns: what `TurnSharing` grants it instead of its own share.
  ///   - constants: the limits.
  init(seconds: Double, steps: Int, turns: Int? = nil, constants: FramingConstants) {
    reversals = turns ?? Self.turns(in: seconds, constants)
    movingSteps = max(0, Int(Double(steps) * (1 - constants.leastRest) + 1e-9))
    cuts = max(0, Int(seconds * constants.maximumCutRate + 1e-9))
  }

  /// How often the window may turn back in so many seconds.
  static func turns(in seconds: Double, _ constants: FramingConstants) -> Int {
    max(0, Int(seconds * constants.maximumReversalRate + 1e-9))
  }

  /// The prices raised for each part of the budget that a path exceeds; `nil` when it keeps it.
  ///
  /// By Lagrange's argument, the best path at a raised price is the best of all paths that use no
  /// more of it; and since a still path costs nothing, raising ends.
  func raised(_ prices: PathPrices, after path: PlannedPath) -> PathPrices? {
    var raised = prices
    if path.movingSteps > movingSteps {
      raised.perMovingSecond = raised.perMovingSecond * 1.25 + 0.02
    }
    if path.cuts > cuts { raised.perCut = raised.perCut * 1.25 + 0.1 }
    return raised == prices ? nil : raised
  }
}

/// Plans the path of one shot within its budget.
struct ShotPlanner {
  let grid: PositionGrid
  let axis: WindowAxis
  let settings: FramingSettings

  /// The best path over a coverage map within every limit.
  ///
  /// Short pans are for following: where they would only nudge a window that stays about where it
  /// is, the shot is planned again without them.
  ///
  /// - Parameters:
  ///   - map: coverage by step and position.
  ///   - stepSeconds: length of a step.
  ///   - turns: how often it may turn back; by its own length without.
  /// - Returns: the path.
  func plan(_ map: CoverageMap, stepSeconds: Double, turns: Int? = nil) -> PlannedPath {
    let constants = settings.constants
    let path = plan(map, stepSeconds: stepSeconds, turns: turns, leastPan: constants.leastPan)
    let least = constants.leastSpan * axis.pictureWidthShare
    guard constants.leastPan < constants.leastSpan,
      path.spans.contains(where: { $0 > 0 && Double($0) * grid.spacing < least - 1e-9 })
    else { return path }
    return plan(map, stepSeconds: stepSeconds, turns: turns, leastPan: constants.leastSpan)
  }

  private func plan(
    _ map: CoverageMap, stepSeconds: Double, turns: Int?, leastPan: Double
  ) -> PlannedPath {
    let constants = settings.constants
    let pans = PanTable(
      grid: grid, stepSeconds: stepSeconds, maximumSpeed: plannedSpeed,
      leastPan: leastPan * axis.pictureWidthShare, constants: constants)
    let budget = PathBudget(
      seconds: Double(map.steps) * stepSeconds, steps: map.steps, turns: turns,
      constants: constants)
    var prices = PathPrices(
      perLength: constants.motionPrice / axis.pictureWidthShare,
      perReversal: constants.reversalPrice, perMovingSecond: 0, perCut: constants.cutPrice)
    while true {
      var planner = PathPlanner(
        map: map, pans: pans, spacing: grid.spacing, stepSeconds: stepSeconds,
        cutRule: budget.cuts > 0 ? cutRule(stepSeconds: stepSeconds) : nil, prices: prices,
        maximumReversals: budget.reversals)
      let path = planner.plan()
      guard let raised = budget.raised(prices, after: path) else { return path }
      prices = raised
    }
  }

  /// Shares of the axis a second; less what rounding to 0.1 pixel may add over a quarter second.
  private var plannedSpeed: Double {
    max(0, settings.maximumSpeed * axis.pictureWidthShare - 0.4 / axis.length)
  }

  private func cutRule(stepSeconds: Double) -> PathPlanner.CutRule? {
    guard grid.spacing > 0, settings.constants.maximumCutRate > 0 else { return nil }
    let distance = settings.constants.leastCutDistance * grid.window / grid.spacing
    let rest = settings.constants.cutRestSeconds / stepSeconds
    return PathPlanner.CutRule(
      restSteps: max(1, Int((rest - 1e-9).rounded(.up))),
      leastDistance: max(1, Int(distance.rounded(.up))))
  }
}
