/// A quantile of the levels of all classes at once, over a window that moves along half seconds.
///
/// Of each class it holds the quantile, and how many levels of the window lie below it and how many
/// at most there; where those no longer say that it is the quantile, it moves on to the next level
/// that there is. A window is so short that looking for that level takes a walk over it, in vectors
/// of two half seconds.
struct RollingLevels {
  /// Most half seconds of a window: they are counted in bytes, beside up to two that fill a vector.
  static let longest = 253

  /// The quantile of each class; where nothing of it is known, what it was, 0 at first.
  private(set) var quantiles = SIMD8<UInt8>.zero
  private var below = SIMD8<UInt8>.zero
  private var upTo = SIMD8<UInt8>.zero
  /// Of how many half seconds of the window a class is known.
  private var totals = SIMD8<UInt8>.zero
  /// How many of them are at or below the quantile, at least; by `totals`.
  private var wanted = SIMD8<UInt8>(repeating: 1)
  /// 255 where a class is known in any half second of the window.
  private var isKnown = SIMD8<UInt8>.zero
  private let wantedOf: [UInt8]
  /// What is in the window.
  private var window = 0..<0

  /// - Parameter share: of the levels at or below the quantile, 0…1.
  init(_ share: Double) {
    wantedOf = (0...Self.longest).map {
      UInt8(clamping: LevelHistogram.place(share, of: $0))
    }
  }

  /// Moves the window on.
  ///
  /// - Parameters:
  ///   - next: half seconds, `longest` at most; neither end lies before that of the window so far.
  ///   - levels: by half second the levels of the classes; 255 where one is not known.
  ///   - known: a byte a class, 1 where it is known.
  mutating func move(
    to next: Range<Int>, _ levels: UnsafeBufferPointer<SIMD8<UInt8>>,
    _ known: UnsafeBufferPointer<SIMD8<UInt8>>
  ) {
    // Whatever goes over a byte on the way comes back: what is left is no more than the window.
    let before = totals
    for bin in window.upperBound..<next.upperBound {
      // A byte of a mask is 255 where it is set: taking that away adds one.
      below &-= Self.bytes(levels[bin] .< quantiles)
      upTo &-= Self.bytes(levels[bin] .<= quantiles)
      totals &+= known[bin]
    }
    for bin in window.lowerBound..<next.lowerBound {
      below &+= Self.bytes(levels[bin] .< quantiles)
      upTo &+= Self.bytes(levels[bin] .<= quantiles)
      totals &-= known[bin]
    }
    window = next
    if totals.key != before.key { count(totals) }
    while step(levels) {}
  }

  /// Put together as numbers: a vector that is filled lane by lane waits for each.
  private mutating func count(_ totals: SIMD8<UInt8>) {
    var (least, marks) = (UInt64(0), UInt64(0))
    for lane in 0..<8 {
      let total = totals.key >> UInt64(8 * lane) & 255
      least |= UInt64(wantedOf[Int(total)]) << UInt64(8 * lane)
      marks |= (total > 0 ? 255 : 0) << UInt64(8 * lane)
    }
    (wanted, isKnown) = (SIMD8(key: least), SIMD8(key: marks))
  }

  /// Moves the quantiles that are none to the next level that there is.
  ///
  /// What is not known is 255, and so is beyond all that is: as many as are wanted are known, so
  /// that no search ends there unless a known level does.
  ///
  /// - Returns: whether any moved.
  @inline(__always)
  private mutating func step(_ levels: UnsafeBufferPointer<SIMD8<UInt8>>) -> Bool {
    let up = isKnown & Self.bytes(upTo .< wanted)
    let down = isKnown & Self.bytes(wanted .<= below)
    let moves = up | down
    guard moves.key != 0 else { return false }
    // Downwards is upwards among what is left to 255.
    let from = (quantiles ^ down) &+ 1
    let found = (least(levels, down, from) &+ from) ^ down
    quantiles = Self.either(found, quantiles, moves)
    let here = count(levels, at: quantiles)
    (below, upTo) = (
      Self.either(upTo, Self.either(below &- here, below, down), up),
      Self.either(upTo &+ here, Self.either(below, upTo, down), up)
    )
    return true
  }

  /// By how much the levels are above one at least, of those that are not below it; where `turned`
  /// is set, of what they are below 255.
  @inline(__always)
  private func least(
    _ levels: UnsafeBufferPointer<SIMD8<UInt8>>, _ turned: SIMD8<UInt8>, _ from: SIMD8<UInt8>
  ) -> SIMD8<UInt8> {
    let (turned, from) = (Self.twice(turned), Self.twice(from))
    var least = (last(levels) ^ turned) &- from
    let pairs = pairs(levels)
    for number in 0..<window.count / 2 {
      // What is below comes out as more than anything above.
      let pair = pairs.loadUnaligned(fromByteOffset: 16 &* number, as: SIMD16<UInt8>.self)
      let above = (pair ^ turned) &- from
      least.replace(with: above, where: above .< least)
    }
    let (low, high) = (least.lowHalf, least.highHalf)
    return Self.either(low, high, Self.bytes(low .< high))
  }

  /// How many levels of each class are exactly so.
  @inline(__always)
  private func count(
    _ levels: UnsafeBufferPointer<SIMD8<UInt8>>, at level: SIMD8<UInt8>
  ) -> SIMD8<UInt8> {
    let level = Self.twice(level)
    var count = SIMD16<UInt8>.zero &- Self.bytes(last(levels) .== level)
    let pairs = pairs(levels)
    for number in 0..<window.count / 2 {
      let pair = pairs.loadUnaligned(fromByteOffset: 16 &* number, as: SIMD16<UInt8>.self)
      count &-= Self.bytes(pair .== level)
    }
    return count.lowHalf &+ count.highHalf
  }

  /// The half seconds of the window, two to sixteen bytes.
  @inline(__always)
  private func pairs(_ levels: UnsafeBufferPointer<SIMD8<UInt8>>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: levels[window]))
  }

  /// The half second that is in no pair, beside one of which nothing is known; two of those where
  /// there is none.
  @inline(__always)
  private func last(_ levels: UnsafeBufferPointer<SIMD8<UInt8>>) -> SIMD16<UInt8> {
    var last = SIMD16<UInt8>(repeating: 255)
    if !window.count.isMultiple(of: 2) { last.lowHalf = levels[window.upperBound - 1] }
    return last
  }

  @inline(__always)
  private static func twice(_ levels: SIMD8<UInt8>) -> SIMD16<UInt8> {
    SIMD16(lowHalf: levels, highHalf: levels)
  }

  /// The first where the mask is set, else the second.
  @inline(__always)
  private static func either(
    _ first: SIMD8<UInt8>, _ second: SIMD8<UInt8>, _ mask: SIMD8<UInt8>
  ) -> SIMD8<UInt8> { (first & mask) | (second & ~mask) }

  /// 255 where the mask is set: as bytes it is calculated with in whole vectors, as a mask lane by
  /// lane.
  @inline(__always)
  private static func bytes(_ mask: SIMDMask<SIMD8<Int8>>) -> SIMD8<UInt8> {
    unsafeBitCast(mask, to: SIMD8<UInt8>.self)
  }

  @inline(__always)
  private static func bytes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<UInt8> {
    unsafeBitCast(mask, to: SIMD16<UInt8>.self)
  }
}
