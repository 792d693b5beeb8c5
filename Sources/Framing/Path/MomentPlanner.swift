import EditDecisions

/// Plans the stretches of a moment as one path, which shares its turns, rest and cuts.
///
/// What is longer than a part is planned in overlapping parts: of each the first seconds are kept,
/// and the next begins where they ended.
struct MomentPlanner {
  let settings: FramingSettings
  /// The stretches, in order of time.
  let tasks: [PathTask]
  /// Length of the moment.
  let seconds: Double
  /// What another path over the same moment uses of the budget.
  var spent = PathUse()

  private var constants: FramingConstants { settings.constants }
  /// Up to so many turns back are counted exactly.
  private static let countedTurns = 4

  /// A stretch ready to be planned.
  private struct Work {
    let task: PathTask
    let grid: PositionGrid
    let map: CoverageMap
    let stepSeconds: Double
  }

  /// The paths, in the order of the tasks.
  func paths() -> [PlannedTask] {
    let work = tasks.map(prepared)
    let total = work.reduce(0) { $0 + $1.map.steps }
    var states: [PathPlanner.State] = []
    var cuts: Set<Int> = []
    var used = spent
    var start: PathPlanner.State?
    while states.count < total {
      let begin = max(0, states.count - (start == nil ? 0 : 1))
      let isLast = total - begin <= steps(constants.partSeconds)
      let end = isLast ? total : begin + steps(constants.partSeconds - constants.overlapSeconds)
      let range = begin..<(isLast ? total : begin + steps(constants.partSeconds))
      let found = plan(work, range, used: used, from: start)
      let kept = found.states.prefix(end - begin)
      let made = found.cuts.map { $0 + begin }.filter { $0 < end }
      let turned = found.turns.count { $0 < end - begin }
      used = used.adding(
        use(of: Array(kept), turns: turned, cuts: made.count, work, begin))
      cuts.formUnion(made)
      states += kept.dropFirst(start == nil ? 0 : 1)
      start = states.last.map { .init(position: $0.position, node: $0.node, lane: 0) }
    }
    return split(states, cuts, work)
  }

  private func steps(_ seconds: Double) -> Int { max(2, Int(seconds / constants.stepSeconds)) }

  /// The states of each stretch, and the cuts in it.
  private func split(
    _ states: [PathPlanner.State], _ cuts: Set<Int>, _ work: [Work]
  ) -> [PlannedTask] {
    var first = 0
    return work.map { work in
      defer { first += work.map.steps }
      let range = first..<first + work.map.steps
      let path = PlannedPath(
        positions: states[range].map(\.position),
        cuts: cuts.filter(range.contains).map { $0 - first }.sorted())
      let calm = path.calmed(
        over: work.map,
        leastSpan: constants.leastSpan * work.task.window.pictureWidthShare / work.grid.spacing)
      let seconds = work.stepSeconds * Double(work.map.steps)
      guard !work.task.joinsBefore, !work.task.joinsAfter else {
        // A path that joins another size of window must end where that one begins.
        return PlannedTask(path: path, grid: work.grid, stepSeconds: work.stepSeconds)
      }
      let least = constants.leastGain * min(seconds, constants.gainSeconds) / work.stepSeconds
      return PlannedTask(
        path: calm.worthMoving(over: work.map, leastGain: least), grid: work.grid,
        stepSeconds: work.stepSeconds)
    }
  }

  /// The best path over some of the steps within the budget.
  private func plan(
    _ work: [Work], _ range: Range<Int>, used: PathUse, from start: PathPlanner.State?
  ) -> PathPlanner.Found {
    let total = work.reduce(0) { $0 + $1.map.steps }
    let share = Double(range.upperBound) / Double(max(1, total))
    let budget = PathBudget(
      seconds: seconds * share, steps: Int(seconds * share / constants.stepSeconds), used: used,
      constants: constants)
    // Counting turns multiplies the search by their number; many are held down by a price.
    let turns = budget.turns <= Self.countedTurns ? budget.turns : nil
    var surcharge = PathSurcharge()
    while true {
      let planner = PathPlanner(
        segments: segments(of: work, range, surcharge, mayCut: budget.cuts > 0),
        turns: turns, perCut: constants.cutPrice / constants.stepSeconds + surcharge.perCut,
        start: start)
      let found = planner.plan()
      let use = use(
        of: found.states, turns: found.turns.count, cuts: found.cuts.count, work,
        range.lowerBound)
      guard let raised = budget.raised(surcharge, after: use) else { return found }
      surcharge = raised
    }
  }

  /// What states use, from a step on.
  private func use(
    of states: [PathPlanner.State], turns: Int, cuts: Int, _ work: [Work], _ begin: Int
  ) -> PathUse {
    var use = PathUse(turns: turns, cuts: cuts)
    var first = 0
    for work in work {
      // A stretch may lie before the states, or behind them.
      let low = max(0, first - begin)
      let high = min(states.count, first + work.map.steps - begin)
      if low < high {
        let positions = states[low..<high].map(\.position)
        use.movingSteps += PlannedPath(positions: positions, cuts: []).unsteadySteps(
          steadySteps: Int((constants.steadySeconds / work.stepSeconds - 1e-6).rounded(.up)))
      }
      first += work.map.steps
    }
    return use
  }

  private func prepared(_ task: PathTask) -> Work {
    let grid = PositionGrid(axis: task.window, positions: constants.positions)
    return Work(
      task: task, grid: grid, map: task.map(grid, constants),
      stepSeconds: (task.end - task.start) / Double(task.steps(constants)))
  }

  private func segments(
    of work: [Work], _ range: Range<Int>, _ surcharge: PathSurcharge, mayCut: Bool
  ) -> [PathSegment] {
    var first = 0
    var before: Work?
    return work.compactMap { work in
      let low = max(0, range.lowerBound - first)
      let high = min(work.map.steps, range.upperBound - first)
      first += work.map.steps
      defer { before = work }
      guard low < high else { return nil }
      var own = settings
      own.maximumSpeed *= work.task.speedShare
      let limits = MotionLimits(
        grid: work.grid, axis: work.task.window, stepSeconds: work.stepSeconds,
        settings: own, mayCut: mayCut && work.task.mayCut)
      var prices = PathPrices(
        grid: work.grid, axis: work.task.window, stepSeconds: work.stepSeconds,
        constants: constants)
      prices.perMovingStep += surcharge.perMovingStep
      prices.perTurn += surcharge.perTurn
      let isNext = before.map { abs($0.task.end - work.task.start) < 1e-6 } ?? false
      let width = work.task.window.pictureWidth
      return PathSegment(
        map: work.map,
        graph: MotionGraph(limits: limits, prices: prices, positions: work.grid.count),
        rows: low..<high,
        centreAtStart: work.task.centres(of: work.grid, at: work.task.start),
        centreAtEnd: work.task.centres(of: work.grid, at: work.task.end),
        perJump: isNext ? Float(prices.perJump) : 0,
        middles: work.task.middles(of: work.grid),
        join: work.task.joinsBefore
          ? PathSegment.Join(
            reach: Float(constants.zoomReach * width),
            rest: Int((constants.zoomSeconds / 2 / work.stepSeconds).rounded(.up))) : nil)
    }
  }
}

extension PathUse {
  /// The sum of both.
  func adding(_ other: PathUse) -> PathUse {
    PathUse(
      turns: turns + other.turns, movingSteps: movingSteps + other.movingSteps,
      cuts: cuts + other.cuts)
  }
}
