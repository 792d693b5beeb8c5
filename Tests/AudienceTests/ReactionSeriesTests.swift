import Glibc
import TestMaterial
import Testing

@testable import Audience

/// Compares with the definitions in steps 1 to 3 of the specification.
@Suite("Levels and reactions of one viewer")
struct ReactionSeriesTests {
  private static let unknown = ViewerBins.unknownLevel

  /// Levels from 0 to 1 in the stored format.
  private func levels(_ values: [Double?]) -> [UInt16] {
    values.map { $0.map { UInt16(($0 * ViewerBins.fullLevel).rounded()) } ?? Self.unknown }
  }

  @Test("the level is tanh(z / 2) of the viewer's own mean and standard deviation")
  func standardizedLevel() {
    let values = [0.1, 0.1, 0.2, 0.8, 0.9, 0.8, 0.1, nil, 0.1, 0.2]
    let series = ReactionSeries(levels(values), leastBins: 6)
    let known = values.compactMap(\.self)
    let mean = known.reduce(0, +) / 9
    let variance = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 9
    for (value, found) in zip(values, series.values) {
      guard let value else {
        #expect(found == ReactionSeries.unknown)
        continue
      }
      let y = tanh((value - mean) / variance.squareRoot() / 2)
      #expect(abs(Double(found) / 127 - y) < 0.006)
    }
  }

  @Test("the deviation is at least 0.04, so that small movements are not amplified")
  func smallMovements() {
    let values = (0..<40).map { 0.5 + ($0 % 8 == 0 ? 0.008 : 0) }
    let series = ReactionSeries(levels(values), leastBins: 1)
    #expect(series.values.allSatisfy { abs(Double($0) / 127) < 0.1 })
    #expect(!series.isReacting.contains(true))
  }

  @Test("a reaction needs z above 1 for 3 s, and an unknown bin ends it")
  func durationOfAReaction() {
    var values: [Double?] = Array(repeating: 0.1, count: 80)
    for bin in 10..<16 { values[bin] = 0.9 }
    for bin in 30..<35 { values[bin] = 0.9 }
    for bin in 50..<58 { values[bin] = bin == 54 ? nil : 0.9 }
    let series = ReactionSeries(levels(values), leastBins: 6)
    #expect(series.isReacting.indices.filter { series.isReacting[$0] } == Array(10..<16))
    #expect(ReactionSeries(levels(values), leastBins: 5).isReacting.count { $0 } == 11)
  }

  @Test("the running median spans five bins, or fewer near ends and unknown bins")
  func runningMedian() {
    let raw: [UInt16] = [10, 50, 20, Self.unknown, 40, 90, 30]
    #expect(
      ViewerAggregation.smoothed(raw) == [20, 20, 30, Self.unknown, 35, 40, 40])
  }

  @Test("without a face there is no level and no reaction")
  func withoutFaces() {
    let series = ReactionSeries(levels([nil, nil]), leastBins: 1)
    #expect(series.values.allSatisfy { $0 == ReactionSeries.unknown })
    #expect(series.isReacting == [false, false])
  }
}

@Suite("Emotions that a source reports")
struct ReportedEmotionTests {
  private func levels(_ face: @escaping (Double) -> Face) -> [UInt16] {
    MadeUp.bins([MadeUp.session(seconds: 30, rate: 10, face: face)], seconds: 30).levels
  }

  @Test("the level is the median of the largest weighted score, not the largest median")
  func largestOfEachSample() {
    let bins = levels { time in
      Int((time * 10).rounded()) % 2 == 0
        ? MadeUp.reported([.happy: 0.8, .surprise: 0.2])
        : MadeUp.reported([.happy: 0.2, .surprise: 0.8])
    }
    #expect(bins[10] == UInt16(204 * 256))
  }

  @Test("an emotion missing in some samples counts as 0 there")
  func strongestOnly() {
    let bins = levels {
      (10..<20).contains($0) ? MadeUp.reported([.happy: 1]) : MadeUp.reported([.neutral: 1])
    }
    #expect(bins[30] == UInt16(255 * 256) && bins[10] == 0)
    // A viewer who never smiles, from a source that reports only the strongest emotion.
    let neutral = levels { _ in MadeUp.reported([.neutral: 0.9], areStrongest: true) }
    #expect(neutral[10] == 0)
  }

  @Test("a source that never reports the counted emotions gives an unknown level")
  func neverReported() {
    #expect(levels { _ in MadeUp.reported([.sad: 0.9]) }[10] == ViewerBins.unknownLevel)
  }
}
