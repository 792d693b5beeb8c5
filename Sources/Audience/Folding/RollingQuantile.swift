/// A quantile of levels that come and go: it moves on from where it was.
///
/// What came and what went are counted apart. A face at rest repeats its level, and a count that is
/// raised and lowered in turn waits for itself each time.
struct RollingQuantile: ~Copyable {
  private let share: Double
  /// How often each level came, and behind them how often each went.
  private let counts: UnsafeMutablePointer<Int32>
  private var total: Int32 = 0
  private var now = 0
  /// How many lie below `now`.
  private var below: Int32 = 0
  /// How many of the total are at or below the quantile, at least.
  private var wanted: Int32 = 1
  private var totalOfWanted: Int32 = 0

  private static let kinds = 256

  /// - Parameter share: of the levels at or below it, 0…1.
  init(_ share: Double) {
    self.share = share
    counts = .allocate(capacity: 2 * Self.kinds)
    counts.initialize(repeating: 0, count: 2 * Self.kinds)
  }

  deinit { counts.deallocate() }

  /// Adds a level so many times, once or not at all.
  @inline(__always)
  mutating func add(_ level: UInt8, times: Int32 = 1) {
    // Through the property itself it does not compile with ThreadSanitizer (swiftlang/swift#86265).
    let counts = counts
    counts[Int(level)] &+= times
    total &+= times
    below &+= Int(level) < now ? times : 0
  }

  /// Takes a level away that was added so many times.
  @inline(__always)
  mutating func remove(_ level: UInt8, times: Int32 = 1) {
    let counts = counts
    counts[Self.kinds + Int(level)] &+= times
    total &-= times
    below &-= Int(level) < now ? times : 0
  }

  /// The least level with at least the share at or below it; what it was where there is nothing, 0
  /// at first.
  @inline(__always)
  mutating func value() -> UInt8 {
    if total > 0 { move() }
    return UInt8(truncatingIfNeeded: now)
  }

  @inline(__always)
  private mutating func move() {
    if totalOfWanted != total {
      wanted = Int32(LevelHistogram.place(share, of: Int(total)))
      totalOfWanted = total
    }
    while below >= wanted {
      now -= 1
      below &-= left(now)
    }
    while now < Self.kinds - 1 {
      let more = left(now)
      guard below &+ more < wanted else { return }
      below &+= more
      now += 1
    }
  }

  @inline(__always)
  private func left(_ level: Int) -> Int32 { counts[level] &- counts[Self.kinds + level] }
}

/// The middle value, or the mean of the two; 0 of nothing.
///
/// - Parameter values: numbers, in any order.
/// - Returns: exactly what sorting them would give, for the cost of a few walks over them.
func median(_ values: [Double]) -> Double {
  guard values.count > 1 else { return values.first ?? 0 }
  var values = values
  let middle = values.count / 2
  let high = values.withUnsafeMutableBufferPointer { select(middle, of: $0) }
  guard values.count.isMultiple(of: 2) else { return high }
  // All that lies before the middle is no greater: the greatest of it is the one before.
  let low = values[..<middle].max() ?? high
  return (low + high) / 2
}

/// Hoare's selection (1961): the value at a place in order, with nothing greater before it.
private func select(_ place: Int, of values: UnsafeMutableBufferPointer<Double>) -> Double {
  var (first, last) = (0, values.count - 1)
  while first < last {
    let middle = values[first + (last - first) / 2]
    let pivot = max(min(values[first], values[last]), min(max(values[first], values[last]), middle))
    var (left, right) = (first, last)
    while left <= right {
      while values[left] < pivot { left += 1 }
      while values[right] > pivot { right -= 1 }
      guard left <= right else { break }
      values.swapAt(left, right)
      left += 1
      right -= 1
    }
    if place <= right {
      last = right
    } else if place >= left {
      first = left
    } else {
      break
    }
  }
  return values[place]
}
