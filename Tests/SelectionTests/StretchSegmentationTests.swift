import Audience
import TestMaterial
import Testing

@testable import Selection

/// Into which stretches the evidence is divided, before any is judged.
@Suite struct StretchSegmentationTests {
  /// The most that any division into stretches of allowed lengths brings, by trying all of them.
  private func best(
    _ evidence: [Double], cost: Double, least: Int, most: Int, from first: Int = 0
  ) -> Double {
    guard first < evidence.count else { return 0 }
    var found = best(evidence, cost: cost, least: least, most: most, from: first + 1)
    for end in stride(from: first + least, through: min(evidence.count, first + most), by: 1) {
      let own = evidence[first..<end].reduce(0, +) - cost
      let rest = best(evidence, cost: cost, least: least, most: most, from: end)
      found = max(found, own + rest)
    }
    return found
  }

  /// Tracks of eleven half seconds, whose divisions can all be tried.
  @Test(arguments: [(1, 11), (2, 4), (3, 3), (4, 20), (11, 11)], [0, 0.7, 3])
  func noDivisionBringsMore(lengths: (Int, Int), cost: Double) {
    var random = SeededGenerator(seed: UInt64(lengths.0 * 100 + lengths.1))
    for _ in 0..<10 {
      // Whole and half numbers, so that divisions often bring as much as others.
      let evidence = (0..<11).map { _ in (random.unit() * 12 - 7).rounded() / 2 }
      let found = StretchSegmentation(
        evidence, cost: cost, least: lengths.0, most: lengths.1
      ).stretches()
      let sum = found.reduce(0) { $0 + evidence[$1].reduce(0, +) - cost }
      let wanted = best(evidence, cost: cost, least: lengths.0, most: lengths.1)
      #expect(abs(sum - wanted) < 1e-9)
      #expect(found.allSatisfy { (lengths.0...lengths.1).contains($0.count) })
      for (one, next) in zip(found, found.dropFirst()) {
        #expect(one.upperBound <= next.lowerBound)
      }
    }
  }

  @Test func aStretchMustBringMoreThanItCosts() {
    func found(_ evidence: [Double]) -> [Range<Int>] {
      StretchSegmentation(evidence, cost: 3, least: 2, most: 4).stretches()
    }
    #expect(found([]).isEmpty && found([9]).isEmpty)
    // Exactly its cost is not more.
    #expect(found([-1, 1.5, 1.5, -1]).isEmpty)
    #expect(found([-1, 1.5, 1.75, -1]) == [1..<3])
    // Between two stretches a gap may speak against them by what a second one costs.
    #expect(found([3, 3, -2, 3]) == [0..<4])
    #expect(found([3, 3, -4, 3, 3]) == [0..<2, 3..<5])
  }

  @Test func aReactionThatSwellsIsOneStretch() {
    let summary = MadeUp.summary(
      seconds: 240, reacting: { (60..<70).contains($0) ? 13 : (70..<80).contains($0) ? 16 : 0 },
      held: { _ in 14 })
    let found = StretchSegmentation(
      summary.bins.map(\.evidence), cost: SelectionSettings().stretchCost, least: 10, most: 120
    ).stretches()
    #expect(found == [120..<160])
  }

  /// Laughter that never quite stops: its two bursts stand apart, what lies between is beside them.
  @Test func ofALongStretchTheBurstsAreParts() {
    func parts(_ evidence: [Double], least: Int = 2, most: Int = 9) -> [Range<Int>] {
      StretchParts(evidence, in: evidence.indices, above: 0.5, least: least).parts(upTo: most)
    }
    #expect(parts([1, 1, 8, 8, 8, 1, 1, 1, 6, 6, 1]) == [2..<5, 8..<10])
    // A dip of less than either burst has is in both.
    #expect(parts([1, 8, 8, 3, 8, 8, 1]) == [1..<6])
    // What is even is whole, what is shorter than a core has none, and nor has what is idle.
    #expect(parts([4, 4, 4, 4]) == [0..<4])
    // Of a part that is longer than the longest clip that is one in which most react.
    #expect(parts([4, 4, 4, 5, 5, 4], most: 4) == [1..<5])
    #expect(parts([4]).isEmpty && parts([]).isEmpty && parts([0, 0, -1, 0]).isEmpty)
  }

  /// The parts as all pairs of a start and an end give them.
  private func parts(_ sums: [Double], in bins: Range<Int>, least: Int) -> [Range<Int>] {
    var (best, most) = (Range<Int>?.none, 0.0)
    for start in bins where start + least <= bins.upperBound {
      for end in start + least...bins.upperBound where sums[end] - sums[start] > most {
        (best, most) = (start..<end, sums[end] - sums[start])
      }
    }
    guard let best else { return [] }
    return parts(sums, in: bins.lowerBound..<best.lowerBound, least: least) + [best]
      + parts(sums, in: best.upperBound..<bins.upperBound, least: least)
  }

  @Test(arguments: 1...6) func partsAreThoseOfAllPairs(least: Int) {
    var random = SeededGenerator(seed: UInt64(least))
    for _ in 0..<40 {
      // Whole numbers above and below a peak of nothing, so that many sums are the same.
      let evidence = (0..<30).map { _ in (random.unit() * 8 - 4).rounded() }
      let found = StretchParts(evidence, in: evidence.indices, above: 0, least: least)
      #expect(
        found.parts(upTo: 30) == parts(prefixSums(evidence), in: evidence.indices, least: least))
    }
  }

  /// Two days of a comedy that is never quite without laughter.
  @Test(.timeLimit(.minutes(1))) func manyPartsAreFoundSoon() {
    var random = SeededGenerator(seed: 1)
    let evidence = (0..<400_000).map { _ in random.unit() * 6 + 0.5 }
    let found = StretchParts(evidence, in: evidence.indices, above: 2.0 / 3, least: 10)
    #expect(found.parts(upTo: 120).count > 1_000)
  }
}
