/// Divides a range into runs of states with the highest total value, by dynamic programming.
///
/// A state is a layout or a size: the largest window, a closer one, the whole frame, a wide crop,
/// or a pair of panes. The division is exact.
struct LayoutSearch {
  /// For each state its value per time bin, as a share of all gaze points.
  let worths: [[Double]]
  /// Minimum length of a run, in time bins.
  let leastRun: Int
  /// Cost of a change of state, in time bins of full value.
  let perChange: Double

  /// Larger than the value of any time bin, so that a state that loses it is never chosen.
  static let never = 100.0

  /// Consecutive time bins with the same state.
  struct Run: Equatable {
    var bins: Range<Int>
    var state: Int
  }

  /// The best division in order of time, and its value; if equal, the first state wins.
  func runs() -> (runs: [Run], worth: Double) {
    let count = worths.first?.count ?? 0
    let least = min(max(1, leastRun), count)
    guard count > 0 else { return ([], 0) }
    let sums = worths.map { $0.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) } }
    // `best[t][s]` is the best value of the first t bins that end in state s, with a run long
    // enough to change from. `began[t][s]` is the backpointer: the start of the last run, and the
    // state before.
    let none = [Double](repeating: -.infinity, count: worths.count)
    var best = [[Double]](repeating: none, count: count + 1)
    var began = [[(start: Int, from: Int)]](
      repeating: worths.map { _ in (0, 0) }, count: count + 1)
    for end in least...count {
      let start = end - least
      let others = Self.best(best[start])
      for state in worths.indices {
        let from = others.first { $0 != state }
        let before = start == 0 ? 0 : from.map { best[start][$0] - perChange } ?? -.infinity
        let on = best[end - 1][state] + worths[state][end - 1]
        let new = before + sums[state][end] - sums[state][start]
        let isOn = on >= new
        best[end][state] = isOn ? on : new
        began[end][state] = isOn ? began[end - 1][state] : (start, from ?? state)
      }
    }
    guard var state = Self.best(best[count]).first else { return ([], 0) }
    let worth = best[count][state]
    var runs: [Run] = []
    var end = count
    while end > 0 {
      let (start, from) = began[end][state]
      runs.append(Run(bins: start..<end, state: state))
      (end, state) = (start, from)
    }
    return (runs.reversed(), worth)
  }

  /// The indices of the two largest values; for any state, one of them is a different state.
  private static func best(_ values: [Double]) -> [Int] {
    values.indices.reduce(into: []) { best, state in
      let place = best.firstIndex { values[$0] < values[state] } ?? best.count
      best.insert(state, at: place)
      best.removeLast(max(0, best.count - 2))
    }
  }
}
