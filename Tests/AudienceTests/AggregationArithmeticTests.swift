import Testing
import TestMaterial

@testable import Audience

/// Optimised calculations give the same results as simple ones.
@Suite struct AggregationArithmeticTests {
  /// Unsorted numbers with many ties.
  private static func values(_ count: Int, seed: Int) -> [Double] {
    (0..<count).map { (index: Int) -> Double in
      let mixed: Int = index * 7919 + seed * 104_729
      return Double(mixed % 97) / 8
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 9, 64, 1001])
  func medianBySelectionEqualsMedianBySorting(count: Int) {
    for seed in 0..<5 {
      let values = Self.values(count, seed: seed)
      let sorted = values.sorted()
      let middle = count / 2
      let isOdd = !count.isMultiple(of: 2)
      let wanted: Double =
        count == 0 ? 0 : isOdd ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
      #expect(median(values) == wanted)
      #expect(median(sorted) == wanted)
      #expect(median(sorted.reversed()) == wanted)
    }
  }

  @Test func rowsAreSortedByTheirFields() {
    func fields(_ row: GazeRow) -> [Int] {
      [Int(row.x), Int(row.y), Int(row.weightLevel), Int(row.glance.x), Int(row.glance.y)]
        + [row.isInSecondHalf ? 1 : 0]
    }
    let rows = (0..<60).map { (number: Int) -> GazeRow in
      // Few different values, so that many fields are equal.
      let bits = number * 7919 + number * number * 31
      var row = GazeRow(
        x: [-300, -1, 0, 700][bits & 3], y: [-2, 5][bits >> 2 & 1],
        weightLevel: [0, 255][bits >> 3 & 1])
      row.glance = SIMD2([-3, 3][bits >> 7 & 1], [-128, 127][bits >> 8 & 1])
      row.isInSecondHalf = bits >> 9 & 1 == 0
      return row
    }
    #expect(GazeRow.sorted(rows) == rows.sorted())
    for a in rows {
      for b in rows { #expect((a < b) == fields(a).lexicographicallyPrecedes(fields(b))) }
    }
  }

  @Test func binnedItemsKeepTheirOrder() {
    let bins: [Character: Int] = ["a": 0, "b": 0, "c": 3, "d": 1, "e": 3]
    let found = BinnedItems(Array("acbde"), binCount: 5) { bins[$0] ?? 4 }
    #expect((0..<5).map { String(found[$0]) } == ["ab", "d", "", "ce", ""])
    let ordered = BinnedItems(Array("abce"), binCount: 4) { bins[$0] ?? 0 }
    #expect((0..<4).map { String(ordered[$0]) } == ["ab", "", "", "ce"])
  }

  /// The seven scores of a sample are read as eight bytes, except for the last sample.
  @Test func allFaceScoresOfAColumnAreRead() throws {
    var columns = SampleColumns()
    for number in 1...3 {
      var scores: [Emotion: Double] = [:]
      for emotion in Emotion.allCases {
        scores[emotion] = Double(emotion.rawValue) * Double(number) / 25.5
      }
      columns.append(Sample(time: Double(number), face: .scores(FaceScores(known: scores))))
    }
    for number in UInt8(1)...3 {
      let lanes = try #require(columns.faceLanes(at: Int(number) - 1))
      for lane in 0..<7 { #expect(lanes[lane] == UInt8(lane) * 10 * number) }
      #expect(lanes[7] == 0)
    }
  }

  @Test func usableSamplesAreCountedOverAllParts() {
    let point = PicturePoint(x: 0.5, y: 0.5)
    let smile = FaceScores(known: [.happy: 0.8])
    var usability = SampleUsability()
    usability.add(
      SampleColumns([
        Sample(time: 0, gaze: .at(point, confidence: .full, movement: .unknown), face: .lost),
        Sample(time: 1, gaze: .blink, face: .scores(smile)), Sample(time: 2, gaze: .lost),
      ]))
    #expect(!usability.gaze.varies)
    #expect(!usability.face.varies)
    let beside = PicturePoint(x: 1.5, y: 0.5)
    usability.add(
      SampleColumns([
        Sample(
          time: 3, gaze: .at(beside, confidence: .low, movement: .fixation),
          face: .scores(FaceScores(known: [.happy: 0.3])))
      ]))
    #expect(usability.gaze.told == 3)
    #expect(usability.gaze.usable == 2)
    #expect(usability.inside == 1)
    #expect(usability.face.told == 3)
    #expect(usability.face.usable == 2)
    #expect(usability.gaze.varies)
    #expect(usability.face.varies)
  }
}
