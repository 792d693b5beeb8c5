import Audience
import Glibc

/// A seeded random number generator: SplitMix64 (Steele, Lea & Flood 2014).
///
/// Each use has a stream of its own, so that one more viewer does not change the others.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts stream `stream` of `seed`.
  package init(seed: UInt64, stream: UInt64 = 0) {
    state = seed
    let mixed = next() ^ (stream &* 0xD6E8_FEB8_6659_FD93)
    state = mixed
    state = next()
  }

  package mutating func next() -> UInt64 {
    state &+= SplitMix64.step
    return SplitMix64.mixed(state)
  }

  /// Uniform in 0..<1.
  package mutating func uniform() -> Double { Double(next() >> 11) / Double(1 << 53) }

  package mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + uniform() * (range.upperBound - range.lowerBound)
  }

  package mutating func chance(_ probability: Double) -> Bool { uniform() < probability }

  /// A uniform integer in 0..<bound; 0 if `bound` is 0.
  package mutating func index(below bound: Int) -> Int {
    bound > 0 ? min(bound - 1, Int(uniform() * Double(bound))) : 0
  }

  /// Normal with mean 0 (Box & Muller 1958).
  package mutating func normal(deviation: Double) -> Double {
    let radius = (-2 * log(1 - uniform())).squareRoot()
    return deviation * radius * cos(2 * .pi * uniform())
  }

  /// Gamma distributed (Marsaglia & Tsang 2000); requires a shape of at least 1.
  package mutating func gamma(shape: Double, scale: Double) -> Double {
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal(deviation: 1)
      let v = (1 + c * x) * (1 + c * x) * (1 + c * x)
      guard v > 0 else { continue }
      if log(1 - uniform()) < 0.5 * x * x + d - d * v + d * log(v) { return d * v * scale }
    }
  }
}
