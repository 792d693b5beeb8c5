/// Plans the segments of a moment as one path with a common budget of motion.
///
/// First an exact search decides what the window shows, when it moves and how far. Then each move
/// becomes as even as possible.
struct MomentPlanner {
  let settings: FramingSettings
  /// The segments, in order of time.
  let tasks: [PathTask]
  /// The motion that all paths together may use.
  let budget: PathBudget

  private var constants: FramingConstants { settings.constants }

  func paths() -> [PlannedTask] {
    let work = tasks.map { task in
      let grid = PositionGrid(axis: task.window, positions: constants.positions)
      return (task: task, grid: grid, map: task.map(grid, constants))
    }
    var prices = PathPrices(stepSeconds: constants.stepSeconds, constants: constants)
    while true {
      let stretches = work.map { stretch(of: $0.task, $0.grid, $0.map, prices) }
      let found = PathSearch(stretches: stretches).paths().paths
      let planned = zip(work, found).map { work, path in
        PlannedTask(
          path: path.evened(over: work.map, loss: constants.evenLoss), grid: work.grid,
          stepSeconds: work.task.seconds / Double(work.map.steps))
      }
      guard let raised = budget.raised(prices, after: use(of: planned)) else { return planned }
      prices = raised
    }
  }

  private func use(of planned: [PlannedTask]) -> PathBudget {
    planned.reduce(into: PathBudget()) { sum, task in
      let steady = Int((constants.againRestSeconds / task.stepSeconds).rounded(.up))
      sum.turns += task.path.turns
      sum.movingSteps += task.path.unsteadySteps(steadySteps: steady)
    }
  }

  private func stretch(
    of task: PathTask, _ grid: PositionGrid, _ map: CoverageMap, _ prices: PathPrices
  ) -> PathStretch {
    var own = settings
    own.maximumSpeed *= task.speedShare
    let limits = MotionLimits(
      grid: grid, axis: task.window, stepSeconds: task.seconds / Double(map.steps), settings: own,
      mayCut: task.mayCut)
    // An easing has half of the maximum speed on average.
    let reach = settings.maximumSpeed * constants.zoomSeconds / 2 * task.window.pictureWidth
    return PathStretch(
      map: map, graph: PathGraph(limits, prices, steps: map.steps, needsRest: task.joinsAfter),
      middles: task.middles(of: grid), reach: task.joinsBefore ? Float(reach) : nil)
  }
}
