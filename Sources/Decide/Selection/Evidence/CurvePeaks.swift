import Audience
import EditDecisions
import Glibc

/// How far stretches of a curve stand above both their sides, beyond what its own noise gives.
///
/// A stretch is compared with as many seconds before it and after it, as far as the curve goes.
/// What is counted has noise that grows with its root, so roots are compared. How far such means
/// lie apart where nothing happens is measured on the curve itself: by what each mean differs from
/// the middle of its two neighbours. Where points hang together, means of several vary more than
/// those of as many apart; that is measured at every length of which there are enough, and by the
/// lower quarter, since peaks and cliffs are among the others.
struct CurvePeaks {
  /// Fewest points of which a peak is told from noise.
  static let leastPoints = 10
  /// Normal noise is below this in half of all cases, and below the other in a quarter; in
  /// deviations.
  private static let (median, quartile) = (0.6745, 0.3186)
  /// Means of three independent stretches: the middle one less the mean of the others.
  private static let ofThree = 1.5
  /// How many stretches side by side tell how means of their length vary.
  private static let enough = 24
  /// What a stretch must bring beyond chance, nats: twenty to one.
  private static let cost = 3.0
  /// False peaks per video in which nothing happens.
  private static let falsePeaks = 0.1
  /// The variance of the root of what is counted one by one, if at random (Bartlett 1936).
  private static let ofACount = 0.25
  /// What a curve is read to, of its greatest value: no peak is lower.
  private static let fineness = 0.001

  /// What it is made from.
  let curve: AudienceCurve
  /// Seconds from one point to the next.
  let step: Double
  private let values: [Double]
  private let roots: [Double]
  private let known: Range<Int>
  /// Half seconds that one point covers.
  private let cell: Int
  /// Variances of a mean of roots, by how many cells it is of, from one.
  private var variances: [Double] = []
  /// Whether it names what stood out itself and tells nothing of the rest, as Mux's hotspots do: no
  /// noise is to be taken off.
  private let isNamed: Bool
  /// The least difference of two values.
  private let grain: Double
  /// What chance alone brings: the log of how many stretches there are for each video of many that
  /// may have a false one.
  private let price: Double
  /// How many of the half seconds before each one begin `AudienceCurve.chatPause` seconds in which
  /// as many people wrote as may be told; empty where the curve does not count people.
  private let crowds: [Int]

  /// Takes a curve; `nil` where it cannot tell a peak that is as short as a moment may be.
  init?(_ curve: AudienceCurve, of summary: TimelineSummary, _ settings: SelectionSettings) {
    let step = curve.step(inVideoOf: summary.duration)
    guard step <= settings.maximumLength else { return nil }
    let (read, known) = curve.halfSeconds(
      inVideoOf: summary.duration, count: summary.bins.count)
    let cell = max(1, Int((step / HalfSeconds.length).rounded()))
    guard known.count >= Self.leastPoints * cell else { return nil }
    (self.curve, self.step, self.known, self.cell) = (curve, step, known, cell)
    isNamed = curve.source == .muxHotspots
    values = prefixSums(read)
    crowds = curve.countsPeople ? Self.crowds(values, step, Disclosure(settings)) : []
    guard crowds.last != 0 else { return nil }
    roots = prefixSums(read.map { $0.squareRoot() })
    let levels = Set(curve.points.map(\.value)).sorted()
    let nearest = zip(levels.dropFirst(), levels).map { $0 - $1 }.min() ?? 0
    // People are counted, not rounded.
    grain =
      curve.countsPeople
      ? 0 : max(isNamed ? 0 : nearest, Self.fineness * (levels.last ?? 0))
    let longest = min(
      Int(settings.maximumLength / HalfSeconds.length), known.count - 2 * cell)
    let most = max(1, longest / cell)
    price = log(Double(known.count / cell * most) / Self.falsePeaks)
    guard !isNamed else {
      variances = Array(repeating: 0, count: most)
      return
    }
    // People of a second are too few for a quantile to tell their noise: it is known to be at least
    // that of a count, and measured from the seconds on in which each person counts once.
    var one = curve.countsPeople ? Self.ofACount : variance(ofMeans: cell, at: 0.5, Self.median)
    let (first, share, deviations) =
      curve.countsPeople ? (Self.pause / cell, 0.5, Self.median) : (1, 0.25, Self.quartile)
    for cells in 1...most {
      if cells >= first, cells * cell * Self.enough <= known.count {
        let found = variance(ofMeans: cells * cell, at: share, deviations)
        one = max(one, found * Double(cells))
      }
      variances.append(one / Double(cells))
    }
  }

  /// Half seconds in which each person of a chat counts once.
  private static let pause = Int(AudienceCurve.chatPause / HalfSeconds.length)

  private static func crowds(
    _ values: [Double], _ step: Double, _ disclosure: Disclosure
  ) -> [Int] {
    let perPoint = step / HalfSeconds.length
    var crowds = [0]
    for start in values.indices.dropLast() {
      let end = min(start + pause, values.count - 1)
      let people = Int(((values[end] - values[start]) / perPoint + 1e-6).rounded(.down))
      crowds.append(crowds[start] + (disclosure.isTold(people) ? 1 : 0))
    }
    return crowds
  }

  /// Whether so many people stand behind a stretch as may be told, within a few seconds of it.
  private func isOfEnough(_ bins: Range<Int>) -> Bool {
    guard !crowds.isEmpty else { return true }
    let last = max(bins.lowerBound + 1, bins.upperBound - Self.pause + 1)
    return crowds[last] > crowds[bins.lowerBound]
  }

