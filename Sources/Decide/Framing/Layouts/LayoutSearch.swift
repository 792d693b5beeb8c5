/// Divides a stretch into runs of layouts: the division of greatest worth, exactly.
///
/// Which layout, and how close: a stretch has a state for the largest window, a closer one, the
/// whole picture, and each pair of panes.
struct LayoutSearch {
  /// By state, what it is worth in each half second, shares of all looks.
  let worths: [[Double]]
  /// The shortest run, half seconds.
  let leastRun: Int
  /// Price of a change, half seconds of all looks.
  let perChange: Double

  /// Half seconds on end with one state.
  struct Run: Hashable, Sendable {
    var bins: Range<Int>
    var state: Int
  }

  /// The runs, in order, and their worth; of equals the first state.
  func runs() -> (runs: [Run], worth: Double) {
    let count = worths.first?.count ?? 0
    let least = min(max(1, leastRun), count)
    guard count > 0 else { return ([], 0) }
    let sums = worths.map { $0.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) } }
    // By half seconds so far and state, the best that may change its state then, and where its last
    // run began, out of which state.
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

  /// The two best, of which one is another than any.
  private static func best(_ values: [Double]) -> [Int] {
    values.indices.reduce(into: []) { best, state in
      let place = best.firstIndex { values[$0] < values[state] } ?? best.count
      best.insert(state, at: place)
      best.removeLast(max(0, best.count - 2))
    }
  }
}
