import EditDecisions

/// A cropped stretch of a shot, and the window that is to be moved over it.
struct PathTask {
  /// Play time of the first frame and of the first left out, seconds.
  let start: Double, end: Double
  /// What it begins with.
  var cut: ClipShot.Cut
  /// What was seen there.
  var attention: ShotAttention
  /// The window and the direction it moves in.
  var window: WindowAxis
  /// Share of the greatest speed that it may have: less where it moves both ways at once.
  var speedShare = 1.0
  /// Whether this is the way up and down of a window that goes sideways, too.
  var isUpright = false
  /// Whether it follows a stretch of the same shot with another size of window, without a cut.
  var joinsBefore = false
  /// Whether such a stretch follows it.
  var joinsAfter = false

  /// Its length.
  var seconds: Double { end - start }
  /// Whether it may jump by a deliberate cut: not where its size changes; up and down it does with
  /// what goes sideways.
  var mayCut: Bool { !isUpright && !joinsBefore && !joinsAfter }

  /// For each position the middle of the window, pixels along its axis.
  func middles(of grid: PositionGrid) -> [Float] {
    (0..<grid.count).map { Float((grid.edge($0) + grid.window / 2) * window.length) }
  }

  /// Coverage by step and position.
  func map(_ grid: PositionGrid, _ constants: FramingConstants) -> CoverageMap {
    let steps = max(1, Int((seconds / constants.stepSeconds).rounded()))
    let losses = attention.clusters.mapValues { $0.losses(over: grid, along: window) }
    return CoverageBuilder(grid: grid, constants: constants, losses: losses).map(
      of: attention.looks, start: start, stepSeconds: seconds / Double(steps), steps: steps)
  }
}

/// A path and all that writing it takes.
struct PlannedTask {
  let path: PlannedPath
  let grid: PositionGrid
  /// Length of a step, seconds.
  let stepSeconds: Double
}
