import Foundation
import TestMaterial
import Testing

/// What `gazecut-bench people` measures with, on numbers small enough to count by hand.
@Suite("Figures of values beside labels")
struct LabelFiguresTests {
  @Test("correlation leaves out what is not labelled, and is 0 where nothing varies")
  func correlation() {
    // Without the second they lie on a line.
    #expect(abs(LabelFigures.correlation([1, 9, 2, 3], [0, nil, 0.5, 1]) - 1) < 1e-12)
    #expect(abs(LabelFigures.correlation([3, 2, 1], [0, 0.5, 1]) + 1) < 1e-12)
    // Covariance 1 of squares 2 and 2.
    #expect(abs(LabelFigures.correlation([0, 2, 1], [0, 1, 2]) - 0.5) < 1e-12)
    #expect(LabelFigures.correlation([1, 1], [0, 1]) == 0)
  }

  @Test("average precision is the mean of the precision at each wanted one")
  func averagePrecision() {
    // Wanted are the first and the third of those labelled: 1/1 and 2/3.
    let found = LabelFigures.averagePrecision([9, 8, 7, 6, 5], [true, nil, false, true, false])
    #expect(abs(found - (1 + 2.0 / 3) / 2) < 1e-12)
    #expect(LabelFigures.averagePrecision([1, 2], [false, nil]) == 0)
  }

  @Test("the area under the curve counts pairs, ties by half, and needs both kinds")
  func areaUnderCurve() {
    // Of the pairs (3, 1), (3, 2), (2, 1), (2, 2) three are in order and one is a tie.
    let found = LabelFigures.areaUnderCurve([3, 1, 2, 2, 7], [true, false, true, false, nil])
    #expect(found == 3.5 / 4)
    #expect(LabelFigures.areaUnderCurve([0, 0], [true, false]) == 0.5)
    #expect(LabelFigures.areaUnderCurve([1, 2], [true, true]) == nil)
  }

  @Test("the best windows come best first and stay apart")
  func bestWindows() {
    let values = [0, 3, 3, 2, 0, 0, 1, 0, 5, 0.0]
    #expect(
      LabelFigures.bestWindows(by: values, count: 3, length: 2, apart: 0) == [1..<3, 7..<9, 3..<5])
    // Two steps around 1..<3 are gone, then those around 7..<9.
    #expect(LabelFigures.bestWindows(by: values, length: 2, apart: 2) == [1..<3, 7..<9])
    #expect(LabelFigures.bestWindows(by: [1], length: 2).isEmpty)
  }

  @Test("smoothing keeps a level up to both ends, and the weight of a peak")
  func smoothed() {
    let level = LabelFigures.smoothed([Double](repeating: 2, count: 30), deviation: 2)
    #expect(level.allSatisfy { abs($0 - 2) < 1e-12 })
    var peak = [Double](repeating: 0, count: 41)
    peak[20] = 1
    let bell = LabelFigures.smoothed(peak, deviation: 1)
    #expect(abs(bell.reduce(0, +) - 1) < 1e-9)
    // One step away a bell of one step has exp(-1/2) of its height.
    #expect(abs(bell[21] / bell[20] - exp(-0.5)) < 1e-9)
  }

  @Test("a frame placed by the others holds a look where they look, and only there")
  func heldLooks() {
    let together = HeldLooks.shares([[0.49, 0.5], [0.5, 0.51], [0.51, nil]])
    #expect(together == [1, 1])
    // Three agree; the fourth is held by no window of theirs.
    #expect(HeldLooks.shares([[0.5], [0.5], [0.5], [0.9]]) == [0.75])
    // Of windows that hold the others' .32 the one nearest to the middle leaves .30 outside.
    #expect(HeldLooks.shares([[0.30], [0.32], [0.32]]) == [2.0 / 3])
    #expect(HeldLooks.shares([[nil], [nil]]) == [nil])
  }
}