  /// The log likelihood that a stretch stands above both its sides, less what chance brings, in
  /// parts of what it must bring; 0 where it does not.
  func evidence(_ bins: Range<Int>) -> Double {
    // Most stretches do not stand above both: how noisy their means are need not be asked.
    let inside = mean(roots, bins)
    guard let (before, after) = sides(of: bins), inside > mean(roots, before),
      inside > mean(roots, after), isOfEnough(bins)
    else { return 0 }
    let least = min(contrast(bins, before), contrast(bins, after))
    return max(0, least * least / 2 - price) / Self.cost
  }

  /// How far a stretch stands above a side, in deviations of such a difference.
  private func contrast(_ bins: Range<Int>, _ side: Range<Int>) -> Double {
    let level = isNamed ? 0 : mean(values, side)
    // A value is as it is written, give or take half of the least difference.
    let written = (level + grain).squareRoot() - level.squareRoot()
    let spread = variance(bins.count) + variance(side.count) + written * written / 6
    return (mean(roots, bins) - mean(roots, side)) / spread.squareRoot()
  }

  /// Share of what it reads over a stretch that is more than the higher side has; 0 where none is.
  func rise(_ bins: Range<Int>) -> Double {
    guard let (before, after) = sides(of: bins) else { return 0 }
    let inside = mean(values, bins)
    let side = max(mean(values, before), mean(values, after))
    return inside > 0 ? max(0, 1 - side / inside) : 0
  }

  /// The seconds beside a stretch, as long as it is or as far as the curve goes; `nil` where the
  /// curve does not reach beyond it by a point.
  private func sides(of bins: Range<Int>) -> (before: Range<Int>, after: Range<Int>)? {
    guard bins.count >= cell, bins.lowerBound - known.lowerBound >= cell,
      known.upperBound - bins.upperBound >= cell
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
    variances[min(variances.count, max(1, count / cell)) - 1]
  }

  /// The variance of means of so many half seconds, by a quantile of how they differ from their
  /// neighbours.
  private func variance(ofMeans count: Int, at share: Double, _ deviations: Double) -> Double {
    let starts = stride(
      from: known.lowerBound + count, through: known.upperBound - 2 * count, by: cell)
    let residuals = starts.map { start in
      abs(
        mean(roots, start..<start + count)
          - (mean(roots, start - count..<start) + mean(roots, start + count..<start + 2 * count))
          / 2)
    }
    let deviation = quantile(residuals, share) / deviations
    return deviation * deviation / Self.ofThree
  }
}

/// The curves of a video as choosing weighs them.
struct CurveEvidence {
  private let peaks: [CurvePeaks]
  private let weight: Double
  private let isAlone: Bool

  /// Takes those that enough people stand behind, as far as the settings ask for any.
  init(of summary: TimelineSummary, _ settings: SelectionSettings) {
    isAlone = settings.evidence == .curve
    weight = isAlone ? 1 : settings.curveWeight
    let disclosure = Disclosure(settings)
    peaks =
      weight > 0
      ? summary.curves.filter { $0.people.map(disclosure.isTold) ?? true }
        .compactMap { CurvePeaks($0, of: summary, settings) } : []
  }

  /// Whether no curve can be asked.
  var isEmpty: Bool { peaks.isEmpty }

  /// What a stretch brings beside its viewers: as the curve says in which it stands out most.
  func evidence(_ bins: Range<Int>) -> Double {
    // Asked of every stretch of a video: no list is made, and no curve is copied.
    var most = 0.0
    for index in peaks.indices { most = max(most, peaks[index].evidence(bins)) }
    return weight * most
  }

  /// Notes in a candidate what curves say of its core; where they alone are asked, its score.
  func note(_ bins: Range<Int>, in candidate: inout Candidate) {
    let strongest = peaks.map { ($0, $0.evidence(bins), $0.rise(bins)) }
      .max { ($0.1, $0.2) < ($1.1, $1.2) }
    guard let (peak, evidence, rise) = strongest, evidence > 0 || isAlone else { return }
    candidate.why.curve = CurveFigures(
      source: peak.curve.source.words, rise: hundredths(rise), step: Rounding.span(peak.step),
      people: peak.curve.people)
    if isAlone { candidate.score = hundredths(rise) }
  }
}

extension MomentChooser {
  /// What is said where no curve has a peak.
  static let flat =
    "nothing stands out: no stretch of the curve lies above both its sides by more than its own "
    + "noise gives"

  /// Why no curve can give any moment.
  func curveHindrance(_ summary: TimelineSummary) -> String? {
    guard CurveEvidence(of: summary, settings).isEmpty else { return nil }
    guard let curve = summary.curves.first else {
      return "no curve of it is imported (`gazecut import curve`); selection.evidence: both, "
        + "emotion or gaze chooses by viewers"
    }
    let step = curve.step(inVideoOf: summary.duration)
    if step > settings.maximumLength {
      let told = apart(step, settings.maximumLength, places: 1)
      return "\(curve.source.words) has a point every \(told[0]) s, and a moment lasts "
        + "\(told[1]) at most (selection.maximumLength)"
    }
    if curve.countsPeople, curve.points.count >= CurvePeaks.leastPoints {
      return "\(curve.source.words): at no time do \(settings.minimumViewers) people write within "
        + "\(Int(AudienceCurve.chatPause)) s (selection.minimumViewers)"
    }
    if let people = curve.people, !disclosure.isTold(people) {
      return "\(curve.source.words) counts \(disclosure.few) people (selection.minimumViewers)"
    }
    return "\(curve.source.words) has too few points in it to tell a peak from noise"
  }

  /// What else could choose, where nobody's timeline is there; empty without a curve.
  func curveAdvice(_ summary: TimelineSummary) -> String {
    summary.curves.isEmpty
      ? "" : ", but a curve is; selection.evidence: curve chooses by that alone"
  }
}
