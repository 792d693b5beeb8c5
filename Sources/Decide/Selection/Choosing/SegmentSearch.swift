/// Finds the segments with the highest sum of evidence minus a cost per segment.
///
/// This is weighted interval scheduling, solved exactly by dynamic programming.
struct SegmentSearch {
  /// Prefix sums of the evidence per time bin; one element more than there are bins.
  private let sums: [Double]
  private let cost: Double
  private let shortest: Int
  private let longest: Int

  /// `lengths` are the shortest and the longest segment in time bins.
  init(_ evidence: [Double], cost: Double, lengths: ClosedRange<Int>) {
    sums = prefixSums(evidence)
    (self.cost, shortest, longest) = (cost, lengths.lowerBound, lengths.upperBound)
  }

  /// The best segments as ranges of time bins, in order of time; if equal, longer segments.
  ///
  /// `bonus` is evidence of a segment in addition to the evidence of its bins.
  func segments(bonus: (Range<Int>) -> Double = { _ in 0 }) -> [Range<Int>] {
    let count = sums.count - 1
    var best = [Double](repeating: 0, count: count + 1)
    var starts = [Int?](repeating: nil, count: count + 1)
    for end in stride(from: 1, through: count, by: 1) {
      best[end] = best[end - 1]
      for first in stride(from: max(0, end - longest), through: end - shortest, by: 1) {
        let value = best[first] + sums[end] - sums[first] + bonus(first..<end) - cost
        if value > best[end] { (best[end], starts[end]) = (value, first) }
      }
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

  /// Trims a segment to the part with the highest sum of the evidence minus a level per bin.
  ///
  /// The level is `share` (0…1) times the mean evidence of the best `shortest` bins. The part has
  /// at least `shortest` bins.
  func core(of segment: Range<Int>, above share: Double) -> Range<Int> {
    let starts = segment.lowerBound...(segment.upperBound - shortest)
    let peak = starts.map { sums[$0 + shortest] - sums[$0] }.max() ?? 0
    let level = share * peak / Double(shortest)
    func excess(_ bin: Int) -> Double { sums[bin] - level * Double(bin) }
    var (core, most) = (segment, -Double.infinity)
    // Going backwards, the best end of each start is known; of equal starts the latest wins.
    var (end, highest) = (segment.upperBound, -Double.infinity)
    for start in starts.reversed() {
      if excess(start + shortest) >= highest {
        (end, highest) = (start + shortest, excess(start + shortest))
      }
      if highest - excess(start) > most { (core, most) = (start..<end, highest - excess(start)) }
    }
    return core
  }
}

/// Prefix sums: the sum of the values before each index, one more than there are values.
func prefixSums(_ values: [Double]) -> [Double] {
  var sums = [0.0]
  sums.reserveCapacity(values.count + 1)
  for value in values { sums.append(sums[sums.count - 1] + value) }
  return sums
}

/// The quantile of the values at `share` (0…1); 0 if there are none.
func quantile(_ values: [Double], _ share: Double) -> Double {
  guard !values.isEmpty else { return 0 }
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}
