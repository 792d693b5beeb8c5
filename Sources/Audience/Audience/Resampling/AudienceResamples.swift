/// Bootstrap resamples of an audience, as choosing reads them.
///
/// A fresh audience differs from this one by the chance of both, so a viewer's count varies twice
/// as much as in an ordinary bootstrap (Efron 1979): each viewer counts twice as often as a Poisson
/// draw of mean ½.
///
/// At most `mostViewers` viewers are resampled, so that the cost of a large audience stays bounded:
/// its confidence is then that of an audience of `mostViewers`, which is lower than its own.
package struct AudienceResamples: Sendable {
  package static let count = 40
  /// How many viewers are resampled at most.
  static let mostViewers = 1000

  private let viewers: [ViewerSeries]
  private let digests: [UInt64]
  private let whole: TimelineSummary
  /// Engagement curves of the video, which every resample has.
  package var curves: [AudienceCurve] = []

  /// - Parameters:
  ///   - viewers: of the audience, in any order.
  ///   - whole: the audience itself.
  init(_ viewers: [ViewerSeries], of whole: TimelineSummary) {
    // The digest is a hash, so those with the lowest are a random draw that any order gives.
    let viewers =
      viewers.count <= Self.mostViewers
      ? viewers : Array(viewers.sorted { $0.digest < $1.digest }.prefix(Self.mostViewers))
    self.viewers = viewers
    self.whole = whole
    // Viewers of equal content are drawn independently nevertheless.
    var copies: [UInt64: UInt64] = [:]
    digests = viewers.map { viewer in
      defer { copies[viewer.digest, default: 0] += 1 }
      return viewer.digest &+ SplitMix64.mixed(copies[viewer.digest, default: 0])
    }
  }

  /// A resample, without gaze points and clusters.
  ///
  /// - Parameter number: 0 to `count` − 1.
  /// - Returns: a summary like the audience's own.
  package func summary(_ number: Int) -> TimelineSummary {
    let counts = digests.map { Int32(2 * Self.poisson($0, number: number)) }
    var summary = whole
    summary.curves = curves
    summary.viewers = counts.reduce(0) { $0 + Int($1) }
    summary.bins = AudienceSums(viewers, counts: counts, binCount: whole.bins.count).bins()
    return summary
  }

  /// A draw from the Poisson distribution of mean ½, by inversion.
  static func poisson(_ digest: UInt64, number: Int) -> Int {
    let bits = SplitMix64.mixed(digest &+ UInt64(number + 1) &* SplitMix64.step)
    let share = Double(bits >> 11) / 9_007_199_254_740_992
    var probability = 0.606_530_659_712_633_4
    var sum = probability
    var count = 0
    while share >= sum, count < 12 {
      count += 1
      probability /= 2 * Double(count)
      sum += probability
    }
    return count
  }
}
