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
  /// Whether windows are to hold looks with room to spare (`RoomyWindow`).
  var leavesRoom = true

  /// The map of `steps` steps of `stepSeconds` from `start` on.
  ///
  /// Each step's looks are those of the bins around it, weighed by a triangle in time, and beside
  /// them a few looks' worth of the seconds around and of the whole shot: shrinkage n / (n + m) by
  /// stages, so that few viewers do not toss the window about and many are hardly held back.
  func map(of looks: [Looks], start: Double, stepSeconds: Double, steps: Int) -> CoverageMap {
    let weights = looks.map(\.weight)
    let all = weights.reduce(0, +)
    let typical = all / Double(max(1, weights.count))
    let room =
      leavesRoom
      ? RoomyWindow(grid: grid, constants: constants).shares(of: looks) : looks.map { _ in 0 }
    let series = CurveSeries(
      times: looks.map(\.time), curves: curves(of: looks, room, typical: typical),
      weights: weights)
    let shot = series.mean(over: looks.indices.map { ($0, 1) }, positions: grid.count)
    let prior = priorWeights(of: looks, series)
    var values: [Double] = []
    values.reserveCapacity(steps * grid.count)
    for step in 0..<steps {
      let time = start + (Double(step) + 0.5) * stepSeconds
      let now = series.mean(
        over: series.bins(near: time, within: constants.lookSeconds), positions: grid.count)
      let near = series.mean(
        over: series.bins(near: time, within: constants.nearSeconds), positions: grid.count)
      // Where nearly everyone is held an instant speaks for itself.
      let spread = 1 - (series.bins(near: time, within: 0.01).first.map { room[$0.bin] } ?? 0)
      values += row(
        now: now, near: near, shot: shot, prior: (prior.near * spread, prior.shot * spread),
        typical: typical)
    }
    return CoverageMap(steps: steps, positions: grid.count, values: values)
  }

  /// Looks are spread the wider the fewer there are.
  private func edge(typical: Double) -> SoftEdge {
    let spread = constants.lookDeviation * (20 / max(0.01, typical)).squareRoot()
    let range = constants.lookDeviationRange
    return SoftEdge(deviation: min(range.upperBound, max(range.lowerBound, spread)))
  }

  /// How many looks' worth the seconds around and the whole shot count beside an instant.
  private func priorWeights(
    of looks: [Looks], _ series: CurveSeries
  ) -> (near: Double, shot: Double) {
    let shrinkage = Shrinkage(looks)
    let whole = shrinkage.mean(over: looks.indices.map { ($0, 1) })
    return (
      near: shrinkage.weight(atMost: constants.nearWeight) { index in
        shrinkage.mean(over: series.bins(near: looks[index].time, within: constants.nearSeconds))
      },
      shot: shrinkage.weight(atMost: constants.shotWeight) { _ in whole }
    )
  }

  /// For each bin the weighed looks held at each position.
  ///
  /// A part of each look is spread widely; and where windows hold nearly everyone, what counts is
  /// that they do so with room to spare (`RoomyWindow`).
  private func curves(
    of looks: [Looks], _ room: [Double], typical: Double
  ) -> [[Double]] {
    let edge = edge(typical: typical)
    let wide = SoftEdge(deviation: constants.wideDeviation)
    let wideShare = constants.wideWeight / max(1e-9, constants.wideWeight + typical)
    let roomy = RoomyWindow(grid: grid, constants: constants)
    return zip(looks, room).map { looks, room in
      (0..<grid.count).map { position in
        let low = grid.edge(position)
        let high = low + grid.window
        return looks.entries.reduce(0) { sum, look in
          let near = edge.inside(look.position, low: low, high: high)
          let far = wide.inside(look.position, low: low, high: high)
          let held = near + wideShare * (far - near)
          guard room > 0 else { return sum + look.weight * held }
          let spared = roomy.held(look.position, windowFrom: low)
          return sum + look.weight * (held + room * (spared - held))
        }
      }
    }
  }

  /// The share of the looks that each position holds at one step.
  private func row(
    now: CurveSeries.Mean, near: CurveSeries.Mean, shot: CurveSeries.Mean,
    prior: (near: Double, shot: Double), typical: Double
  ) -> [Double] {
    let all = now.weight + prior.near + prior.shot
    guard all > 0, typical > 0 else { return shot.shares }
    // Instants that few looked at count for little: what is kept is a share of all looks.
    let scale = now.weight / typical / all
    return shot.shares.indices.map { position in
      scale
        * (now.weight * now.shares[position] + prior.near * near.shares[position]
          + prior.shot * shot.shares[position])
    }
  }
}
