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
  func stretches() -> [Range<Int>] {
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
    var found: [Range<Int>] = []
    var end = count
    while end > 0 {
      guard let start = starts[end] else {
        end -= 1
        continue
      }
      found.append(start..<end)
      end = start
    }
    return found.reversed()
  }

  private func evidence(_ bins: Range<Int>) -> Double {
    sums[bins.upperBound] - sums[bins.lowerBound] + whole(bins)
  }
}

/// Finds the parts of a stretch in which most of its evidence lies.
///
/// Of the evidence beyond a share of its peak the strongest subsequence, none shorter than a core,
/// and the same on either side of it.
///
/// Without a least length these are all maximal ones (Ruzzo and Tompa 1999); with it short ones may
/// be bridged. Time grows with a stretch's length and its parts.
struct StretchParts {
  /// Sums of the evidence beyond that share before each bin of the stretch.
  private let sums: [Double]
  private let first: Int
  private let least: Int

  /// - Parameters:
  ///   - evidence: log likelihood of each bin.
  ///   - stretch: the bins in which parts are looked for.
  ///   - share: how much of the peak a part is above, 0…1.
  ///   - least: bins of the shortest part, of whose means the greatest is the peak.
  init(_ evidence: [Double], in stretch: Range<Int>, above share: Double, least: Int) {
    let evidence = Array(evidence[stretch])
    let all = prefixSums(evidence)
    let peak = all.indices.dropFirst(least).map { all[$0] - all[$0 - least] }.max() ?? 0
    sums = prefixSums(evidence.map { $0 - share * peak / Double(least) })
    (first, self.least) = (stretch.lowerBound, least)
  }

  /// The parts, in order; of equals the first.
  ///
  /// - Parameter most: bins of the longest.
  /// - Returns: those of the stretch; of one that is longer the strongest so many bins.
  func parts(upTo most: Int) -> [Range<Int>] {
    parts(in: 0..<sums.count - 1).map { part in
      let starts = part.lowerBound...max(part.lowerBound, part.upperBound - most)
      let start = starts.max { strength($0, most) < strength($1, most) } ?? part.lowerBound
      return first + start..<first + min(part.upperBound, start + most)
    }
  }

  private func strength(_ start: Int, _ length: Int) -> Double {
    rounded(sums[min(sums.count - 1, start + length)] - sums[start])
  }

  private func parts(in bins: Range<Int>) -> [Range<Int>] {
    guard let best = strongest(in: bins) else { return [] }
    return parts(in: bins.lowerBound..<best.lowerBound) + [best]
      + parts(in: best.upperBound..<bins.upperBound)
  }

  /// The part with the greatest sum above 0; of equals the first, and of these the shortest.
  private func strongest(in bins: Range<Int>) -> Range<Int>? {
    var (begin, most) = (Int?.none, 0.0)
    // The greatest of the sums before each end that a part may have: starts come last to first.
    var highest = -Double.infinity
    for start in stride(from: bins.upperBound - least, through: bins.lowerBound, by: -1) {
      highest = max(highest, sums[start + least])
      let sum = rounded(highest - sums[start])
      if sum > 0, sum >= most { (begin, most) = (start, sum) }
    }
    guard let begin else { return nil }
    let ends = begin + least...bins.upperBound
    return ends.first { rounded(sums[$0] - sums[begin]) >= most }.map { begin..<$0 }
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
