/// Counts of levels 0…255, for quantiles without sorting.
struct LevelHistogram {
  private var counts = InlineArray<256, Int32>(repeating: 0)
  private(set) var total = 0

  @inline(__always)
  mutating func add(_ level: UInt8, times count: Int = 1) {
    counts[Int(level)] += Int32(count)
    total += count
  }

  /// The least level with at least the share `quantile` of the counts at or below it.
  func quantile(_ quantile: Double) -> UInt8 {
    level(at: Self.place(quantile, of: total) - 1)
  }

  /// The level at a place of all that were added, in order; the highest there is beyond them.
  func level(at place: Int) -> UInt8 {
    var sum = 0
    for level in 0..<256 {
      sum += Int(counts[level])
      if sum > place { return UInt8(level) }
    }
    return 255
  }

  /// The middle level, or the mean of the two, rounded up.
  var middle: UInt8 {
    let high = level(at: total / 2)
    guard total.isMultiple(of: 2) else { return high }
    return UInt8((UInt16(level(at: total / 2 - 1)) + UInt16(high) + 1) / 2)
  }

  /// Median distance from the median, in levels; the greatest there is where nothing was added.
  func medianDeviation() -> Double {
    let middle = Int(quantile(0.5))
    let wanted = Self.place(0.5, of: total)
    var within = Int(counts[middle])
    var distance = 0
    while within < wanted, distance < 255 {
      distance += 1
      if middle - distance >= 0 { within += Int(counts[middle - distance]) }
      if middle + distance < 256 { within += Int(counts[middle + distance]) }
    }
    return Double(distance)
  }

  /// How many of so many are at or below a quantile, at least; 1 of none.
  static func place(_ quantile: Double, of total: Int) -> Int {
    max(1, Int((Double(total) * quantile).rounded(.up)))
  }
}
