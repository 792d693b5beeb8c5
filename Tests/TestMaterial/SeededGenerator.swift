import Audience

/// A seeded random number generator (`SplitMix64`).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= SplitMix64.step
    return SplitMix64.mixed(state)
  }

  /// Uniform in 0..<1.
  package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Normal with mean 0, by the sum of twelve uniform numbers (Irwin–Hall).
  package mutating func normal(deviation: Double) -> Double {
    ((0..<12).reduce(0) { sum, _ in sum + unit() } - 6) * deviation
  }
}
