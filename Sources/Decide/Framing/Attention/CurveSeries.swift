import Audience

/// The coverage curves of a shot's time bins, in order of time, and means of them.
struct CurveSeries {
  /// The middle of each time bin, in seconds.
  let times: [Double]
  /// For each time bin and position, the weight of the gaze points that the window covers.
  let curves: [[Double]]
  /// For each time bin, the total weight of its gaze points.
  let weights: [Double]

  /// The time bins within `reach`, or the nearest one, weighted by a triangle kernel.
  func bins(near time: Double, within reach: Double) -> [(bin: Int, share: Double)] {
    let low = times.partitionPoint { $0 <= time - reach }
    var found: [(bin: Int, share: Double)] = []
    for bin in low..<times.count {
      let away = abs(times[bin] - time)
      guard times[bin] < time + reach else { break }
      found.append((bin, max(0.01, 1 - away / reach)))
    }
    if !found.isEmpty || times.isEmpty { return found }
    guard low > 0 else { return [(0, 1)] }
    guard low < times.count else { return [(times.count - 1, 1)] }
    return [(time - times[low - 1] <= times[low] - time ? low - 1 : low, 1)]
  }

  /// The mean share of gaze points covered per position around a time, and their weight per bin.
  func mean(
    near time: Double, within reach: Double, positions: Int
  ) -> (shares: [Double], weight: Double) {
    var sum = [Double](repeating: 0, count: positions)
    var (all, shares) = (0.0, 0.0)
    for (bin, share) in bins(near: time, within: reach) {
      all += share * weights[bin]
      shares += share
      for position in sum.indices { sum[position] += share * curves[bin][position] }
    }
    guard all > 0, shares > 0 else { return (sum, 0) }
    return (sum.map { $0 / all }, all / shares)
  }
}
