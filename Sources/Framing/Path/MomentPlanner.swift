/// Plans the stretches of a moment as one path, which shares its turns, rest and cuts.
///
/// First the exact search says what is held, when it is left and how far the window goes; then each
/// move becomes as even as it can be. What is longer than a part is planned in overlapping parts:
/// of each the first three quarters are kept, up to a rest, from which the next goes on.
struct MomentPlanner {
  let settings: FramingSettings
  /// The stretches, in order of time.
  let tasks: [PathTask]
  /// Length of the moment.
  let seconds: Double
  /// What another path over the same moment uses of the budget.
  var spent = PathBudget()

  private var constants: FramingConstants { settings.constants }

  /// A stretch ready to be planned.
  private struct Work {
    let task: PathTask
    let grid: PositionGrid
    let map: CoverageMap
    let stepSeconds: Double
    /// The first of its steps among those of the moment.
    let first: Int
  }

  /// The paths, in the order of the tasks.
  func paths() -> [PlannedTask] {
    var work: [Work] = []
    for task in tasks {
      let grid = PositionGrid(axis: task.window, positions: constants.positions)
      let map = task.map(grid, constants)
      work.append(
        Work(
          task: task, grid: grid, map: map,
          stepSeconds: (task.end - task.start) / Double(map.steps),
          first: work.last.map { $0.first + $0.map.steps } ?? 0))
    }
    let total = work.last.map { $0.first + $0.map.steps } ?? 0
    let part = max(2, Int(constants.partSeconds / constants.stepSeconds))
    var path = PlannedPath(positions: [])
    var used = spent
    var start: PathSearch.Start?
    while path.positions.count < total {
      let begin = path.positions.count
      let isLast = total - begin <= part
      let range = begin..<(isLast ? total : begin + part)
      let planned = plan(work, range, used: used, from: start)
      var end = range.count
      if !isLast { (end, start) = rest(in: planned, upTo: 3 * part / 4, work, begin) }
      let kept = PlannedPath(
        positions: Array(planned.positions[..<end]), cuts: planned.cuts.filter { $0 < end })
      used = used.adding(use(of: kept, work, begin))
      path.cuts += kept.cuts.map { $0 + begin }
      path.positions += kept.positions
    }
    return work.map { work in
      let range = work.first..<work.first + work.map.steps
      return PlannedTask(
        path: PlannedPath(
          positions: Array(path.positions[range]),
          cuts: path.cuts.filter(range.contains).map { $0 - work.first }),
        grid: work.grid, stepSeconds: work.stepSeconds)
    }
  }

  /// The last rest of a part up to a step: the step that the next part begins with, and how.
  private func rest(
    in path: PlannedPath, upTo most: Int, _ work: [Work], _ begin: Int
  ) -> (step: Int, start: PathSearch.Start?) {
    let bounds = Set(work.map { $0.first - begin })
    for step in (1...most).reversed() {
      if bounds.contains(step) { return (step, nil) }
      let place = path.positions[step]
      guard place == path.positions[step - 1], !path.cuts.contains(step) else { continue }
      // Back to where the rest began, so that it lasts as long as it has to.
      let began = path.positions[..<step].lastIndex { $0 != place }.map { $0 + 2 } ?? 0
      guard began > 1 else { return (step, .init(position: Int(place), side: nil)) }
      let side = path.positions[began - 2] < place ? 1 : 0
      return (began, .init(position: Int(place), side: side))
    }
    return (most, nil)
  }

  /// The best path over some of the steps within the budget.
  private func plan(
    _ work: [Work], _ range: Range<Int>, used: PathBudget, from start: PathSearch.Start?
  ) -> PlannedPath {
    let total = work.last.map { $0.first + $0.map.steps } ?? 1
    let budget = PathBudget(
      seconds: seconds * Double(range.upperBound) / Double(total), constants: constants
    ).less(used)
    var prices = PathPrices(stepSeconds: constants.stepSeconds, constants: constants)
    while true {
      let search = PathSearch(
        stretches: stretches(of: work, range, prices, mayCut: budget.cuts > 0),
        turns: budget.turns, perCut: prices.perCut, start: start)
      let found = search.path()
      let path = evened(found, work, range.lowerBound)
      guard let raised = budget.raised(prices, after: use(of: path, work, range.lowerBound)) else {
        return path
      }
      prices = raised
    }
  }

  /// A part of a path that lies in one stretch, and the steps of the map that it is of.
  private func split(
    _ path: PlannedPath, _ work: [Work], _ begin: Int
  ) -> [(path: PlannedPath, rows: Range<Int>, work: Work)] {
    work.compactMap { work in
      let low = max(0, work.first - begin)
      let high = min(path.positions.count, work.first + work.map.steps - begin)
      guard low < high else { return nil }
      let part = PlannedPath(
        positions: Array(path.positions[low..<high]),
        cuts: path.cuts.filter { $0 > low && $0 < high }.map { $0 - low })
      return (part, low + begin - work.first..<high + begin - work.first, work)
    }
  }

  private func evened(_ found: PathSearch.Found, _ work: [Work], _ begin: Int) -> PlannedPath {
    let path = PlannedPath(positions: found.positions.map(Double.init), cuts: found.cuts)
    let parts = split(path, work, begin).map { part, rows, work in
      part.evened(over: work.map.part(rows), loss: constants.evenLoss).positions
    }
    return PlannedPath(positions: parts.flatMap { $0 }, cuts: found.cuts)
  }

  /// What a path uses, from a step on.
  private func use(of path: PlannedPath, _ work: [Work], _ begin: Int) -> PathBudget {
    split(path, work, begin).reduce(PathBudget(cuts: path.cuts.count)) { sum, part in
      let steady = Int((constants.againRestSeconds / part.work.stepSeconds).rounded(.up))
      return sum.adding(
        PathBudget(
          turns: part.path.turns, movingSteps: part.path.unsteadySteps(steadySteps: steady)))
    }
  }

  private func limits(of work: Work, mayCut: Bool) -> MotionLimits {
    var own = settings
    own.maximumSpeed *= work.task.speedShare
    return MotionLimits(
      grid: work.grid, axis: work.task.window, stepSeconds: work.stepSeconds, settings: own,
      mayCut: mayCut && work.task.mayCut)
  }

  private func stretches(
    of work: [Work], _ range: Range<Int>, _ prices: PathPrices, mayCut: Bool
  ) -> [PathStretch] {
    work.compactMap { work in
      let low = max(0, range.lowerBound - work.first)
      let high = min(work.map.steps, range.upperBound - work.first)
      guard low < high else { return nil }
      // Half of the time at the greatest speed: what eases in and out goes half as fast.
      let reach =
        settings.maximumSpeed * constants.zoomSeconds / 2 * work.task.window.pictureWidth
      return PathStretch(
        map: work.map, rows: low..<high,
        graph: PathGraph(
          limits(of: work, mayCut: mayCut), prices, steps: high - low,
          needsRest: work.task.joinsAfter && high == work.map.steps),
        middles: work.task.middles(of: work.grid),
        reach: work.task.joinsBefore && low == 0 ? Float(reach) : nil)
    }
  }
}
