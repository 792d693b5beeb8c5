import Audience

/// The coverage curves of a shot's bins in order of time, and their means over stretches of it.
struct CurveSeries: Hashable, Sendable {
  /// The middle of each bin, seconds.
  let times: [Double]
  /// For each bin, the weighed looks that the window holds at each position.
  let curves: [[Double]]
  /// For each bin, the weight of all its looks.
  let weights: [Double]

  /// A mean over bins.
  struct Mean: Hashable, Sendable {
    /// For each position the share of the looks held, 0…1.
    var shares: [Double]
    /// The mean weight of the looks of a bin.
    var weight: Double
  }

  /// The bins around a time and their shares in a mean: a triangle that ends `reach` away.
  ///
  /// Where no bin is within reach, the nearest one stands in.
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

  /// The mean over some bins; every look counts alike.
  func mean(over bins: [(bin: Int, share: Double)], positions: Int) -> Mean {
    var sum = [Double](repeating: 0, count: positions)
    var all = 0.0
    var shares = 0.0
    for (bin, share) in bins {
      all += share * weights[bin]
      shares += share
      for position in sum.indices { sum[position] += share * curves[bin][position] }
    }
    guard all > 0, shares > 0 else { return Mean(shares: sum, weight: 0) }
    return Mean(shares: sum.map { $0 / all }, weight: all / shares)
  }
}
