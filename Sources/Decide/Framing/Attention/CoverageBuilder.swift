import Audience

/// Builds the map of what each window position is worth in a shot.
///
/// Each gaze point counts by how surely a window holds it, the less surely the fewer there are. If
/// a window can hold nearly all of them, it is worth more the further inside they are: a gaze point
/// is the middle of something with an extent. On people's own windows that is worth five points of
/// windows shown whole. If gaze spreads, it would cost two points of coverage.
///
/// Coverage is flat around its best position. There the distance from the middle of the main gaze
/// cluster decides: a face is in the middle, and the window rests while the cluster does.
struct CoverageBuilder {
  let grid: PositionGrid
  let constants: FramingConstants
  /// By bin for each position what its distance from the main cluster loses.
  var losses: [Int: [Double]] = [:]

  /// The map of `steps` steps of `stepSeconds` from `start` on.
  ///
  /// Each step's looks are those of the bins around it, interpolated.
  func map(of looks: [Looks], start: Double, stepSeconds: Double, steps: Int) -> CoverageMap {
    let typical = looks.reduce(0) { $0 + $1.weight } / Double(max(1, looks.count))
    let looks = telling(looks, from: start, to: start + Double(steps) * stepSeconds)
    let weights = looks.map(\.weight)
    let series = CurveSeries(
      times: looks.map(\.time), curves: curves(of: looks, typical: typical), weights: weights)
    var values: [Float] = []
    values.reserveCapacity(steps * grid.count)
    for step in 0..<steps {
      let time = start + (Double(step) + 0.5) * stepSeconds
      let now = series.mean(
        over: series.bins(near: time, within: HalfSeconds.length), positions: grid.count)
      // Instants that few looked at count for little: what is kept is a share of all looks.
      let weight = now.weight / max(1e-9, typical)
      values += now.shares.map { Float(weight * $0) }
    }
    return CoverageMap(steps: steps, positions: grid.count, values: values)
  }

  /// The looks that tell of some seconds: those about them, and of these what says how far room
  /// counts there.
  private func telling(_ looks: [Looks], from start: Double, to end: Double) -> [Looks] {
    let series = CurveSeries(times: looks.map(\.time), curves: [], weights: [])
    guard let first = series.bins(near: start, within: HalfSeconds.length).first?.bin,
      let last = series.bins(near: end, within: HalfSeconds.length).last?.bin
    else { return looks }
    return looks.filter {
      $0.time > looks[first].time - constants.nearSeconds
        && $0.time < looks[last].time + constants.nearSeconds
    }
  }

  /// For each bin what each position is worth, times the weight of its looks.
  private func curves(of looks: [Looks], typical: Double) -> [[Double]] {
    let edge = SoftEdge(deviation: constants.deviation(ofLooks: typical))
    let roomy = SoftEdge(deviation: constants.roomDeviation * grid.window)
    let margin = constants.roomMargin * grid.window
    return zip(looks, roominess(of: looks)).map { looks, room in
      let losses = losses[HalfSeconds.index(at: looks.time)]
      return (0..<grid.count).map { position in
        let low = grid.edge(position)
        let high = low + grid.window
        return looks.entries.reduce(-looks.weight * (losses?[position] ?? 0)) { sum, look in
          let held = edge.inside(look.position, low: low, high: high)
          guard room > 0 else { return sum + look.weight * held }
          // At the picture's own edges there is no margin to keep.
          let within = min(1 - margin, max(margin, look.position))
          let spared = roomy.inside(within, low: low + margin, high: high - margin)
          return sum + look.weight * (held + room * (spared - held))
        }
      }
    }
  }

  /// For each bin how far room counts, 0…1: by what the best window holds in the seconds around.
  func roominess(of looks: [Looks]) -> [Double] {
    guard grid.count > 1 else { return looks.map { _ in 0 } }
    let series = CurveSeries(
      times: looks.map(\.time),
      curves: looks.map { [$0.weight * $0.bestShare(window: grid.window)] },
      weights: looks.map(\.weight))
    return looks.map { bin in
      let held = series.mean(
        over: series.bins(near: bin.time, within: constants.nearSeconds), positions: 1
      ).shares[0]
      let nearlyAll = max(0, (held - constants.roomFrom) / (1 - constants.roomFrom))
      return constants.roomMost * nearlyAll
    }
  }
}

extension FramingConstants {
  /// How widely one of so many looks is spread, share of the picture along the window's axis.
  func deviation(ofLooks weight: Double) -> Double {
    lookDeviation * max(1, (20 / max(0.01, weight)).squareRoot())
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
