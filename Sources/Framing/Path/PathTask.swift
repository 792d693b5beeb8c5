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

  /// Number of planning steps.
  func steps(_ constants: FramingConstants) -> Int {
    max(1, Int(((end - start) / constants.stepSeconds).rounded()))
  }

  /// Coverage by step and position.
  func map(_ grid: PositionGrid, _ constants: FramingConstants) -> CoverageMap {
    let steps = steps(constants)
    let stepSeconds = (end - start) / Double(steps)
    // A detection tells how far its thing reaches: no room has to be guessed.
    let builder = CoverageBuilder(
      grid: grid, constants: constants, leavesRoom: attention.stealer == nil)
    var map = builder.map(
      of: attention.looks, start: start, stepSeconds: stepSeconds, steps: steps)
    attention.stealer.map {
      map.pull(towards: $0, grid: grid, start: start, stepSeconds: stepSeconds, constants)
    }
    return map
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
