/// For each step of a shot and each window position, the share of the looks the window holds.
///
/// Values are soft coverage (each look counts by how surely it lies inside), the estimate of the
/// best window that beat every centre of gaze measured: mean, median, mode and cluster centre.
struct CoverageMap: Hashable, Sendable {
  /// Number of steps of equal length.
  let steps: Int
  /// Number of window positions from edge to edge, at least 1.
  let positions: Int
  /// Row after row of `positions` values, a row a step.
  private(set) var values: [Double]

  /// Makes a map; `values` has `steps * positions` entries.
  init(steps: Int, positions: Int, values: [Double]) {
    precondition(values.count == steps * positions, "a map has a value for each cell")
    self.steps = steps
    self.positions = positions
    self.values = values
  }

  /// The share at a step and a position.
  subscript(step: Int, position: Int) -> Double { values[step * positions + position] }

  /// Adds to each cell of a step what `extra` gives for its position.
  mutating func add(toStep step: Int, _ extra: (Int) -> Double) {
    for position in 0..<positions { values[step * positions + position] += extra(position) }
  }
}

/// The window positions that are planned with, evenly from the near edge to the far one.
struct PositionGrid: Hashable, Sendable {
  /// How many, at least 1.
  let count: Int
  /// Room to move as a share of the axis.
  let room: Double
  /// Size of the window as a share of the axis.
  let window: Double

  /// Lays positions over an axis; one alone where the window has nowhere to go.
  init(axis: WindowAxis, positions: Int) {
    room = axis.room / axis.length
    window = axis.windowShare
    // At least three positions a window, so that a panorama's sliver of a window misses nothing.
    let needed = Int((min(53, room / max(1e-6, window)) * 3).rounded(.up)) + 1
    count = axis.room < 0.1 ? 1 : max(2, positions, needed)
  }

  /// The distance of two neighbours as a share of the axis.
  var spacing: Double { count > 1 ? room / Double(count - 1) : 0 }
  /// The near edge of the window at a position, share of the axis.
  func edge(_ position: Int) -> Double { Double(position) * spacing }
}

/// Builds the coverage map of a shot from the looks of its bins.
struct CoverageBuilder {
  let grid: PositionGrid
  let constants: FramingConstants

  /// The map of `steps` steps of `stepSeconds` from `start` on.
  ///
  /// Each step's looks are those of the bins around it, weighed by a triangle in time, and a few
  /// looks' worth of the whole shot's, so that few viewers do not toss the window about.
  func map(of looks: [Looks], start: Double, stepSeconds: Double, steps: Int) -> CoverageMap {
    let weights = looks.map(\.weight)
    let edge = edge(weights: weights)
    let curves = looks.map { curve(of: $0, edge) }
    let shot = mean(of: curves, weights: weights)
    let typical = weights.reduce(0, +) / Double(max(1, weights.count))
    var values: [Double] = []
    values.reserveCapacity(steps * grid.count)
    var first = 0
    for step in 0..<steps {
      let time = start + (Double(step) + 0.5) * stepSeconds
      while first < looks.count, looks[first].time <= time - constants.lookSeconds { first += 1 }
      values += row(
        at: time, looks: looks, curves: curves, weights: weights, first: first, shot: shot,
        typical: typical)
    }
    return CoverageMap(steps: steps, positions: grid.count, values: values)
  }

  /// Looks are spread the wider the fewer there are.
  private func edge(weights: [Double]) -> SoftEdge {
    let typical = weights.reduce(0, +) / Double(max(1, weights.count))
    let spread = constants.lookDeviation * (20 / max(0.01, typical)).squareRoot()
    let range = constants.lookDeviationRange
    return SoftEdge(deviation: min(range.upperBound, max(range.lowerBound, spread)))
  }

  /// Weighed looks held by the window at each position.
  private func curve(of looks: Looks, _ edge: SoftEdge) -> [Double] {
    (0..<grid.count).map { position in
      let low = grid.edge(position)
      return looks.entries.reduce(0) {
        $0 + $1.weight * edge.inside($1.position, low: low, high: low + grid.window)
      }
    }
  }

  private func mean(of curves: [[Double]], weights: [Double]) -> [Double] {
    var sum = [Double](repeating: 0, count: grid.count)
    for curve in curves { for position in sum.indices { sum[position] += curve[position] } }
    let all = weights.reduce(0, +)
    return all > 0 ? sum.map { $0 / all } : sum
  }

  private func row(
    at time: Double, looks: [Looks], curves: [[Double]], weights: [Double], first: Int,
    shot: [Double], typical: Double
  ) -> [Double] {
    var sum = shot.map { $0 * constants.shotWeight }
    var all = constants.shotWeight
    var shares = 0.0
    for index in neighbours(of: time, in: looks, first: first) {
      let away = abs(looks[index].time - time) / constants.lookSeconds
      let share = max(0.01, 1 - away)
      all += share * weights[index]
      shares += share
      for position in sum.indices { sum[position] += share * curves[index][position] }
    }
    guard all > 0, shares > 0, typical > 0 else { return sum }
    // Instants that few looked at count for little: what is kept is a share of all looks.
    let scale = (all - constants.shotWeight) / shares / typical / all
    return sum.map { $0 * scale }
  }

  /// The bins within reach of `time`, or the nearest one where none is.
  private func neighbours(of time: Double, in looks: [Looks], first: Int) -> Range<Int> {
    var last = first
    while last < looks.count, looks[last].time < time + constants.lookSeconds { last += 1 }
    if last > first { return first..<last }
    if looks.isEmpty { return 0..<0 }
    guard first > 0 else { return 0..<1 }
    guard first < looks.count else { return looks.count - 1..<looks.count }
    let isBefore = time - looks[first - 1].time <= looks[first].time - time
    return isBefore ? first - 1..<first : first..<first + 1
  }
}
