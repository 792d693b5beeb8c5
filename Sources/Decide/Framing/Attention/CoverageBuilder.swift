import Audience

/// Computes the value of each window position at each step of a shot (a coverage map).
///
/// Each gaze point counts with the probability that it is inside the window, which is less certain
/// with few gaze points. A gaze point is the middle of an object with a size. So if a window can
/// cover nearly all gaze points, positions that leave room around them are worth more. On windows
/// chosen by people this shows five percentage points more of them whole. On scattered gaze it
/// would cost two percentage points of coverage.
///
/// Coverage hardly changes around its best position. There the distance from the middle of the main
/// gaze cluster decides, so that a face is in the middle.
struct CoverageBuilder {
  let task: PathTask
  let grid: PositionGrid
  let constants: FramingConstants

  private var axis: WindowAxis { task.window }

  /// The coverage map of the task; values are interpolated from the time bins around each step.
  func map() -> CoverageMap {
    let steps = max(1, Int((task.seconds / constants.stepSeconds).rounded()))
    let stepSeconds = task.seconds / Double(steps)
    let all = task.attention.points
    let typical = all.reduce(0) { $0 + $1.points.weight } / Double(max(1, all.count))
    let gaze = all[near(all)].map(weighted)
    let series = CurveSeries(
      times: gaze.map(\.time), curves: curves(of: gaze, typical: typical),
      weights: gaze.map(\.points.weight))
    var values: [Float] = []
    values.reserveCapacity(steps * grid.count)
    for step in 0..<steps {
      let time = task.start + (Double(step) + 0.5) * stepSeconds
      let now = series.mean(near: time, within: TimeBins.length, positions: grid.count)
      // Steps with few gaze points count less, because the result is a share of all gaze points.
      let weight = now.weight / max(1e-9, typical)
      values += now.shares.map { Float(weight * $0) }
    }
    return CoverageMap(steps: steps, positions: grid.count, values: values)
  }

  /// The gaze that affects the task: the bins near it, and those that `roominess` needs.
  private func near(_ gaze: [TimedPoints]) -> Range<Int> {
    let series = CurveSeries(times: gaze.map(\.time), curves: [], weights: [])
    guard let first = series.bins(near: task.start, within: TimeBins.length).first?.bin,
      let last = series.bins(near: task.end, within: TimeBins.length).last?.bin
    else { return gaze.indices }
    let from = gaze.partitionPoint { $0.time <= gaze[first].time - constants.nearSeconds }
    let to = gaze.partitionPoint { $0.time < gaze[last].time + constants.nearSeconds }
    return from..<to
  }

  /// The gaze points of a time bin, with `scatteredWeight` if the bin has no cluster.
  private func weighted(_ bin: TimedPoints) -> TimedPoints {
    guard task.attention.scattered.contains(TimeBins.index(at: bin.time)) else { return bin }
    var bin = bin
    for index in bin.points.indices { bin.points[index].weight *= constants.scatteredWeight }
    return bin
  }

  /// The value of each position in each time bin, times the weight of the bin's gaze points.
  private func curves(of gaze: [TimedPoints], typical: Double) -> [[Double]] {
    let edge = SoftEdge(deviation: constants.deviation(ofWeight: typical))
    let roomy = SoftEdge(deviation: constants.roomDeviation * grid.window)
    let margin = constants.roomMargin * grid.window
    return zip(gaze, roominess(of: gaze)).map { bin, room in
      let cluster = task.attention.clusters[TimeBins.index(at: bin.time)]
      let losses = cluster?.losses(over: grid, along: axis)
      let points = bin.points.map { (position: axis.position(of: $0), weight: $0.weight) }
      let all = bin.points.weight
      return (0..<grid.count).map { position in
        let low = grid.edge(position)
        let high = low + grid.window
        return points.reduce(-all * (losses?[position] ?? 0)) { sum, point in
          let held = edge.inside(point.position, low: low, high: high)
          guard room > 0 else { return sum + point.weight * held }
          // No margin is needed at the edges of the frame.
          let within = min(1 - margin, max(margin, point.position))
          let spared = roomy.inside(within, low: low + margin, high: high - margin)
          return sum + point.weight * (held + room * (spared - held))
        }
      }
    }
  }

  /// How much room around gaze points counts per time bin, 0…1: more if one window covers most.
  func roominess(of gaze: [TimedPoints]) -> [Double] {
    guard grid.count > 1 else { return gaze.map { _ in 0 } }
    let series = CurveSeries(
      times: gaze.map(\.time),
      curves: gaze.map { [$0.points.weight * axis.bestShare(of: $0.points)] },
      weights: gaze.map(\.points.weight))
    return gaze.map { bin in
      let held = series.mean(near: bin.time, within: constants.nearSeconds, positions: 1).shares[0]
      let nearlyAll = max(0, (held - constants.roomFrom) / (1 - constants.roomFrom))
      return constants.roomMost * nearlyAll
    }
  }
}

extension FramingConstants {
  /// Uncertainty of a gaze point, a standard deviation in shares of the axis; `weight` is per bin.
  func deviation(ofWeight weight: Double) -> Double {
    lookDeviation * max(1, (20 / max(0.01, weight)).squareRoot())
  }
}

/// The probability that a gaze point is on one side of an edge, given the uncertainty of its place.
///
/// It is the integral of the biweight kernel. That works as well as a Gaussian here, has a finite
/// reach, and is a polynomial, so every machine computes the same bits.
struct SoftEdge {
  /// Half width of the kernel, √7 standard deviations; beyond it the side is certain.
  let reach: Double

  init(deviation: Double) { reach = max(1e-9, deviation * 2.645_751_311_064_59) }

  /// The probability that a gaze point measured `distance` above the edge is really above it.
  func above(_ distance: Double) -> Double {
    let u = distance / reach
    guard u > -1 else { return 0 }
    guard u < 1 else { return 1 }
    let square = u * u
    return 0.5 + 0.9375 * u * (1 - square * (2 / 3.0 - square / 5))
  }

  /// The probability that a gaze point, which is known to be in 0…1, is in `low…high`.
  func inside(_ point: Double, low: Double, high: Double) -> Double {
    let picture = above(point) - above(point - 1)
    guard picture > 0 else { return point >= low && point <= high ? 1 : 0 }
    return max(0, above(point - low) - above(point - high)) / picture
  }
}

/// The window positions used in planning, evenly spaced from one end of the axis to the other.
struct PositionGrid {
  /// Number of positions; 1 if the window cannot move.
  let count: Int
  /// How far the window can move, and its size, as shares of the axis.
  let room: Double, window: Double

  init(axis: WindowAxis, positions: Int) {
    room = axis.room / axis.length
    window = axis.windowShare
    // Three positions per window, so that a very narrow window in a panorama misses nothing.
    let needed = Int((min(53, room / max(1e-6, window)) * 3).rounded(.up)) + 1
    count = axis.canMove ? max(2, positions, needed) : 1
  }

  /// Distance between two neighbouring positions, as a share of the axis.
  var spacing: Double { count > 1 ? room / Double(count - 1) : 0 }
  /// The near edge of the window at a position, as a share of the axis.
  func edge(_ position: Int) -> Double { Double(position) * spacing }
}
