/// Plans the stretches of a moment as one path, which shares its turns and rest.
///
/// First the exact search says what is held, when it is left and how far the window goes; then each
/// move becomes as even as it can be.
struct MomentPlanner {
  let settings: FramingSettings
  /// The stretches, in order of time.
  let tasks: [PathTask]
  /// What the paths may use.
  let budget: PathBudget

  private var constants: FramingConstants { settings.constants }

  /// The paths, in the order of the tasks.
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
    // Half of the time at the greatest speed: what eases in and out goes half as fast.
    let reach = settings.maximumSpeed * constants.zoomSeconds / 2 * task.window.pictureWidth
    return PathStretch(
      map: map, graph: PathGraph(limits, prices, steps: map.steps, needsRest: task.joinsAfter),
      middles: task.middles(of: grid), reach: task.joinsBefore ? Float(reach) : nil)
  }
}
