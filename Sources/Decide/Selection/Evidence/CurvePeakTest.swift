import Audience
import EditDecisions
import Glibc
import Support

/// Tests whether a segment of an engagement curve is higher than both neighbours, beyond noise.
///
/// A segment is compared with the same number of seconds before and after it, or as many as the
/// curve has. Noise of counts grows with their square root, so square roots are compared (a
/// variance-stabilizing transform).
///
/// The noise is measured on the curve itself: how far each mean of several points differs from the
/// middle of the two neighbouring means. If points are correlated, means of several points vary
/// more than means of independent points. So the noise is measured for each length that occurs
/// often enough. The lower quartile is used, because peaks and steps are among the larger
/// differences.
struct CurvePeakTest {
  /// Fewest points of a curve from which a peak can be distinguished from noise.
  static let minimumPointCount = 10
  /// Median and lower quartile of the absolute value of a standard normal variable.
  private static let (median, quartile) = (0.6745, 0.3186)
  /// Variance of a mean minus the middle of its two neighbours, for independent means of variance
  /// 1.
  private static let threeMeansVariance = 1.5
  /// Number of adjacent segments needed to measure the noise at their length.
  private static let minimumSegments = 24
  /// Log-likelihood ratio, in nats, that a segment needs beyond chance: odds of about 20 to 1.
  private static let cost = 3.0
  /// Accepted number of false peaks per video without real peaks.
  private static let falsePeaks = 0.1
  /// Variance of the square root of a Poisson count (Bartlett 1936).
  private static let poissonRootVariance = 0.25
  /// Resolution of a curve as a share of its largest value; smaller differences do not count.
  private static let relativeResolution = 0.001

  let curve: EngagementCurve
  /// Seconds from one point to the next.
  let step: Double
  private let values: [Double]
  private let roots: [Double]
  private let known: Range<Int>
  /// Time bins per point of the curve.
  private let binsPerPoint: Int
  /// Variance of a mean of square roots, indexed by the number of points in it, from one on.
  private var variances: [Double] = []
  /// Whether the platform reports only peaks (for example Mux's hotspots), so there is no noise.
  private let hasOnlyPeaks: Bool
  /// Smallest difference between two values.
  private let valueStep: Double
  /// Logarithm of the number of tested segments per accepted false peak (Bonferroni correction).
  private let chanceCost: Double
  /// Running count, per time bin, of the preceding bins that start a busy interval of the chat.
  ///
  /// `EngagementCurve.chatPause` seconds are busy if enough people wrote in them. The array is
  /// empty if the curve does not count people.
  private let crowdedStarts: [Int]

  /// Prepares a curve; fails if its points are too few, too far apart, or based on too few people.
  init?(_ curve: EngagementCurve, of summary: TimelineSummary, _ settings: SelectionSettings) {
    let step = curve.step(inVideoOf: summary.duration)
    guard step <= settings.maximumLength else { return nil }
    let (read, known) = curve.binValues(inVideoOf: summary.duration, count: summary.bins.count)
    let binsPerPoint = max(1, Int((step / TimeBins.length).rounded()))
    guard known.count >= Self.minimumPointCount * binsPerPoint else { return nil }
    (self.curve, self.step, self.known, self.binsPerPoint) = (curve, step, known, binsPerPoint)
    hasOnlyPeaks = curve.source == .muxHotspots
    values = prefixSums(read)
    crowdedStarts =
      curve.countsPeople ? Self.crowdedStarts(values, step, MinimumGroupRule(settings)) : []
    guard crowdedStarts.last != 0 else { return nil }
    roots = prefixSums(read.map { $0.squareRoot() })
    let levels = Set(curve.points.map(\.value)).sorted()
    let nearest = zip(levels.dropFirst(), levels).map { $0 - $1 }.min() ?? 0
    // Counts of people are exact, not rounded.
    valueStep =
      curve.countsPeople
      ? 0 : max(hasOnlyPeaks ? 0 : nearest, Self.relativeResolution * (levels.last ?? 0))
    let longest = min(Int(settings.maximumLength / TimeBins.length), known.count - 2 * binsPerPoint)
    let most = max(1, longest / binsPerPoint)
    chanceCost = log(Double(known.count / binsPerPoint * most) / Self.falsePeaks)
    guard !hasOnlyPeaks else {
      variances = Array(repeating: 0, count: most)
      return
    }
    // One second of chat has too few people to measure noise with a quantile. Start from the
    // variance of a count, and measure only lengths from `chatPause` on, in which each person
    // counts once.
    var one =
      curve.countsPeople
      ? Self.poissonRootVariance : variance(ofMeans: binsPerPoint, at: 0.5, Self.median)
    let (first, share, deviations) =
      curve.countsPeople
      ? (Self.chatPauseBins / binsPerPoint, 0.5, Self.median) : (1, 0.25, Self.quartile)
    for cells in 1...most {
      if cells >= first, cells * binsPerPoint * Self.minimumSegments <= known.count {
        let found = variance(ofMeans: cells * binsPerPoint, at: share, deviations)
        one = max(one, found * Double(cells))
      }
      variances.append(one / Double(cells))
    }
  }

  /// Time bins in which each person of a chat is counted once.
  private static let chatPauseBins = Int(EngagementCurve.chatPause / TimeBins.length)

