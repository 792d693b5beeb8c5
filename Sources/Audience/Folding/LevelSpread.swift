/// How far the levels of all classes lie around their middles, over a whole session.
///
/// Both medians are looked for bit by bit, from the highest: of each class it is counted how many
/// levels are at most so high, over two half seconds at a time. That takes sixteen walks over the
/// levels, and still an eighth of the time of counting each of them in a table of its class.
struct LevelSpread {
  /// Of each class the median distance of the levels from their median, in levels; 255 where
  /// nothing is known.
  let medianDeviations: SIMD8<UInt8>

  /// - Parameters:
  ///   - levels: by half second the levels of the classes; 255 where one is not known.
  ///   - known: a byte a class, 1 where it is known.
  init(_ levels: [SIMD8<UInt8>], known: [SIMD8<UInt8>]) {
    let ones = SIMD16<UInt8>(repeating: 1)
    let totals = Self.count(known.count, pairOf: known, else: .zero) { $0 }
    var wanted = SIMD8<UInt32>.zero
    for lane in 0..<8 {
      wanted[lane] = UInt32(LevelHistogram.place(0.5, of: Int(totals[lane])))
    }
    let middles = Self.twice(Self.least(levels, wanted))
    let distances = zip(levels, known).map { levels, known in
      let below = unsafeBitCast(levels .< middles.lowHalf, to: SIMD8<UInt8>.self)
      // Whatever is not known lies beyond all that is.
      return (((levels &- middles.lowHalf) ^ below) &- below) | (known &- ones.lowHalf)
    }
    medianDeviations = Self.least(distances, wanted)
  }

  /// The least levels that at least so many are at or below; 255 where there are not as many below.
  private static func least(
    _ levels: [SIMD8<UInt8>], _ wanted: SIMD8<UInt32>
  ) -> SIMD8<UInt8> {
    var found: UInt64 = 0
    for bit in (0..<8).reversed() {
      // The highest that can be tried is 254: what is not known is never counted.
      let limit = twice(SIMD8(key: found) &+ SIMD8(repeating: 1 << UInt8(bit) &- 1))
      let counts = count(levels.count, pairOf: levels, else: SIMD8(repeating: 255)) { pair in
        unsafeBitCast(pair .<= limit, to: SIMD16<UInt8>.self) & SIMD16(repeating: 1)
      }
      for lane in 0..<8 where counts[lane] < wanted[lane] {
        found |= 1 << UInt64(8 * lane + bit)
      }
    }
    return SIMD8(key: found)
  }

  /// Adds up a byte a class over some half seconds.
  ///
  /// - Parameters:
  ///   - count: how many half seconds.
  ///   - items: what is known of them.
  ///   - rest: stands beside the last where their number is odd.
  ///   - byte: 0 or 1 of each byte of two half seconds.
  /// - Returns: the sums.
  @inline(__always)
  private static func count(
    _ count: Int, pairOf items: [SIMD8<UInt8>], else rest: SIMD8<UInt8>,
    byte: (SIMD16<UInt8>) -> SIMD16<UInt8>
  ) -> SIMD8<UInt32> {
    var sums = SIMD8<UInt32>.zero
    @inline(__always)
    func add(_ bytes: SIMD16<UInt8>) {
      sums &+= SIMD8(truncatingIfNeeded: bytes.lowHalf) &+ SIMD8(truncatingIfNeeded: bytes.highHalf)
    }
    items.withUnsafeBytes { pairs in
      var next = 0
      while next < count / 2 {
        // As many as a byte counts.
        let end = min(count / 2, next + 255)
        var block = SIMD16<UInt8>.zero
        for pair in next..<end {
          block &+= byte(pairs.loadUnaligned(fromByteOffset: 16 &* pair, as: SIMD16<UInt8>.self))
        }
        add(block)
        next = end
      }
    }
    if !count.isMultiple(of: 2) { add(byte(SIMD16(lowHalf: items[count - 1], highHalf: rest))) }
    return sums
  }

  @inline(__always)
  private static func twice(_ levels: SIMD8<UInt8>) -> SIMD16<UInt8> {
    SIMD16(lowHalf: levels, highHalf: levels)
  }
}
