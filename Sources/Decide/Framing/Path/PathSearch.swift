/// A segment between cuts, for which a path is searched.
struct PathStretch: Sendable {
  /// Gaze coverage for each step and position.
  var map: CoverageMap
  var graph: PathGraph
  /// The middle of the window for each position, in pixels.
  var middles: [Float] = []
  /// How far the window's middle may move while its size changes, in pixels; `nil` after a cut.
  var reach: Float?
}

/// Finds the best paths over all segments of a moment, by dynamic programming.
///
/// It maximizes coverage minus the costs of motion, exactly. A state is a position and a row of
/// `PathGraph`. The time is proportional to steps × transitions × positions.
///
/// - Returns: the path of each segment and the total value; of equally good paths, the first.
func bestPaths(through stretches: [PathStretch]) -> (paths: [PlannedPath], value: Float) {
  var searches: [StretchSearch] = []
  for stretch in stretches {
    let entries = searches.last.map { $0.ends(into: stretch) }
    searches.append(StretchSearch(stretch, entries: entries))
  }
  guard let last = searches.last, var end = last.best(near: nil) else { return ([], 0) }
  let value = end.value
  var paths: [PlannedPath] = []
  for search in searches.reversed() {
    let path = search.path(to: end)
    paths.append(path)
    if let entries = search.entries { end = entries[Int(path.positions[0])] }
  }
  return (paths.reversed(), value)
}

/// The last state of a path, and the best value of a path that ends there.
private struct PathEnd {
  var value: Float
  var row: Int
  var position: Int
}

/// The search in one segment: finds the best transition for each step, row and position.
private struct StretchSearch {
  let stretch: PathStretch
  /// For each start position, the best end of the segment before; `nil` in the first segment.
  let entries: [PathEnd]?

  private let steps: Int, rows: Int, positions: Int, lines: Int
  /// The backpointers: for each step, row and position the index of the best transition.
  ///
  /// It is `none` at the start, and after a deliberate cut the position before it (under 256).
  private var taken: [UInt8]
  private static let none = UInt8.max
  /// Values by row and position, for as many of the last steps as the longest transition (ring
  /// buffer).
  private var values: [Float]
  /// Coverage sums up to each of these steps, at rest and along each speed.
  private var sums: [Float]
  private let kept: Int

  init(_ stretch: PathStretch, entries: [PathEnd]?) {
    self.stretch = stretch
    self.entries = entries
    let graph = stretch.graph
    (steps, rows, positions) = (stretch.map.steps, graph.ways.count, stretch.map.positions)
    lines = 2 * graph.limits.greatest + 1
    kept = 1 + (graph.ways.joined().map(\.steps).max() ?? 1)
    taken = [UInt8](repeating: Self.none, count: steps * rows * positions)
    values = [Float](repeating: -.infinity, count: kept * rows * positions)
    sums = [Float](repeating: 0, count: kept * lines * positions)
    for step in 0..<steps { search(step) }
    // Free the buffer: a moment has hundreds of segments with 1–2 MB each.
    sums = []
  }

  /// Index of the first value of a row at a step.
  private func values(_ step: Int, _ row: Int) -> Int { (step % kept * rows + row) * positions }

  /// Index of the first sum at a step, along a speed.
  private func sums(_ step: Int, along shift: Int) -> Int {
    (step % kept * lines + shift + lines / 2) * positions
  }

  private mutating func search(_ step: Int) {
    let map = stretch.map
    for index in values(step, 0)..<values(step, rows) { values[index] = -.infinity }
    for shift in -(lines / 2)...(lines / 2) {
      let (now, then) = (sums(step, along: shift), sums(step + kept - 1, along: shift))
      for position in 0..<positions {
        let from = position - shift
        let past = step > 0 && (0..<positions).contains(from) ? sums[then + from] : 0
        sums[now + position] = past + map[step, position]
      }
    }
    if step == 0 {
      for position in 0..<positions {
        values[values(0, PathGraph.still) + position] =
          (entries?[position].value ?? 0) + map[0, position]
      }
    } else {
      cut(step)
    }
    for row in 0..<rows {
      for (index, way) in stretch.graph.ways[row].enumerated()
      where stretch.graph.isOpen(way, to: row, at: step) {
        follow(way, to: row, at: step, as: UInt8(index))
      }
    }
  }