  private static func crowdedStarts(
    _ values: [Double], _ step: Double, _ disclosure: MinimumGroupRule
  ) -> [Int] {
    let perPoint = step / TimeBins.length
    var crowdedStarts = [0]
    for start in values.indices.dropLast() {
      let end = min(start + chatPauseBins, values.count - 1)
      let people = Int(((values[end] - values[start]) / perPoint + 1e-6).rounded(.down))
      crowdedStarts.append(crowdedStarts[start] + (disclosure.mayPublish(people) ? 1 : 0))
    }
    return crowdedStarts
  }

  /// Whether enough people (`selection.minimumViewers`) wrote at some time in a segment.
  private func hasEnoughPeople(_ bins: Range<Int>) -> Bool {
    guard !crowdedStarts.isEmpty else { return true }
    let last = max(bins.lowerBound + 1, bins.upperBound - Self.chatPauseBins + 1)
    return crowdedStarts[last] > crowdedStarts[bins.lowerBound]
  }

  /// Evidence that a segment is higher than both neighbours; 0 if it is not.
  ///
  /// It is the log-likelihood ratio minus `chanceCost`, divided by `cost`: 1 is just enough.
  func evidence(_ bins: Range<Int>) -> Double {
    // Most segments are not higher than both neighbours. Check that before computing variances.
    let inside = mean(roots, bins)
    guard let (before, after) = sides(of: bins), inside > mean(roots, before),
      inside > mean(roots, after), hasEnoughPeople(bins)
    else { return 0 }
    let least = min(contrast(bins, before), contrast(bins, after))
    return max(0, least * least / 2 - chanceCost) / Self.cost
  }

  /// Difference between a segment and one neighbour, in standard deviations.
  private func contrast(_ bins: Range<Int>, _ side: Range<Int>) -> Double {
    let level = hasOnlyPeaks ? 0 : mean(values, side)
    // Values are rounded: each may be wrong by half of `valueStep`.
    let written = (level + valueStep).squareRoot() - level.squareRoot()
    let spread = variance(bins.count) + variance(side.count) + written * written / 6
    return (mean(roots, bins) - mean(roots, side)) / spread.squareRoot()
  }

  /// How much of a segment's mean exceeds the higher neighbour's mean, as a share of it (0…1).
  func rise(_ bins: Range<Int>) -> Double {
    guard let (before, after) = sides(of: bins) else { return 0 }
    let inside = mean(values, bins)
    let side = max(mean(values, before), mean(values, after))
    return inside > 0 ? max(0, 1 - side / inside) : 0
  }

  /// The neighbours of a segment, each as long as the segment or up to the end of the curve.
  ///
  /// `nil` if the curve does not extend at least one point beyond the segment on both sides.
  private func sides(of bins: Range<Int>) -> (before: Range<Int>, after: Range<Int>)? {
    guard bins.count >= binsPerPoint, bins.lowerBound - known.lowerBound >= binsPerPoint,
      known.upperBound - bins.upperBound >= binsPerPoint
    else { return nil }
    return (
      max(known.lowerBound, bins.lowerBound - bins.count)..<bins.lowerBound,
      bins.upperBound..<min(known.upperBound, bins.upperBound + bins.count)
    )
  }

  private func mean(_ sums: [Double], _ bins: Range<Int>) -> Double {
    (sums[bins.upperBound] - sums[bins.lowerBound]) / Double(bins.count)
  }

  private func variance(_ count: Int) -> Double {
    variances[min(variances.count, max(1, count / binsPerPoint)) - 1]
  }

  /// Variance of means of `count` time bins, estimated from a quantile of their differences.
  private func variance(ofMeans count: Int, at share: Double, _ deviations: Double) -> Double {
    let starts = stride(
      from: known.lowerBound + count, through: known.upperBound - 2 * count, by: binsPerPoint)
    let residuals = starts.map { start in
      let (before, end) = (mean(roots, start - count..<start), start + count)
      return abs(mean(roots, start..<end) - (before + mean(roots, end..<end + count)) / 2)
    }
    let deviation = quantile(residuals, share) / deviations
    return deviation * deviation / Self.threeMeansVariance
  }
}

/// The evidence that a video's engagement curves add to selection.
struct CurveEvidence {
  private let peaks: [CurvePeakTest]
  private let weight: Double
  private let isAlone: Bool

  /// Prepares the curves with enough people; none if the settings do not use curves.
  init(of summary: TimelineSummary, _ settings: SelectionSettings) {
    isAlone = settings.evidence == .curve
    weight = isAlone ? 1 : settings.curveWeight
    let disclosure = MinimumGroupRule(settings)
    peaks =
      weight > 0
      ? summary.curves.filter { disclosure.mayPublish($0) }
        .compactMap { CurvePeakTest($0, of: summary, settings) } : []
  }

  var isEmpty: Bool { peaks.isEmpty }

  /// Evidence of a segment from the curve that gives the most, times the weight of curves.
  func evidence(_ bins: Range<Int>) -> Double {
    // This runs for every segment of a video, so avoid allocating an array.
    var most = 0.0
    for index in peaks.indices { most = max(most, peaks[index].evidence(bins)) }
    return weight * most
  }

  /// Adds a curve's figures to a candidate, and the score if selection uses a curve alone.
  func note(_ bins: Range<Int>, in candidate: inout Candidate) {
    let strongest = peaks.map { ($0, $0.evidence(bins), $0.rise(bins)) }
      .max { ($0.1, $0.2) < ($1.1, $1.2) }
    guard let (peak, evidence, rise) = strongest, evidence > 0 || isAlone else { return }
    candidate.why.curve = EngagementCurveFigures(
      source: peak.curve.source.words, rise: hundredths(rise), step: Rounding.span(peak.step),
      people: peak.curve.people)
    if isAlone { candidate.score = hundredths(rise) }
  }
}
