import EditDecisions
import Support

/// Converts a planned path to the shots and keyframes of decisions.
///
/// The path is linear between the middles of two steps. Keyframes contain its moving average over
/// `ease` seconds, so that the window eases and does not exceed the maximum speed of the plan.
struct KeyframeWriter {
  let axis: WindowAxis
  let grid: PositionGrid
  /// Play time of the first step and of the end (exclusive), in seconds.
  let start: Double, end: Double
  /// Length of a step in seconds.
  let stepSeconds: Double
  /// Seconds over which the speed changes.
  let ease: Double

  /// One shot for each range between deliberate cuts.
  func shots(of path: PlannedPath, cut: ClipShot.ShotStart) -> [ClipShot] {
    let runs = path.runs
    return runs.enumerated().map { index, run in
      let begin = index == 0 ? start : Rounding.time(time(run.lowerBound))
      let finish = index == runs.count - 1 ? end : Rounding.time(time(run.upperBound))
      return ClipShot(
        start: begin, end: finish, cut: index == 0 ? cut : .framing,
        layout: .crop(keyframes(of: path.positions, run, from: begin, to: finish)))
    }
  }

  private func time(_ step: Int) -> Double { start + Double(step) * stepSeconds }

  /// The fewest keyframes that stay within 0.05 pixels of the path.
  private func keyframes(
    of positions: [Double], _ run: Range<Int>, from begin: Double, to finish: Double
  ) -> [CropKeyframe] {
    let scale = grid.spacing * axis.length
    let eased = EasedLine(run.map { positions[$0] * scale }, half: ease / stepSeconds / 2)
    // Keyframe intervals per step where the speed changes.
    let perStep = 4
    let pieces = run.count * perStep
    let points = (0...pieces).map { piece -> (time: Double, edge: Double) in
      let step = Double(piece) / Double(perStep)
      let at = time(run.lowerBound) + step * stepSeconds
      return (min(finish, max(begin, at)), eased.mean(around: step - 0.5))
    }
    var kept = [0]
    var (low, high) = (-Double.infinity, Double.infinity)
    for index in points.indices.dropFirst() {
      func slope(_ point: Int, _ more: Double) -> Double {
        let from = points[kept[kept.count - 1]]
        return (points[point].edge + more - from.edge) / max(1e-9, points[point].time - from.time)
      }
      if slope(index, 0) < low || slope(index, 0) > high {
        kept.append(index - 1)
        (low, high) = (-.infinity, .infinity)
      }
      low = max(low, slope(index, -WindowAxis.roundingStep / 2))
      high = min(high, slope(index, WindowAxis.roundingStep / 2))
    }
    kept.append(pieces)
    var keyframes: [CropKeyframe] = []
    for point in kept.map({ points[$0] }) {
      let keyframe = axis.keyframe(at: point.time, edge: point.edge)
      if keyframe.t != keyframes.last?.t { keyframes.append(keyframe) }
    }
    if keyframes.count == 2, keyframes[0].x == keyframes[1].x, keyframes[0].y == keyframes[1].y {
      keyframes.removeLast()
    }
    return keyframes
  }
}

/// A piecewise linear path with a point per step, and its moving average.
private struct EasedLine {
  let places: [Double]
  /// Half width of the moving average, in steps.
  let half: Double
  private let areas: [Double]

  init(_ places: [Double], half: Double) {
    self.places = places
    self.half = max(1e-6, half)
    var areas = [0.0]
    for (from, to) in zip(places, places.dropFirst()) {
      areas.append(areas[areas.count - 1] + (from + to) / 2)
    }
    self.areas = areas
  }

  /// The moving average around a step; beyond its ends the line continues with its last slope.
  func mean(around step: Double) -> Double {
    let mean = (area(step + half) - area(step - half)) / (2 * half)
    // Remove rounding errors, so that a resting window has exactly equal values.
    return (mean * 1e6).rounded() / 1e6
  }

  private func area(_ step: Double) -> Double {
    let last = places.count - 1
    let index = min(max(0, Int(step.rounded(.down))), max(0, last - 1))
    let slope = last > 0 ? places[index + 1] - places[index] : 0
    let part = step - Double(index)
    return areas[index] + part * places[index] + part * part * slope / 2
  }
}
