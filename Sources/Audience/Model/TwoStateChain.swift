/// A chain of two states, at rest and not, read forward and backward (Rabiner 1989).
///
/// In a half second the chain forgets its state with a probability, and is then at rest or not by
/// what is usual at that time.
struct TwoStateChain: Sendable {
  /// Probability to forget the state within a half second.
  private let change: Float

  /// - Parameter seconds: in which the state is forgotten, but for 1/e.
  init(forgettingIn seconds: Double) {
    change = seconds > 0 ? Float(min(1, HalfSeconds.length / seconds)) : 1
  }

  /// The probability of not being at rest, half second by half second.
  ///
  /// - Parameters:
  ///   - count: how many half seconds.
  ///   - odds: what a half second shows, likelihood of not being at rest to that of being so.
  ///   - usual: the probability of not being at rest, were nothing shown.
  /// - Returns: probabilities.
  @inline(__always)
  func posterior(
    _ count: Int, odds: (Int) -> Float, usual: (Int) -> Float
  ) -> [Float] {
    guard count > 0 else { return [] }
    return [Float](unsafeUninitializedCapacity: count) { result, filled in
      filled = count
      var share = usual(0)
      for bin in 0..<count {
        if bin > 0 { share += change * (usual(bin) - share) }
        let shown = share * odds(bin)
        // One less the share first: of a share near one the difference is exact, a sum is not.
        share = shown / (shown + (1 - share))
        result.initializeElement(at: bin, to: share)
      }
      // The likelihood of all that comes after, not at rest to at rest.
      var after: Float = 1
      for bin in stride(from: count - 1, through: 0, by: -1) {
        let before = result[bin]
        let both = before * after
        result[bin] = both / (both + (1 - before))
        let seen = after * odds(bin)
        let forgotten = change * (usual(bin) * seen + 1 - usual(bin))
        after = ((1 - change) * seen + forgotten) / (1 - change + forgotten)
      }
    }
  }
}
