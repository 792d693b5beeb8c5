/// Builds the map of what windows are worth in a shot, from its looks and what they are at.
struct CoverageBuilder {
  let grid: PositionGrid
  let constants: FramingConstants

  /// The map of `steps` steps of `stepSeconds` from `start` on.
  ///
  /// Each step's looks are those of the bins around it, weighed by a triangle in time.
  func map(of looks: [Looks], start: Double, stepSeconds: Double, steps: Int) -> CoverageMap {
    let weights = looks.map(\.weight)
    let typical = weights.reduce(0, +) / Double(max(1, weights.count))
    let series = CurveSeries(
      times: looks.map(\.time), curves: curves(of: looks, typical: typical), weights: weights)
    let shot = series.mean(over: looks.indices.map { ($0, 1) }, positions: grid.count)
    var values: [Double] = []
    values.reserveCapacity(steps * grid.count)
    for step in 0..<steps {
      let time = start + (Double(step) + 0.5) * stepSeconds
      let now = series.mean(
        over: series.bins(near: time, within: constants.lookSeconds), positions: grid.count)
      // Instants that few looked at count for little: what is kept is a share of all looks. Where
      // nobody does, the shot as a whole says.
      let isSeen = now.weight > 0 && typical > 0
      values += isSeen ? now.shares.map { now.weight / typical * $0 } : shot.shares
    }
    return CoverageMap(steps: steps, positions: grid.count, values: values)
  }

  /// For each bin the weighed looks held at each position, with room to spare where it counts;
  /// looks are spread the wider the fewer.
  private func curves(of looks: [Looks], typical: Double) -> [[Double]] {
    let spread = constants.lookDeviation * (20 / max(0.01, typical)).squareRoot()
    let edge = SoftEdge(deviation: max(constants.lookDeviation, spread))
    let roomy = RoomyWindow(grid: grid, constants: constants)
    return zip(looks, roomy.shares(of: looks)).map { looks, room in
      (0..<grid.count).map { position in
        let low = grid.edge(position)
        return looks.entries.reduce(0) { sum, look in
          let held = edge.inside(look.position, low: low, high: low + grid.window)
          let spared = room > 0 ? roomy.held(look.position, windowFrom: low) : held
          return sum + look.weight * (held + room * (spared - held))
        }
      }
    }
  }
}

/// How surely a look lies on one side of an edge, when its place is known to a deviation only.
///
/// The cumulative form of the biweight kernel: as good as a Gaussian here, of finite reach, and a
/// polynomial, so that every machine computes the same bits.
struct SoftEdge: Hashable, Sendable {
  /// Beyond this distance a look is surely on its side: √7 deviations for the biweight kernel.
  let reach: Double

  /// Makes an edge for looks of a standard deviation in any unit of length.
  init(deviation: Double) { reach = max(1e-9, deviation * 2.645_751_311_064_59) }

  /// The probability that a look seen at `distance` above the edge is truly above it.
  func above(_ distance: Double) -> Double {
    let u = distance / reach
    guard u > -1 else { return 0 }
    guard u < 1 else { return 1 }
    let square = u * u
    return 0.5 + 0.9375 * u * (1 - square * (2 / 3.0 - square / 5))
  }

  /// The probability that a look seen at `look` lies in `low…high`, given that it lies in 0…1.
  ///
  /// Looks are known to be on the picture, so nothing is lost at the picture's own edges.
  func inside(_ look: Double, low: Double, high: Double) -> Double {
    let picture = above(look) - above(look - 1)
    guard picture > 0 else { return look >= low && look <= high ? 1 : 0 }
    return max(0, above(look - low) - above(look - high)) / picture
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