  /// Updates the values of a row with the values that a transition gives.
  private mutating func follow(_ way: PathGraph.Way, to row: Int, at step: Int, as index: UInt8) {
    let shift = way.shift * way.steps
    let (low, high) = (max(0, shift), min(positions, positions + shift))
    let (target, how) = (values(step, row), (step * rows + row) * positions)
    let origin = values(step - way.steps, way.from) - shift
    let now = sums(step, along: way.shift)
    let then = sums(step - way.steps, along: way.shift) - shift
    guard low < high else { return }
    sums.withUnsafeBufferPointer { sums in
      taken.withUnsafeMutableBufferPointer { taken in
        values.withUnsafeMutableBufferPointer { values in
          for position in low..<high {
            let value =
              values[origin + position] - way.price + sums[now + position] - sums[then + position]
            let isBetter = value > values[target + position]
            values[target + position] = isBetter ? value : values[target + position]
            taken[how + position] = isBetter ? index : taken[how + position]
          }
        }
      }
    }
  }

  /// Adds deliberate cuts: from each position at rest to each other one that is far enough.
  private mutating func cut(_ step: Int) {
    let least = stretch.graph.limits.leastCut
    guard least > 0 else { return }
    let (from, to) = (values(step - 1, PathGraph.mayCut), values(step, PathGraph.cut))
    let how = (step * rows + PathGraph.cut) * positions
    for (order, way) in [
      (Array(stride(from: least, to: positions, by: 1)), -least),
      (Array(stride(from: positions - 1 - least, through: 0, by: -1)), least),
    ] {
      var best: (value: Float, place: Int) = (-.infinity, 0)
      for position in order {
        let place = position + way
        if values[from + place] > best.value { best = (values[from + place], place) }
        let value = best.value - stretch.graph.perCut + stretch.map[step, position]
        guard value > values[to + position] else { continue }
        values[to + position] = value
        taken[how + position] = UInt8(best.place)
      }
    }
  }

  /// The best end of the segment, with the window's middle within reach of a place if given.
  func best(near middle: (place: Float, reach: Float)?) -> PathEnd? {
    var best: PathEnd?
    for row in stretch.graph.ends {
      for position in 0..<positions {
        if let middle, abs(stretch.middles[position] - middle.place) > middle.reach { continue }
        let value = values[values(steps - 1, row) + position]
        if value > best?.value ?? -.infinity {
          best = PathEnd(value: value, row: row, position: position)
        }
      }
    }
    return best
  }

  /// For each start position of the next segment, the best end of this one; equal across a cut.
  func ends(into next: PathStretch) -> [PathEnd] {
    let none = PathEnd(value: -.infinity, row: PathGraph.still, position: 0)
    guard let reach = next.reach else {
      return [PathEnd](repeating: best(near: nil) ?? none, count: next.map.positions)
    }
    return next.middles.map { best(near: ($0, reach)) ?? none }
  }

  /// The path that leads to an end, by following the backpointers.
  func path(to end: PathEnd) -> PlannedPath {
    var positions = [Double](repeating: 0, count: steps)
    var cuts: [Int] = []
    var (step, row, position) = (steps - 1, end.row, end.position)
    while true {
      positions[step] = Double(position)
      let index = taken[(step * rows + row) * self.positions + position]
      if row == PathGraph.cut {
        cuts.append(step)
        (step, row, position) = (step - 1, PathGraph.mayCut, Int(index))
        continue
      }
      guard index != Self.none else { break }
      let way = stretch.graph.ways[row][Int(index)]
      for back in 0..<way.steps { positions[step - back] = Double(position - way.shift * back) }
      (step, row, position) = (step - way.steps, way.from, position - way.shift * way.steps)
    }
    return PlannedPath(positions: positions, cuts: cuts.reversed())
  }
}
