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

/// Histograms of the levels of seven classes, side by side: what comes in is spread over all of
/// them at once.
struct LaneHistograms {
  private var counts = InlineArray<2048, Int32>(repeating: 0)

  /// Adds a level in each lane whose bit is set, so many times.
  @inline(__always)
  mutating func add(_ levels: SIMD8<UInt8>, _ lanes: UInt8, _ times: Int32) {
    for lane in 0..<7 {
      let weight = Int32(lanes >> UInt8(lane) & 1) &* times
      counts[lane << 8 | Int(levels[lane])] &+= weight
    }
  }

  /// How often a level was added in a lane.
  @inline(__always)
  func count(of level: Int, in lane: Int) -> Int32 { counts[lane << 8 | level & 255] }

  /// The histogram of a lane.
  subscript(lane: Int) -> LevelHistogram {
    var histogram = LevelHistogram()
    for level in 0..<256 {
      histogram.add(UInt8(level), times: Int(count(of: level, in: lane)))
    }
    return histogram
  }
}

/// A quantile of seven classes' levels that come and go: each moves on from where it was.
struct RollingQuantiles {
  private let share: Double
  private var levels = LaneHistograms()
  private var totals = InlineArray<8, Int32>(repeating: 0)
  private var now = InlineArray<8, Int32>(repeating: 0)
  /// How many lie below `now`.
  private var below = InlineArray<8, Int32>(repeating: 0)

  /// - Parameter share: of the levels at or below it, 0…1.
  init(_ share: Double) { self.share = share }

  /// Adds a level in each lane whose bit is set.
  @inline(__always)
  mutating func add(_ new: SIMD8<UInt8>, in lanes: UInt8) { change(new, lanes, 1) }

  /// Takes away a level in each lane whose bit is set.
  @inline(__always)
  mutating func remove(_ old: SIMD8<UInt8>, in lanes: UInt8) { change(old, lanes, -1) }

  @inline(__always)
  private mutating func change(_ some: SIMD8<UInt8>, _ lanes: UInt8, _ times: Int32) {
    levels.add(some, lanes, times)
    for lane in 0..<7 {
      let weight = Int32(lanes >> UInt8(lane) & 1) &* times
      totals[lane] &+= weight
      below[lane] &+= Int32(some[lane]) < now[lane] ? weight : 0
    }
  }

  /// The least level of each lane with at least the share at or below it; what it was where there
  /// is nothing, 0 at first.
  mutating func values() -> SIMD8<UInt8> {
    var bytes: UInt64 = 0
    for lane in 0..<7 {
      if totals[lane] > 0 { move(lane) }
      bytes |= UInt64(UInt8(truncatingIfNeeded: now[lane])) << UInt64(8 * lane)
    }
    return unsafeBitCast(bytes.littleEndian, to: SIMD8<UInt8>.self)
  }

  private mutating func move(_ lane: Int) {
    let wanted = max(1, Int32((Double(totals[lane]) * share).rounded(.up)))
    var (level, less) = (Int(now[lane]), below[lane])
    while less >= wanted {
      level -= 1
      less -= levels.count(of: level, in: lane)
    }
    while level < 255, less + levels.count(of: level, in: lane) < wanted {
      less += levels.count(of: level, in: lane)
      level += 1
    }
    (now[lane], below[lane]) = (Int32(level), less)
  }
}
