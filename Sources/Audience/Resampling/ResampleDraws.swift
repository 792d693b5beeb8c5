internal import Density

/// How often each viewer of a crowd is drawn into each resampled audience.
///
/// The Poisson bootstrap (Hanley & MacGibbon 2006): each viewer comes 0, 1, 2… times, 1 on the
/// average. How often follows from a digest of the viewer's own folded rows and the resample's
/// number: neither from an order, nor a name, nor chance.
struct ResampleDraws: Sendable {
  /// For each viewer of the crowd how often it is drawn.
  let viewers: [ResampleLanes]
}

extension ResampleDraws {
  /// Draws the viewers of a crowd by their rows.
  init(_ viewers: [[AudienceRow?]]) {
    self.init(
      viewers: Parallel.map(viewers.count) { index in
        var digest = ContentDigest()
        for row in viewers[index] { digest.add(row) }
        let value = digest.value
        return ResampleLanes { Float(Self.poisson(value, number: $0)) }
      })
  }

  /// A draw from the Poisson distribution of mean 1, by inversion of its sums.
  static func poisson(_ digest: UInt64, number: Int) -> Int {
    let bits = SplitMix64.mixed(digest &+ UInt64(number + 1) &* SplitMix64.step)
    let share = Double(bits >> 11) / 9_007_199_254_740_992
    var probability = 0.367_879_441_171_442_33
    var sum = probability
    var count = 0
    while share >= sum, count < 12 {
      count += 1
      probability /= Double(count)
      sum += probability
    }
    return count
  }
}
