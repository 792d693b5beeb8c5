/// A stretch of bins that stands out.
struct Stretch: Hashable, Sendable {
  var bins: Range<Int>
  /// The log likelihood that it brings, nats.
  var evidence: Double
}

/// Divides a video into idle time and stretches that stand out.
///
/// Weighted interval selection by exact dynamic programming over all windows up to the longest
/// core: the sum of the stretches' evidence, less a cost for each, is greatest. Time grows with
/// bins × longest core.
struct StretchSegmentation {
  /// Sums of the evidence before each bin, one more than there are bins.
  private let sums: [Double]
  /// What a stretch brings as a whole.
  private let whole: (Range<Int>) -> Double
  private let cost: Double
  private let least: Int
  private let most: Int

  /// - Parameters:
  ///   - evidence: log likelihood of each bin.
  ///   - cost: what a stretch must bring.
  ///   - least: bins of the shortest stretch.
  ///   - most: bins of the longest.
  ///   - whole: what a stretch brings beside the sum of its bins.
  init(
    _ evidence: [Double], cost: Double, least: Int, most: Int,
    whole: @escaping (Range<Int>) -> Double = { _ in 0 }
  ) {
    sums = prefixSums(evidence)
    self.whole = whole
    (self.cost, self.least, self.most) = (cost, max(1, least), max(1, least, most))
  }

  /// The stretches, in order.
  func stretches() -> [Stretch] {
    let count = sums.count - 1
    var best = [0.0]
    var starts: [Int?] = [nil]
    for end in stride(from: 1, through: count, by: 1) {
      var (value, start) = (best[end - 1], Int?.none)
      for first in stride(from: end - least, through: max(0, end - most), by: -1) {
        let with = best[first] + evidence(first..<end) - cost
        // Rounded before compared: sums may differ in their last bits.
        if with > value, rounded(with) > rounded(value) { (value, start) = (with, first) }
      }
      best.append(value)
      starts.append(start)
    }
    var found: [Stretch] = []
    var end = count
    while end > 0 {
      guard let start = starts[end] else {
        end -= 1
        continue
      }
      found.append(Stretch(bins: start..<end, evidence: evidence(start..<end)))
      end = start
    }
    return found.reversed()
  }

  private func evidence(_ bins: Range<Int>) -> Double {
    sums[bins.upperBound] - sums[bins.lowerBound] + whole(bins)
  }
}

/// A value to six places, for comparing.
private func rounded(_ value: Double) -> Double { (value * 1e6).rounded() }

/// Sums of the values before each index, one more than there are values.
func prefixSums(_ values: [Double]) -> [Double] {
  var sums = [0.0]
  sums.reserveCapacity(values.count + 1)
  for value in values { sums.append(sums[sums.count - 1] + value) }
  return sums
}

/// The value below which a share of the values lies; 0 of nothing.
func quantile(_ values: [Double], _ share: Double) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}
