import EditDecisions

/// Turns a planned path into the shots and keyframes of the decisions.
///
/// The path goes straight from the middle of a step to that of the next.
///
/// What is written is its mean over `ease` seconds: where the speed changes the window eases, so
/// that no corner shows, and the greatest speed of the plan is not exceeded.
struct KeyframeWriter {
  let axis: WindowAxis
  let grid: PositionGrid
  /// Play time of the first step, seconds.
  let start: Double
  /// Play time of the first frame left out, seconds.
  let end: Double
  /// Length of a step, seconds.
  let stepSeconds: Double
  /// Over how many seconds a speed changes.
  let ease: Double

  /// Pieces that a step is written in where the speed changes.
  private static let pieces = 4

  /// One entry for each stretch between deliberate cuts.
  func shots(of path: PlannedPath, cut: ClipShot.Cut) -> [ClipShot] {
    let runs = path.runs
    return runs.indices.map { index in
      let run = runs[index]
      let begin = index == 0 ? start : Written.seconds(time(run.lowerBound))
      let finish = index == runs.count - 1 ? end : Written.seconds(time(run.upperBound))
      return ClipShot(
        start: begin, end: finish, cut: index == 0 ? cut : .framing,
        layout: .crop(keyframes(of: path.positions, run, from: begin, to: finish)))
    }
  }

  private func time(_ step: Int) -> Double { start + Double(step) * stepSeconds }

  /// As few as there can be so that every piece of a step is within half a tenth of a pixel.
  private func keyframes(
    of positions: [Double], _ run: Range<Int>, from begin: Double, to finish: Double
  ) -> [Keyframe] {
    let scale = grid.spacing * axis.length
    let eased = EasedLine(run.map { positions[$0] * scale }, half: ease / stepSeconds / 2)
    let pieces = run.count * Self.pieces
    let points = (0...pieces).map { piece -> (time: Double, edge: Double) in
      let step = Double(piece) / Double(Self.pieces)
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
      low = max(low, slope(index, -Written.pixel / 2))
      high = min(high, slope(index, Written.pixel / 2))
    }
    kept.append(pieces)
    var keyframes: [Keyframe] = []
    for index in kept {
      let keyframe = axis.keyframe(at: points[index].time, edge: points[index].edge)
      guard keyframe.t != keyframes.last?.t else { continue }
      keyframes.append(keyframe)
    }
    if keyframes.count == 2, keyframes[0].x == keyframes[1].x, keyframes[0].y == keyframes[1].y {
      keyframes.removeLast()
    }
    return keyframes
  }
}

/// A line through places a step apart, and its means.
private struct EasedLine {
  let places: [Double]
  /// Half of the steps that a mean is over.
  let half: Double
  /// The area under the line up to each place.
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

  /// The mean of the line around a step; beyond its ends it goes on as it went.
  func mean(around step: Double) -> Double {
    let mean = (area(step + half) - area(step - half)) / (2 * half)
    // At rest it is one place to the last digit, which rounding to pixels would show.
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
