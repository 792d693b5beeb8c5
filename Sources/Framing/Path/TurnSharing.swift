/// Plans the stretches of a moment, which share its turns.
///
/// A viewer counts turns over the clip: what a short shot may not have of its own (0.15 a second
/// is none in six) a longer one may have left. Each stretch begins with its own share; then every
/// turn left over goes to the stretch that gains most by it, as long as one gains. Greedy: exact
/// where each further turn gains less than the one before.
struct TurnSharing {
  let settings: FramingSettings

  /// Plans by the settings of a request.
  init(request: FramingRequest) { settings = request.settings }

  private var constants: FramingConstants { settings.constants }

  /// A stretch ready to be planned, and the plans made of it.
  private struct Work {
    let task: PathTask
    let grid: PositionGrid
    let map: CoverageMap
    let stepSeconds: Double
    var turns: Int
    var path: PlannedPath
    /// With one turn more; `nil` where it was not asked for.
    var further: PlannedPath?
  }

  /// The paths, in the order of the tasks.
  ///
  /// - Parameters:
  ///   - tasks: the stretches with a path.
  ///   - seconds: length of the moment.
  /// - Returns: one path a task.
  func paths(of tasks: [PathTask], seconds: Double) -> [PlannedTask] {
    var work = tasks.map(prepared)
    let most = PathBudget.turns(in: seconds, constants)
    while work.reduce(0, { $0 + $1.path.reversals }) < most {
      var best: (index: Int, gain: Double)?
      for index in work.indices where work[index].path.reversals == work[index].turns {
        let next = work[index].further ?? plan(work[index], turns: work[index].turns + 1)
        work[index].further = next
        let gain = (next.value - work[index].path.value) * work[index].stepSeconds
        if gain > max(1e-6, best?.gain ?? 0) { best = (index, gain) }
      }
      guard let best, let path = work[best.index].further else { break }
      work[best.index].path = path
      work[best.index].turns += 1
      work[best.index].further = nil
    }
    return work.map { PlannedTask(path: $0.path, grid: $0.grid, stepSeconds: $0.stepSeconds) }
  }

  private func prepared(_ task: PathTask) -> Work {
    let grid = PositionGrid(axis: task.window, positions: constants.positions)
    var work = Work(
      task: task, grid: grid, map: task.map(grid, constants),
      stepSeconds: (task.end - task.start) / Double(task.steps(constants)),
      turns: PathBudget.turns(in: task.end - task.start, constants),
      path: PlannedPath(pieces: [], value: 0))
    work.path = plan(work, turns: work.turns)
    return work
  }

  private func plan(_ work: Work, turns: Int) -> PlannedPath {
    ShotPlanner(grid: work.grid, axis: work.task.window, settings: settings)
      .plan(work.map, stepSeconds: work.stepSeconds, turns: turns)
  }
}
