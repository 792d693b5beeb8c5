import EditDecisions

/// Turns a planned path into the shots and keyframes of the decisions.
///
/// The positions are the control points of a quadratic B-spline: where the velocity changes, the
/// window eases from half a step before to half a step after, so that no corner shows, and neither
/// the greatest speed nor the greatest change of the plan is exceeded.
struct KeyframeWriter {
  let axis: WindowAxis
  let grid: PositionGrid
  /// Play time of the first step, seconds.
  let start: Double
  /// Play time of the first frame left out, seconds.
  let end: Double
  /// Length of a step, seconds.
  let stepSeconds: Double

  /// Pieces that an easing of a step is written in.
  private static let pieces = 4

  /// One entry for each stretch between deliberate cuts.
  func shots(of path: PlannedPath, cut: FramedShot.Cut) -> [FramedShot] {
    let runs = path.runs
    return runs.indices.map { index in
      let run = runs[index]
      let begin = index == 0 ? start : Written.seconds(time(run.lowerBound))
      let finish = index == runs.count - 1 ? end : Written.seconds(time(run.upperBound))
      return FramedShot(
        start: begin, end: finish, cut: index == 0 ? cut : .framing,
        layout: .crop(keyframes(of: path.positions[run], from: begin, to: finish)))
    }
  }

  private func time(_ step: Int) -> Double { start + Double(step) * stepSeconds }

  private func keyframes(
    of positions: ArraySlice<Int>, from begin: Double, to finish: Double
  ) -> [Keyframe] {
    var keyframes: [Keyframe] = []
    func add(_ time: Double, _ position: Double) {
      let edge = position * grid.spacing * axis.length
      let keyframe = axis.keyframe(at: min(finish, max(begin, time)), edge: edge)
      guard keyframe.t != keyframes.last?.t else { return }
      keyframes.append(keyframe)
    }
    guard let first = positions.first else { return [] }
    add(begin, Double(first))
    var before = 0
    for step in positions.indices {
      let after =
        step + 1 < positions.endIndex ? positions[step + 1] - positions[step] : before
      defer { before = after }
      guard after != before else { continue }
      for piece in 0...Self.pieces {
        let share = Double(piece) / Double(Self.pieces)
        add(
          time(step) + share * stepSeconds,
          eased(Double(positions[step]), Double(before), Double(after), share))
      }
    }
    if before != 0, let last = positions.last { add(finish, Double(last) + Double(before) / 2) }
    return keyframes
  }

  /// Where the window is after a share of a step, in positions, between two velocities.
  private func eased(
    _ position: Double, _ before: Double, _ after: Double, _ share: Double
  ) -> Double {
    position - before / 2 + before * share + (after - before) * share * share / 2
  }
}
