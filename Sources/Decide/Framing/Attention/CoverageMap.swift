/// For each step of a shot and each window position, the share of the looks the window holds.
///
/// Values are soft coverage (each look counts by how surely it lies inside), the estimate of the
/// best window that beat every centre of gaze measured: mean, median, mode and cluster centre.
struct CoverageMap: Hashable, Sendable {
  /// Number of steps of equal length.
  let steps: Int
  /// Number of window positions from edge to edge, at least 1.
  let positions: Int
  /// Row after row of `positions` values, a row a step.
  let values: [Float]

  /// Makes a map; `values` has `steps * positions` entries.
  init(steps: Int, positions: Int, values: [Float]) {
    precondition(values.count == steps * positions, "a map has a value for each cell")
    self.steps = steps
    self.positions = positions
    self.values = values
  }

  /// The share at a step and a position.
  subscript(step: Int, position: Int) -> Float { values[step * positions + position] }
}
