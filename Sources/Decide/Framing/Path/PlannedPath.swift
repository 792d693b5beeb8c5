/// A planned path: the position of the window at the middle of each step.
///
/// Positions are in units of the grid and may be fractional.
struct PlannedPath: Hashable, Sendable {
  var positions: [Double]
  /// The steps that start with a deliberate cut.
  var cuts: [Int] = []

  /// The ranges of steps between deliberate cuts.
  var runs: [Range<Int>] {
    let bounds = [0] + cuts + [positions.count]
    return zip(bounds, bounds.dropFirst()).map { $0..<max($0, $1) }
  }

  /// The moves in a run, each from the last step at rest to the last step in motion.
  ///
  /// A move has only one direction.
  func moves(in run: Range<Int>) -> [ClosedRange<Int>] {
    var moves: [ClosedRange<Int>] = []
    for step in run.dropFirst() {
      let way = positions[step] - positions[step - 1]
      guard way != 0 else { continue }
      if let last = moves.last, last.upperBound == step - 1,
        (positions[step - 1] > positions[step - 2]) == (way > 0)
      {
        moves[moves.count - 1] = last.lowerBound...step
      } else {
        moves.append(step - 1...step)
      }
    }
    return moves
  }

  /// Number of reversals between deliberate cuts.
  var turns: Int {
    runs.reduce(0) { turns, run in
      let sides = moves(in: run).map { positions[$0.upperBound] > positions[$0.lowerBound] }
      return turns + zip(sides, sides.dropFirst()).count { $0 != $1 }
    }
  }

  /// The number of steps in motion, without steady following.
  ///
  /// Each move also counts the step in which it eases in. Following is steady if the speed changes
  /// by at most 5 % for more than `steadySteps` steps.
  func unsteadySteps(steadySteps: Int) -> Int {
    runs.flatMap(moves).reduce(0) { sum, move in
      let speeds = move.dropFirst().map { abs(positions[$0] - positions[$0 - 1]) }
      var steady = 0
      var first = 0
      for index in 1...speeds.count {
        let goesOn =
          index < speeds.count && abs(speeds[index] - speeds[first]) <= 0.05 * speeds[first]
        guard !goesOn else { continue }
        // Do not count the steps that ease into another speed.
        if index - first - 2 > steadySteps { steady += index - first - 2 }
        first = index
      }
      return sum + move.count + 1 - steady
    }
  }

  /// The path with each move as even as possible; rests and cuts do not change.
  ///
  /// At each step coverage may be lower than planned by `loss`, a share of the gaze points.
  func evened(over map: CoverageMap, loss: Double) -> PlannedPath {
    var even = self
    for move in runs.flatMap(moves) {
      // If the window still moves at the last step, it keeps its speed.
      let goesOn = move.upperBound == positions.count - 1
      let ranges = move.map { step -> ClosedRange<Double> in
        let place = positions[step]
        let isEnd = step == move.lowerBound || step == move.upperBound && !goesOn
        return isEnd ? place...place : map.level(at: step, around: Int(place), loss: loss)
      }
      let speeds = move.dropFirst().map { abs(positions[$0] - positions[$0 - 1]) }
      let string = TautString(
        ranges: ranges, fastest: goesOn ? speeds.max() ?? 0 : .infinity)
      even.positions.replaceSubrange(move, with: string.places())
    }
    return even
  }
}

extension CoverageMap {
  /// The positions around a position with nearly the same or a higher coverage.
  func level(at step: Int, around position: Int, loss: Double) -> ClosedRange<Double> {
    let least = Double(self[step, position]) - loss
    var (low, high) = (position, position)
    while low > 0, Double(self[step, low - 1]) >= least { low -= 1 }
    while high < positions - 1, Double(self[step, high + 1]) >= least { high += 1 }
    return Double(low)...Double(high)
  }

  /// The static position with the most coverage in some steps; if equal, the one nearest the
  /// middle.
  func bestStill(in rows: Range<Int>) -> Int {
    var sums = [Double](repeating: 0, count: positions)
    for step in rows {
      for position in sums.indices { sums[position] += Double(self[step, position]) }
    }
    let most = sums.max() ?? 0
    let best = sums.indices.filter { sums[$0] >= most - 1e-9 }
    return best.min { abs(2 * $0 - positions + 1) < abs(2 * $1 - positions + 1) } ?? 0
  }
}
