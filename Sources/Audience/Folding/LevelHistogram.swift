/// Counts of levels 0…255, for quantiles without sorting.
struct LevelHistogram {
  private var counts = InlineArray<256, Int32>(repeating: 0)
  private(set) var total = 0

  @inline(__always)
  mutating func add(_ level: UInt8, times count: Int = 1) {
    counts[Int(level)] += Int32(count)
    total += count
  }

  /// How often a level was added.
  @inline(__always)
  func count(of level: UInt8) -> Int { Int(counts[Int(level)]) }

  mutating func add(_ other: LevelHistogram) {
    for level in 0..<256 { counts[level] += other.counts[level] }
    total += other.total
  }

  /// The least level with at least the share `quantile` of the counts at or below it.
  func quantile(_ quantile: Double) -> UInt8 {
    level(at: max(1, Int((Double(total) * quantile).rounded(.up))) - 1)
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

  /// Median distance from the median, in levels.
  func medianDeviation() -> Double {
    let middle = Int(quantile(0.5))
    var distances = LevelHistogram()
    for level in 0..<256 where counts[level] > 0 {
      distances.add(UInt8(abs(level - middle)), times: Int(counts[level]))
    }
    return Double(distances.quantile(0.5))
  }
}

/// A quantile of levels that come and go: it moves on from where it was.
struct RollingQuantile {
  private let share: Double
  private var levels = LevelHistogram()
  private var level = 0
  /// How many lie below `level`.
  private var below = 0

  /// - Parameter share: of the levels at or below it, 0…1.
  init(_ share: Double) { self.share = share }

  /// How many there are.
  var total: Int { levels.total }

  @inline(__always)
  mutating func add(_ new: UInt8) {
    levels.add(new)
    if new < level { below += 1 }
  }

  @inline(__always)
  mutating func remove(_ old: UInt8) {
    levels.add(old, times: -1)
    if old < level { below -= 1 }
  }

  /// The least level with at least the share at or below it; of some.
  mutating func value() -> UInt8 {
    let wanted = max(1, Int((Double(total) * share).rounded(.up)))
    while below >= wanted {
      level -= 1
      below -= levels.count(of: UInt8(level))
    }
    while level < 255, below + levels.count(of: UInt8(level)) < wanted {
      below += levels.count(of: UInt8(level))
      level += 1
    }
    return UInt8(level)
  }
}
