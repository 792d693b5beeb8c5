/// A planned path: the window's position at the middle of each step, in fractional grid units.
struct PlannedPath {
  var positions: [Double]
  /// The steps that start with a deliberate cut.
  var cuts: [Int] = []

  /// The ranges of steps between deliberate cuts.
  var runs: [Range<Int>] {
    let bounds = [0] + cuts + [positions.count]
    return zip(bounds, bounds.dropFirst()).map { $0..<max($0, $1) }
  }

  /// The moves in one direction, each from the last step at rest to the last step in motion.
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

  private func speeds(in move: ClosedRange<Int>) -> [Double] {
    move.dropFirst().map { abs(positions[$0] - positions[$0 - 1]) }
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
      let speeds = speeds(in: move)
      var (steady, first) = (0, 0)
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
      let fastest = goesOn ? speeds(in: move).max() ?? 0 : .infinity
      even.positions.replaceSubrange(move, with: tautString(through: ranges, fastest: fastest))
    }
    return even
  }
}
