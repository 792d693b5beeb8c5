/// For each step of a shot and each window position, the share of gaze points that the window
/// covers.
///
/// The shares are soft: each gaze point counts with the probability that it is inside the window.
/// In measurements this found better windows than the mean, median, mode or cluster centre of gaze.
struct CoverageMap: Hashable, Sendable {
  let steps: Int
  /// Number of window positions along the axis, at least 1.
  let positions: Int
  /// The values row by row: one row of `positions` values per step.
  let values: [Float]

  /// `values` has `steps * positions` elements.
  init(steps: Int, positions: Int, values: [Float]) {
    precondition(values.count == steps * positions, "a map has a value for each cell")
    self.steps = steps
    self.positions = positions
    self.values = values
  }

  subscript(step: Int, position: Int) -> Float { values[step * positions + position] }
}
