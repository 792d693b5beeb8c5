import Testing

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

  @Test func aRollingQuantileIsTheQuantileOfWhatIsThere() {
    let levels = (0..<400).map { (index: Int) -> UInt8 in
      UInt8(truncatingIfNeeded: index * index * 31 + index * 7)
    }
    for share in [0.0, 0.2, 0.5, 1.0] {
      var rolling = RollingQuantile(share)
      for (index, level) in levels.enumerated() {
        rolling.add(level)
        if index >= 120 { rolling.remove(levels[index - 120]) }
        var all = LevelHistogram()
        for level in levels[max(0, index - 119)...index] { all.add(level) }
        #expect(rolling.value() == all.quantile(share))
      }
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
    var track = LevelTrack()
    track.append([happy, happy, sad], areStrongest: true)
    track.append([happy, sad, sad], areStrongest: true)
    track.append([happy, sad, sad], areStrongest: false)
    let isHappy: UInt8 = 0b000_1000
    let isSad: UInt8 = 0b001_0000
    let others: [UInt8] = [0b111_0111, 0b110_1111, 0]
    let told: [UInt8] = [isHappy, isSad, isHappy | isSad]
    #expect(track.told == told)
    #expect(track.lost == others)
    // What is left of 1 beside the winner: 55 of 255 beside 200, 75 beside 180.
    #expect(track.most[0][3] == 200)
    #expect(track.most[1][3] == 75)
    #expect(track.most[0][0] == 55)
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

  @Test(arguments: [0..<1, 0..<64, 63..<65, 60..<200, 64..<128, 130..<131, 199..<200, 5..<5])
  func presenceIsCountedBinByBin(window: Range<Int>) {
    let (gaze, face) = (10..<150, 62..<190)
    let viewer = ViewerPresence(binCount: 200, gaze: gaze, face: face)
    let happy = EmotionSet(.happy)
    let looking = viewer.count(.init(gaze: true, emotions: nil), in: window)
    let showing = viewer.count(.init(gaze: false, emotions: happy), in: window)
    let both = viewer.count(.init(gaze: true, emotions: happy), in: window)
    #expect(looking == window.clamped(to: gaze).count)
    #expect(showing == window.clamped(to: face).count)
    #expect(both == window.clamped(to: gaze.clamped(to: face)).count)
  }
}
