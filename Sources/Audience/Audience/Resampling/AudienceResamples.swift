/// Audiences drawn at random from an audience (bootstrap, Efron 1979), to compute confidence.
///
/// This audience and a new one are both random samples. So a viewer's count varies twice as much as
/// in an ordinary bootstrap: it is 2 n, with n from a Poisson distribution of mean ½. At most
/// `maximumViewers` are resampled, which limits the cost; the confidence is then a little lower.
package struct AudienceResamples: Sendable {
  /// Number of resamples.
  package static let count = 40
  static let maximumViewers = 1000

  private let viewers: [ViewerSeries]
  private let digests: [UInt64]
  private let whole: TimelineSummary
  /// Engagement curves of the video, the same in each resample.
  package var curves: [EngagementCurve] = []
  /// Wide segments of the video, the same in each resample.
  package var wideSegments: [WideSegment] = []

  init(_ viewers: [ViewerSeries], of whole: TimelineSummary) {
    // The digest is a hash, so the viewers with the lowest digests are a random sample.
    let viewers =
      viewers.count <= Self.maximumViewers
      ? viewers : Array(viewers.sorted { $0.digest < $1.digest }.prefix(Self.maximumViewers))
    self.viewers = viewers
    self.whole = whole
    // Give viewers with equal content different digests, so that they are drawn independently.
    var copies: [UInt64: UInt64] = [:]
    digests = viewers.map { viewer in
      defer { copies[viewer.digest, default: 0] += 1 }
      return viewer.digest &+ SplitMix64.mixed(copies[viewer.digest, default: 0])
    }
  }

  /// The summary of resample `number` (0 to `count` − 1), without gaze points and clusters.
  package func summary(_ number: Int) -> TimelineSummary {
    let counts = digests.map { Int32(2 * Self.poisson($0, number: number)) }
    var summary = whole
    summary.curves = curves
    summary.wideSegments = wideSegments
    summary.viewers = counts.reduce(0) { $0 + Int($1) }
    summary.bins = AudienceBinSums(viewers, counts: counts, binCount: whole.bins.count).bins()
    return summary
  }

  /// Draws from the Poisson distribution of mean ½ by inversion, seeded by `digest` and `number`.
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
