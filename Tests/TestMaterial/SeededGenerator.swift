import Audience

/// A generator of random numbers that gives the same ones for the same seed (`SplitMix64`).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts from a seed.
  package init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= SplitMix64.step
    return SplitMix64.mixed(state)
  }

  /// A number in 0..<1.
  package mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// A number of a normal distribution around 0, by the sum of twelve (Irwin–Hall).
  package mutating func normal(deviation: Double) -> Double {
    ((0..<12).reduce(0) { sum, _ in sum + unit() } - 6) * deviation
  }
}
