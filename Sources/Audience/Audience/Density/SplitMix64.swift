/// SplitMix64 (Steele, Lea & Flood 2014): pseudo-random numbers that are the same on every machine.
package enum SplitMix64 {
  /// The increment of the generator's state: 2⁶⁴ divided by the golden ratio.
  package static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the pseudo-random number for a state; increase the state by `step` for the next one.
  package static func mixed(_ state: UInt64) -> UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Selects at most `most` indices of a list of `count` elements, evenly spaced.
package func evenlySpacedIndices(of count: Int, atMost most: Int) -> [Int] {
  guard count > most else { return Array(0..<max(0, count)) }
  return (0..<max(0, most)).map { $0 * count / most }
}
