/// SplitMix64 (Steele, Lea & Flood 2014): numbers that look random, the same on every machine.
package enum SplitMix64 {
  /// What the state of a generator advances by: 2⁶⁴ divided by the golden ratio.
  package static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// A state as the number it gives: equal for equal states, and spread over all numbers.
  package static func mixed(_ state: UInt64) -> UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// An even draw of at most so many of some things that lie in order.
///
/// - Parameters:
///   - count: how many there are.
///   - most: the most that are drawn; fewer than one draws none.
/// - Returns: the indices drawn, in order: all of them where they are no more than `most`.
package func evenDraw(of count: Int, atMost most: Int) -> [Int] {
  guard count > most else { return Array(0..<max(0, count)) }
  return (0..<max(0, most)).map { $0 * count / most }
}
