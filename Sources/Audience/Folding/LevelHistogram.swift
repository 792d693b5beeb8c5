/// Counts of levels 0…255, for quantiles over a sliding window without sorting.
struct LevelHistogram {
  private var counts = [Int32](repeating: 0, count: 256)
  private(set) var total = 0

  mutating func add(_ level: UInt8) {
    counts[Int(level)] += 1
    total += 1
  }

  mutating func remove(_ level: UInt8) {
    counts[Int(level)] -= 1
    total -= 1
  }

  /// The least level with at least the share `quantile` of the counts at or below it.
  func quantile(_ quantile: Double) -> UInt8 {
    let wanted = max(1, Int32((Double(total) * quantile).rounded(.up)))
    var sum: Int32 = 0
    for level in 0..<256 {
      sum += counts[level]
      if sum >= wanted { return UInt8(level) }
    }
    return 255
  }

  /// Median distance from the median, in levels.
  func medianDeviation() -> Double {
    let middle = Int(quantile(0.5))
    var distances = LevelHistogram()
    for level in 0..<256 where counts[level] > 0 {
      distances.counts[abs(level - middle)] += counts[level]
    }
    distances.total = total
    return Double(distances.quantile(0.5))
  }
}
