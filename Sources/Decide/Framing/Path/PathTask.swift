import EditDecisions

/// A segment of a shot with the layout `crop`, and the window to move in it.
struct PathTask {
  /// Play time of the start and the end (exclusive), in seconds.
  let start: Double, end: Double
  /// The kind of cut at its start.
  var cut: ClipShot.Cut
  var attention: ShotAttention
  /// The window and the axis along which it moves.
  var window: WindowAxis
  /// Share of the maximum speed that it may use; less than 1 if it also moves along the other axis.
  var speedShare = 1.0
  /// Whether this is the vertical path of a window that also moves horizontally.
  var isUpright = false
  /// Whether the segment before belongs to the same shot but has another window size.
  var joinsBefore = false
  /// Whether the next segment belongs to the same shot but has another window size.
  var joinsAfter = false

  var seconds: Double { end - start }
  /// Whether deliberate cuts are allowed.
  ///
  /// They are not allowed next to a change of size. A vertical path cuts only where the horizontal
  /// one does.
  var mayCut: Bool { !isUpright && !joinsBefore && !joinsAfter }

  /// The middle of the window for each position, in pixels along its axis.
  func middles(of grid: PositionGrid) -> [Float] {
    (0..<grid.count).map { Float((grid.edge($0) + grid.window / 2) * window.length) }
  }

  func map(_ grid: PositionGrid, _ constants: FramingConstants) -> CoverageMap {
    let steps = max(1, Int((seconds / constants.stepSeconds).rounded()))
    let losses = attention.clusters.mapValues { $0.losses(over: grid, along: window) }
    return CoverageBuilder(
      grid: grid, constants: constants, losses: losses, scattered: attention.scattered
    ).map(of: attention.looks, start: start, stepSeconds: seconds / Double(steps), steps: steps)
  }
}

/// A planned path with the data needed to write it.
struct PlannedTask {
  let path: PlannedPath
  let grid: PositionGrid
  /// Length of a step in seconds.
  let stepSeconds: Double
}
