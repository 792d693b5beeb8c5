import EditDecisions

/// A cropped stretch of a shot, and the window that is to be moved over it.
struct PathTask {
  /// Play time of the first frame and of the first left out, seconds.
  let start: Double, end: Double
  /// What it begins with.
  let cut: FramedShot.Cut
  /// What was seen there.
  let attention: ShotAttention
  /// The window and the direction it moves in.
  let window: WindowAxis
  /// Share of the greatest speed that it may have: less where it moves both ways at once.
  var speedShare = 1.0
  /// Whether it follows a stretch of the same shot with another size of window, without a cut.
  var joinsBefore = false
  /// Whether such a stretch follows it.
  var joinsAfter = false

  /// The same stretch with another window.
  func with(window: WindowAxis) -> PathTask {
    PathTask(start: start, end: end, cut: cut, attention: attention, window: window)
  }

  /// Whether it may jump by a deliberate cut: not where it moves both ways, or its size changes.
  var mayCut: Bool { speedShare == 1 && !joinsBefore && !joinsAfter }

  /// For each position the middle of the window, pixels along its axis.
  func middles(of grid: PositionGrid) -> [Float] {
    (0..<grid.count).map { Float((grid.edge($0) + grid.window / 2) * window.length) }
  }

  /// Number of planning steps.
  func steps(_ constants: FramingConstants) -> Int {
    max(1, Int(((end - start) / constants.stepSeconds).rounded()))
  }

  /// Coverage by step and position.
  func map(_ grid: PositionGrid, _ constants: FramingConstants) -> CoverageMap {
    let steps = steps(constants)
    let stepSeconds = (end - start) / Double(steps)
    // A detection's box says how far a thing reaches; without one, room is left about the looks.
    let builder = CoverageBuilder(
      grid: grid, constants: constants, leavesRoom: attention.stealer == nil)
    var map = builder.map(
      of: attention.looks, start: start, stepSeconds: stepSeconds, steps: steps)
    guard let stealer = attention.stealer else {
      map.hold(
        placesOf: attention.looks, near: attention.cuts, grid: grid, start: start,
        stepSeconds: stepSeconds, constants)
      return map
    }
    map.pull(towards: stealer, grid: grid, start: start, stepSeconds: stepSeconds, constants)
    return map
  }

  /// For each position, where what is attended at a time stands in the window, in windows; empty
  /// where nobody looks.
  func centres(of grid: PositionGrid, at time: Double) -> [Float] {
    let near = attention.looks.filter { abs($0.time - time) <= 0.75 }
    let entries = near.flatMap(\.entries).sorted { $0.position < $1.position }
    let half = entries.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    guard
      let middle = entries.first(where: {
        sum += $0.weight
        return sum >= half
      })
    else { return [] }
    return (0..<grid.count).map { Float((middle.position - grid.edge($0)) / grid.window) }
  }
}

/// A path and all that writing it takes.
struct PlannedTask {
  let path: PlannedPath
  let grid: PositionGrid
  /// Length of a step, seconds.
  let stepSeconds: Double
}

extension PathTask {
  /// The stretch as decided: one entry between deliberate cuts.
  func shots(of planned: PlannedTask) -> [FramedShot] {
    KeyframeWriter(
      axis: window, grid: planned.grid, start: start, end: end,
      stepSeconds: planned.stepSeconds
    ).shots(of: planned.path, cut: cut)
  }
}
