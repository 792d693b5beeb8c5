import EditDecisions

/// Turns a planned path into the shots and keyframes of the decisions.
struct KeyframeWriter {
  let axis: WindowAxis
  let grid: PositionGrid
  /// Play time of the first step, seconds.
  let start: Double
  /// Play time of the first frame left out, seconds.
  let end: Double
  /// Length of a step, seconds.
  let stepSeconds: Double

  /// Shares of a pan's time at which a keyframe stands: the steady third needs none inside.
  private static let knots = [0, 1 / 9.0, 2 / 9.0, 1 / 3.0, 2 / 3.0, 7 / 9.0, 8 / 9.0, 1]

  /// One entry for each stretch between deliberate cuts.
  func shots(of path: PlannedPath, cut: FramedShot.Cut) -> [FramedShot] {
    var shots: [FramedShot] = []
    var begin = start
    var beginsWith = cut
    var keyframes: [Keyframe] = []
    for piece in path.pieces {
      switch piece {
      case .rest(let position, let steps):
        if keyframes.isEmpty { append(position, at: time(steps.lowerBound), to: &keyframes) }
      case .pan(let pan, let step):
        for knot in Self.knots { append(pan, step: step, knot: knot, to: &keyframes) }
      case .cut(_, let step):
        let next = Written.seconds(time(step))
        shots.append(
          FramedShot(start: begin, end: next, cut: beginsWith, layout: .crop(keyframes)))
        (begin, beginsWith, keyframes) = (next, .framing, [])
      }
    }
    shots.append(FramedShot(start: begin, end: end, cut: beginsWith, layout: .crop(keyframes)))
    return shots
  }

  private func time(_ step: Int) -> Double { start + Double(step) * stepSeconds }

  private func append(_ position: Int, at time: Double, to keyframes: inout [Keyframe]) {
    keyframes.append(axis.keyframe(at: time, edge: grid.edge(position) * axis.length))
  }

  private func append(_ pan: Pan, step: Int, knot: Double, to keyframes: inout [Keyframe]) {
    let from = grid.edge(pan.from)
    let edge = from + (grid.edge(pan.to) - from) * Pan.progress(knot)
    let keyframe = axis.keyframe(
      at: time(step) + knot * Double(pan.steps) * stepSeconds, edge: edge * axis.length)
    guard keyframe.t != keyframes.last?.t else { return }
    keyframes.append(keyframe)
  }
}
