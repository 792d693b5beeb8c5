/// A path as planned: a position for the middle of each step.
struct PlannedPath: Hashable, Sendable {
  /// One a step.
  var positions: [Int]
  /// The steps that begin with a deliberate cut.
  var cuts: [Int]

  /// The steps between deliberate cuts.
  var runs: [Range<Int>] {
    let bounds = [0] + cuts + [positions.count]
    return zip(bounds, bounds.dropFirst()).map { $0..<max($0, $1) }
  }

  /// Steps in motion as they are shown, without those of steady following.
  ///
  /// A step eases from the way into it to the way out of it, so that motion lasts a step longer
  /// than its ways, and one speed a step shorter.
  ///
  /// - Parameter steadySteps: how long one speed has to last to be steady following.
  /// - Returns: steps.
  func unsteadySteps(steadySteps: Int) -> Int {
    var unsteady = 0
    for run in runs {
      var even = 0
      var before = 0
      for step in run {
        let after = step + 1 < run.upperBound ? positions[step + 1] - positions[step] : before
        if before == after, before != 0 {
          even += 1
        } else {
          if even < steadySteps { unsteady += even }
          even = 0
          if before != after { unsteady += 1 }
        }
        before = after
      }
      if even < steadySteps { unsteady += even }
    }
    return unsteady
  }

  /// The same path with the runs held still that hardly move.
  ///
  /// - Parameters:
  ///   - map: coverage by step and position.
  ///   - leastSpan: what a run must span, positions.
  /// - Returns: the path; such a run stands where it keeps most.
  func calmed(over map: CoverageMap, leastSpan: Double) -> PlannedPath {
    var calm = self
    for run in runs {
      let low = positions[run].min() ?? 0
      let high = positions[run].max() ?? 0
      guard high > low, Double(high - low) < leastSpan - 1e-9 else { continue }
      calm.hold(run, at: map.bestStill(in: run))
    }
    return calm
  }

  /// The path, or a still window where that keeps nearly as much.
  ///
  /// What a path gains on the very looks that it follows is partly luck: on real gaze, clips that
  /// gained 1.3 to 1.6 points so lost up to 2.5 on other viewers' looks, and clips that gained 2.6
  /// gained all of it.
  ///
  /// - Parameters:
  ///   - map: coverage by step and position.
  ///   - leastGain: what motion must gain over all of the path, steps of full coverage.
  /// - Returns: the path; the still window stands where it keeps most.
  func worthMoving(over map: CoverageMap, leastGain: Double) -> PlannedPath {
    guard Set(positions).count > 1 else { return self }
    let best = map.bestStill(in: positions.indices)
    let gain = positions.indices.reduce(0) { $0 + map[$1, positions[$1]] - map[$1, best] }
    guard gain < leastGain else { return self }
    var still = PlannedPath(positions: positions, cuts: [])
    still.hold(positions.indices, at: best)
    return still
  }

  /// Holds a run still.
  mutating func hold(_ run: Range<Int>, at position: Int) {
    for step in run { positions[step] = position }
  }
}

extension CoverageMap {
  /// The position that holds most over some steps; of equals the one nearest to the middle.
  func bestStill(in rows: Range<Int>) -> Int {
    var sums = [Double](repeating: 0, count: positions)
    for step in rows {
      for position in sums.indices { sums[position] += self[step, position] }
    }
    let most = sums.max() ?? 0
    let best = sums.indices.filter { sums[$0] >= most - 1e-9 }
    return best.min { abs(2 * $0 - positions + 1) < abs(2 * $1 - positions + 1) } ?? 0
  }

  /// A row as the planner adds it.
  func row(_ step: Int) -> [Float] {
    values[step * positions..<(step + 1) * positions].map(Float.init)
  }
}
