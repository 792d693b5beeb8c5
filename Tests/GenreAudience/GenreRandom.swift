import Foundation

/// Random numbers that follow from a list of numbers: a video's seed, a viewer, a purpose.
///
/// Each purpose has a stream of its own, so that one more draw of faces changes no look, and a
/// viewer is the same however many others there are. The generator is sfc64 (C. Doty-Humphrey,
/// PractRand 2010).
struct GenreRandom: RandomNumberGenerator, Sendable {
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var counter: UInt64 = 1

  /// Starts the stream of some numbers; their order counts.
  init(_ numbers: [UInt64]) {
    a = 0x243F_6A88_85A3_08D3
    b = 0x1319_8A2E_0370_7344
    c = 0xA409_3822_299F_31D0
    for number in numbers {
      a ^= number
      // Twelve rounds mix a number into all three words, as the author advises for seeds.
      for _ in 0..<12 { _ = next() }
    }
  }

  mutating func next() -> UInt64 {
    let result = a &+ b &+ counter
    counter &+= 1
    a = b ^ (b >> 11)
    b = c &+ (c << 3)
    c = (c << 24 | c >> 40) &+ result
    return result
  }

  /// Uniform in 0..<1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number in a range, all alike.
  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * unit()
  }

  /// A whole number in a range, all alike.
  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(unit() * Double(range.count))
  }

  /// Whether something of this probability happens.
  mutating func chance(_ probability: Double) -> Bool { unit() < probability }

  /// A number of a normal distribution (Box and Muller 1958).
  mutating func normal(_ mean: Double = 0, _ deviation: Double) -> Double {
    let radius = (-2 * log(1 - unit())).squareRoot()
    return mean + deviation * radius * cos(2 * .pi * unit())
  }

  /// A positive number whose logarithm is normal: what lasts, from its median.
  mutating func lasting(median: Double, spread: Double) -> Double {
    median * exp(normal(0, spread))
  }

  /// A number of an exponential distribution: the wait for what comes at an even rate.
  mutating func wait(mean: Double) -> Double { -mean * log(1 - unit()) }

  /// An index, each as probable as its weight; `nil` for what the weights leave of 1.
  mutating func choice(of weights: [Double]) -> Int? {
    var rest = unit()
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return nil
  }
}

extension GenreRandom {
  /// What a stream is for.
  enum Purpose: UInt64 {
    case script, cast, loneLaughs, person, looks, face, misfireTimes, misfires
  }

  /// The stream of one purpose in a video, and of one viewer or party there.
  init(_ purpose: Purpose, genre: String, seed: UInt64, index: Int = 0) {
    // The name by FNV-1a, so that two genres of one seed share no numbers.
    let name = genre.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    self.init([name, seed, purpose.rawValue, UInt64(index)])
  }
}
