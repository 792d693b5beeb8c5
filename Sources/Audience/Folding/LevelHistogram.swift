/// Counts of levels 0…255, for quantiles without sorting.
struct LevelHistogram {
  private var counts = InlineArray<256, Int32>(repeating: 0)
  private(set) var total = 0

  @inline(__always)
  mutating func add(_ level: UInt8) {
    counts[Int(level)] += 1
    total += 1
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
}
