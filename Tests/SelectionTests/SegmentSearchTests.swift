import Testing

@testable import Selection

@Suite("Segment search")
struct SegmentSearchTests {
  private func segments(_ evidence: [Double]) -> [Range<Int>] {
    SegmentSearch(evidence, cost: 3, lengths: 10...120).segments()
  }

  /// Evidence that is high in some ranges of bins.
  private func evidence(_ high: [Range<Int>], of count: Int, by value: Double = 1) -> [Double] {
    (0..<count).map { bin in high.contains { $0.contains(bin) } ? value : -0.5 }
  }

  @Test("segments cover the bins with high evidence")
  func highEvidence() {
    #expect(segments(evidence([20..<35, 60..<80], of: 120)) == [20..<35, 60..<80])
    #expect(segments(Array(repeating: -1, count: 50)).isEmpty)
    #expect(segments(Array(repeating: 5, count: 9)).isEmpty, "shorter than a segment")
  }

  @Test("a segment needs more than its cost, and a short gap costs less than a second segment")
  func costOfASegment() {
    #expect(segments(evidence([20..<30], of: 50, by: 0.29)).isEmpty)
    #expect(segments(evidence([20..<30], of: 50, by: 0.31)) == [20..<30])
    #expect(segments(evidence([20..<30, 34..<44], of: 60)) == [20..<44])
    #expect(segments(evidence([20..<30, 38..<48], of: 60)) == [20..<30, 38..<48])
  }

  @Test("no segment is longer than 60 s")
  func maximumLength() {
    let found = segments(evidence([10..<160], of: 200))
    #expect(found.allSatisfy { (10...120).contains($0.count) })
    #expect(found.reduce(0) { $0 + $1.count } == 150)
  }

  /// Compares with all sets of segments of a short video.
  @Test("no other set of segments has a higher sum", arguments: 1...20)
  func highestSum(seed: Int) {
    let evidence = (0..<16).map { Double((seed * 7919 + $0 * 104_729) % 199) / 40 - 2.3 }
    let sums = prefixSums(evidence)
    func best(from start: Int) -> Double {
      guard start < 16 else { return 0 }
      let ends = stride(from: start + 3, through: min(16, start + 6), by: 1)
      return ends.reduce(best(from: start + 1)) {
        max($0, sums[$1] - sums[start] - 1.5 + best(from: $1))
      }
    }
    let found = SegmentSearch(evidence, cost: 1.5, lengths: 3...6).segments()
    let sum = found.reduce(0) { $0 + evidence[$1].reduce(0, +) - 1.5 }
    #expect(abs(sum - best(from: 0)) < 1e-9)
  }

  @Test("a long segment is trimmed to bins above a share of its best 5 s")
  func trimmedToTheCore() {
    var evidence = evidence([0..<60], of: 60, by: 0.5)
    for bin in 30..<45 { evidence[bin] = 2 }
    let search = SegmentSearch(evidence, cost: 3, lengths: 10...120)
    #expect(search.core(of: 0..<60, above: 0.66) == 30..<45)
    let level = SegmentSearch(
      Array(repeating: 1, count: 60), cost: 3, lengths: 10...120)
    #expect(level.core(of: 0..<60, above: 0.66) == 0..<60)
  }
}
