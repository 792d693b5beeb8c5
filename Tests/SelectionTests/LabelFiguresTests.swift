import Foundation
import TestMaterial
import Testing

/// The statistics of `gazecut-bench people`, on values small enough to calculate by hand.
@Suite("Statistics of values and labels")
struct LabelFiguresTests {
  @Test("correlation ignores values without a label, and is 0 for constant values")
  func correlation() {
    // Without the second value, the points are on a line.
    #expect(abs(LabelFigures.correlation([1, 9, 2, 3], [0, nil, 0.5, 1]) - 1) < 1e-12)
    #expect(abs(LabelFigures.correlation([3, 2, 1], [0, 0.5, 1]) + 1) < 1e-12)
    // The covariance is 1, the sums of squares are 2 and 2.
    #expect(abs(LabelFigures.correlation([0, 2, 1], [0, 1, 2]) - 0.5) < 1e-12)
    #expect(LabelFigures.correlation([1, 1], [0, 1]) == 0)
  }

  @Test("average precision is the mean of the precision at each positive label")
  func averagePrecision() {
    // The first and third labelled values are positive: 1 / 1 and 2 / 3.
    let found = LabelFigures.averagePrecision([9, 8, 7, 6, 5], [true, nil, false, true, false])
    #expect(abs(found - (1 + 2.0 / 3) / 2) < 1e-12)
    #expect(LabelFigures.averagePrecision([1, 2], [false, nil]) == 0)
  }

  @Test("the area under the curve counts pairs, with ties as half")
  func areaUnderCurve() {
    // Three of the pairs (3, 1), (3, 2), (2, 1), (2, 2) are in order, and one is a tie.
    let found = LabelFigures.areaUnderCurve([3, 1, 2, 2, 7], [true, false, true, false, nil])
    #expect(found == 3.5 / 4)
    #expect(LabelFigures.areaUnderCurve([0, 0], [true, false]) == 0.5)
    #expect(LabelFigures.areaUnderCurve([1, 2], [true, true]) == nil)
  }

  @Test("the best windows come first and keep their distance")
  func bestWindows() {
    let values = [0, 3, 3, 2, 0, 0, 1, 0, 5, 0.0]
    #expect(
      LabelFigures.bestWindows(by: values, count: 3, length: 2, apart: 0) == [1..<3, 7..<9, 3..<5])
    // Two steps around 1..<3 are excluded, then those around 7..<9.
    #expect(LabelFigures.bestWindows(by: values, length: 2, apart: 2) == [1..<3, 7..<9])
    #expect(LabelFigures.bestWindows(by: [1], length: 2).isEmpty)
  }

  @Test("smoothing keeps a constant level and the sum of a peak")
  func smoothing() {
    let level = LabelFigures.smoothed([Double](repeating: 2, count: 30), deviation: 2)
    #expect(level.allSatisfy { abs($0 - 2) < 1e-12 })
    var peak = [Double](repeating: 0, count: 41)
    peak[20] = 1
    let bell = LabelFigures.smoothed(peak, deviation: 1)
    #expect(abs(bell.reduce(0, +) - 1) < 1e-9)
    // One step from its centre, a Gaussian of deviation 1 has exp(-1/2) of its height.
    #expect(abs(bell[21] / bell[20] - exp(-0.5)) < 1e-9)
  }

  @Test("a crop placed by the other viewers covers a gaze point only if it is near theirs")
  func coveredGazePoints() {
    let together = HeldLooks.shares([[0.49, 0.5], [0.5, 0.51], [0.51, nil]])
    #expect(together == [1, 1])
    // Three agree. The crop of the other three does not cover the fourth.
    #expect(HeldLooks.shares([[0.5], [0.5], [0.5], [0.9]]) == [0.75])
    // Of the crops that cover both points at 0.32, the one nearest to the middle does not cover
    // 0.30.
    #expect(HeldLooks.shares([[0.30], [0.32], [0.32]]) == [2.0 / 3])
    #expect(HeldLooks.shares([[nil], [nil]]) == [nil])
  }
}
