import Testing
import TestMaterial

@testable import Audience

/// What folding computes by short ways is what the long way gives.
@Suite struct FoldingArithmeticTests {
  /// Numbers with many ties, in a disorder of their own.
  private static func values(_ count: Int, seed: Int) -> [Double] {
    (0..<count).map { (index: Int) -> Double in
      let mixed: Int = index * 7919 + seed * 104_729
      return Double(mixed % 97) / 8
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 9, 64, 1001])
  func selectionGivesWhatSortingGives(count: Int) {
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

  /// A row a viewer and half second is what an hour of thousands takes.
  @Test func aRowTakesSixteenBytes() {
    #expect(MemoryLayout<AudienceRow>.stride == 16)
    #expect(MemoryLayout<AudienceRow?>.stride == 16)
  }

  /// The order of rows is that of their fields, one after the other, as they are numbers.
  @Test func rowsAreInTheOrderOfTheirFields() {
    func fields(_ row: AudienceRow) -> [Int] {
      [Int(row.x), Int(row.y), Int(row.weightLevel), Int(row.glance.x), Int(row.glance.y)]
        + (0..<8).map { Int(row.levels[$0]) } + [row.isInSecondHalf ? 1 : 0]
    }
    let rows = (0..<60).map { (number: Int) -> AudienceRow in
      // Few values of each, so that many are the same.
      let bits = number * 7919 + number * number * 31
      var row = AudienceRow(
        x: [-300, -1, 0, 700][bits & 3], y: [-2, 5][bits >> 2 & 1],
        weightLevel: [0, 255][bits >> 3 & 1],
        levels: SIMD8(classes: { bits >> (4 + $0 % 3) & 1 == 0 ? 0 : 200 }))
      row.glance = SIMD2([-3, 3][bits >> 7 & 1], [-128, 127][bits >> 8 & 1])
      row.isInSecondHalf = bits >> 9 & 1 == 0
      return row
    }
    #expect(AudienceRow.sorted(rows) == rows.sorted())
    for a in rows {
      for b in rows { #expect((a < b) == fields(a).lexicographicallyPrecedes(fields(b))) }
    }
  }

  @Test func thingsLieInTheirBinsInOrder() {
    let bins: [ClosedRange<Int>] = [0...0, 0...0, 2...3, 3...3, 1...2, 4...4]
    let found = BinnedItems(Array("abcdef"), binCount: 6) { bins[$0] }
    #expect((0..<6).map { String(found[$0]) } == ["ab", "e", "ce", "cd", "f", ""])
    let ordered = BinnedItems(Array("abcd"), binCount: 4) { [0, 2, 2, 3][$0]...[0, 2, 2, 3][$0] }
    #expect((0..<4).map { String(ordered[$0]) } == ["a", "", "bc", "d"])
  }

  @Test(arguments: [-1.5, -0.7, 0, 0.3, 0.5, 1.2, .nan])
  func scoresBecomeLevelsClassByClass(score: Double) {
    var vector = EmotionVector.zero
    for lane in 0..<7 { vector.lanes[lane] = Float(score) / Float(lane + 1) }
    let row = AudienceRow(
      position: nil, weight: 1, scores: vector, told: [EmotionSet(.happy), EmotionSet(.fear)])
    for lane in 0..<7 {
      let isTold = lane == 3 || lane == 2
      let clamped = vector.lanes[lane] > 0 ? min(1, vector.lanes[lane]) : 0
      #expect(row.levels[lane] == (isTold ? UInt8(clamped * 255 + 0.5) : 0))
    }
  }

  @Test func theMiddleOfAnEvenNumberIsTheMeanRoundedUp() {
    var levels = LevelHistogram()
    for level in [UInt8(10), 13, 200, 2] { levels.add(level) }
    #expect(levels.middle == 12)
    levels.add(255)
    #expect(levels.middle == 13)
  }

  @Test func aClassThatWonMoreOftenThanItLostIsTold() {
    let happy = FaceLevels(lanes: SIMD8(0, 0, 0, 200, 0, 0, 0, 0x88))
    let sad = FaceLevels(lanes: SIMD8(0, 0, 0, 0, 180, 0, 0, 0x90))
    let known = [
      FaceLevels.known(ofAll: [happy, happy, sad], true),
      FaceLevels.known(ofAll: [happy, sad, sad], true),
      FaceLevels.known(ofAll: [happy, sad, sad], false),
    ]
    let isHappy: UInt8 = 0b000_1000
    let isSad: UInt8 = 0b001_0000
    let others: [UInt8] = [0b111_0111, 0b110_1111, 0]
    let told: [UInt8] = [isHappy, isSad, isHappy | isSad]
    #expect(known.map(\.told) == told)
    #expect(known.map(\.lost) == others)
    // What is left of 1 beside the winner: 55 of 255 beside 200, 75 beside 180.
    #expect(known[0].most[3] == 200)
    #expect(known[1].most[3] == 75)
    #expect(known[0].most[0] == 55)
  }

  /// Seven scores a sample are read eight bytes at a time, but for the last.
  @Test func everyFaceOfAColumnIsRead() throws {
    var columns = SampleColumns()
    for number in 1...3 {
      var scores: [Emotion: Double] = [:]
      for emotion in Emotion.allCases {
        scores[emotion] = Double(emotion.rawValue) * Double(number) / 25.5
      }
      columns.append(Sample(time: Double(number), face: .scores(FaceScores(known: scores))))
    }
    for number in UInt8(1)...3 {
      let lanes = try #require(columns.faceLevels(at: Int(number) - 1)?.lanes)
      var wanted = SIMD8<UInt8>(repeating: 0x7F)
      for lane in 0..<7 { wanted[lane] = UInt8(lane) * 10 * number }
      #expect(lanes == wanted)
    }
  }

  /// A half second of many faces is told class by class; a class that none tells is unknown.
  @Test func theMiddleOfManyFacesIsToldOfTheirClasses() {
    let levels: [UInt8] = [10, 200, 30]
    let faces = levels.map { level in
      FaceLevels(lanes: SIMD8<UInt8>(0, 0, 0, level, 0, level / 2, 0, 0x28))
    }
    let (all, one) = (
      FaceLevels.known(ofAll: faces[...], false), FaceLevels.known(ofAll: faces[..<1], false)
    )
    #expect(all == (SIMD8<UInt8>(0, 0, 0, 30, 0, 15, 0, 0), 0x28, 0))
    #expect(one == (SIMD8<UInt8>(0, 0, 0, 10, 0, 5, 0, 0), 0x28, 0))
  }

  @Test func sidesAreCountedOverAllParts() {
    let point = PicturePoint(x: 0.5, y: 0.5)
    let smile = FaceScores(known: [.happy: 0.8])
    var sides = SampleSides()
    sides.add(
      SampleColumns([
        Sample(time: 0, gaze: .at(point, confidence: .full, movement: .unknown), face: .lost),
        Sample(time: 1, gaze: .blink, face: .scores(smile)), Sample(time: 2, gaze: .lost),
      ]))
    #expect(!sides.gaze.varies)
    #expect(!sides.face.varies)
    let beside = PicturePoint(x: 1.5, y: 0.5)
    sides.add(
      SampleColumns([
        Sample(
          time: 3, gaze: .at(beside, confidence: .low, movement: .fixation),
          face: .scores(FaceScores(known: [.happy: 0.3])))
      ]))
    #expect(sides.gaze.told == 3)
    #expect(sides.gaze.usable == 2)
    #expect(sides.inside == 1)
    #expect(sides.face.told == 3)
    #expect(sides.face.usable == 2)
    #expect(sides.gaze.varies)
    #expect(sides.face.varies)
  }
}
