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

  /// Levels of seven classes, some of them unknown, in a disorder of their own.
  private static func levels(_ bin: Int) -> (most: SIMD8<UInt8>, known: UInt8) {
    var most = SIMD8<UInt8>.zero
    for lane in 0..<7 {
      most[lane] = UInt8(truncatingIfNeeded: bin * bin * (31 + lane) + bin * (7 + 2 * lane))
    }
    return (most, bin % 5 == 0 ? 0b010_1101 : bin % 50 < 7 ? 0 : 0x7F)
  }

  @Test func aRollingQuantileIsTheQuantileOfWhatIsThere() {
    for (share, lane) in [(0.0, 1), (0.2, 0), (0.2, 4), (0.5, 6), (1.0, 3)] {
      func times(_ bin: Int) -> Int32 { Int32(Self.levels(bin).known >> UInt8(lane) & 1) }
      var rolling = RollingQuantile(share)
      for bin in 0..<300 {
        rolling.add(Self.levels(bin).most[lane], times: times(bin))
        if bin >= 40 { rolling.remove(Self.levels(bin - 40).most[lane], times: times(bin - 40)) }
        var all = LevelHistogram()
        for near in max(0, bin - 39)...bin where times(near) == 1 {
          all.add(Self.levels(near).most[lane])
        }
        let found = rolling.value()
        #expect(all.total == 0 || found == all.quantile(share))
      }
    }
  }

  /// Levels of a few steps, of all steps, and of nothing but the highest; of windows of odd
  /// lengths, too, and of the longest there are.
  @Test(arguments: [0.0, 0.2, 0.5, 1], [1, 2, 39, 120, RollingLevels.longest])
  func quantilesOfAllClassesRollAsThatOfEachDoes(share: Double, width: Int) {
    let bins = (0..<600).map { bin in
      var (most, known) = Self.levels(bin)
      most[0] = most[0] % 3
      most[1] = bin < 300 ? 255 : most[1]
      most[2] = bin % 100 < 50 ? 0 : 254
      known &= bin % 211 < 60 ? 0x6E : 0x7F
      return (most: most, known: known)
    }
    let marks = bins.map { bin in
      SIMD8<UInt8>(classes: { bin.known >> UInt8($0) & 1 })
    }
    let shown = zip(bins, marks).map { $0.most | ($1 &- 1) }
    var rolling = RollingLevels(share)
    var before = SIMD8<UInt8>.zero
    for end in stride(from: width, through: bins.count, by: 4) {
      shown.withUnsafeBufferPointer { shown in
        marks.withUnsafeBufferPointer { rolling.move(to: end - width..<end, shown, $0) }
      }
      for lane in 0..<7 {
        var all = LevelHistogram()
        for bin in bins[end - width..<end] where bin.known >> UInt8(lane) & 1 != 0 {
          all.add(bin.most[lane])
        }
        #expect(
          rolling.quantiles[lane] == (all.total == 0 ? before[lane] : all.quantile(share)))
      }
      before = rolling.quantiles
    }
  }

  /// Of an even and an odd number of half seconds, of more than a byte counts, and of none.
  @Test(arguments: [0, 1, 300, 601, 1200])
  func theSpreadOfAllClassesIsThatOfEach(count: Int) {
    let bins = (0..<count).map { bin in
      var (most, known) = Self.levels(bin)
      // Nothing but the ends of the scale, a rest with few exceptions, and a class that is unknown.
      most[0] = bin.isMultiple(of: 3) ? 255 : 0
      most[1] = bin % 40 < 3 ? most[1] : 12
      most[2] = 255
      known &= 0x77
      return (most: most, known: known)
    }
    let marks = bins.map { bin in
      SIMD8<UInt8>(classes: { bin.known >> UInt8($0) & 1 })
    }
    let found = LevelSpread(zip(bins, marks).map { $0.most | ($1 &- 1) }, known: marks)
    for lane in 0..<7 {
      var all = LevelHistogram()
      for bin in bins where bin.known >> UInt8(lane) & 1 != 0 { all.add(bin.most[lane]) }
      #expect(Double(found.medianDeviations[lane]) == all.medianDeviation())
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

  /// Rest is the quantile of the two minutes' half seconds around, sorted; what lost counts as at
  /// rest, and what is not known is no number.
  @Test(
    arguments: [60.0, 61.5, Double(RollingLevels.longest) / 2, 150],
    [[Emotion.happy, .sad, .surprise, .angry], [.happy]])
  func deviationsAreThoseOfTheLongWay(seconds: Double, emotions: [Emotion]) throws {
    var track = LevelTrack()
    for bin in 0..<401 {
      let (most, known) = Self.levels(bin)
      var lanes = most
      lanes[7] = known
      let face = FaceLevels(lanes: lanes)
      track.append(known == 0 ? [] : [face], areStrongest: bin % 3 == 0)
    }
    #expect(track.lost.contains { $0 != 0 })
    var settings = FoldSettings()
    settings.restSeconds = seconds
    let asked = EmotionSet(emotions)
    let found = RestingFace(settings: settings).deviations(of: track, in: asked)
    let width = Int(settings.restSeconds / HalfSeconds.length)
    for emotion in Emotion.allCases {
      let (lane, bit) = (Int(emotion.rawValue), UInt8(1) << emotion.rawValue)
      let isAsked = asked.contains(emotion)
      let spread = Self.spread(of: track, lane)
      for bin in 0..<track.count {
        let isKnown = isAsked && (track.told[bin] | track.lost[bin]) & bit != 0
        #expect((found.known[bin] & bit != 0) == isKnown)
        guard isKnown else {
          #expect(found.values[bin][lane].isNaN)
          continue
        }
        guard track.told[bin] & bit != 0 else {
          #expect(found.values[bin][lane] == 0)
          continue
        }
        let taken = bin / 4 * 4
        let start = min(max(0, taken - width / 2), track.count - width)
        let near = (start..<start + width).filter { (track.told[$0] | track.lost[$0]) & bit != 0 }
          .map { track.most[$0][lane] }.sorted()
        let rest = near[max(1, Int((Double(near.count) * 0.2).rounded(.up))) - 1]
        let away = (Float(track.most[bin][lane]) / 255 - Float(rest) / 255) / spread
        #expect(found.values[bin][lane] == min(3, max(-3, away)))
      }
    }
  }

  /// 1.4826 times the median distance from the median, of what lost counted at its own rest.
  private static func spread(of track: LevelTrack, _ lane: Int) -> Float {
    let bit = UInt8(1) << UInt8(lane)
    func levels(_ bits: [UInt8]) -> [Int] {
      track.most.indices.filter { bits[$0] & bit != 0 }.map { Int(track.most[$0][lane]) }
    }
    func quantile(_ values: [Int], _ share: Double) -> Int {
      values.sorted()[max(1, Int((Double(values.count) * share).rounded(.up))) - 1]
    }
    let (told, lost) = (levels(track.told), levels(track.lost))
    let all = told + lost.map { _ in quantile(told + lost, 0.2) }
    let middle = quantile(all, 0.5)
    return Float(max(1.4826 * Double(quantile(all.map { abs($0 - middle) }, 0.5)) / 255, 0.05))
  }

  @Test func thingsLieInTheirBinsInOrder() {
    let bins: [ClosedRange<Int>] = [0...0, 0...0, 2...3, 3...3, 1...2, 4...4]
    let found = BinnedItems(Array("abcdef"), binCount: 6) { bins[$0] }
    #expect((0..<6).map { String(found[$0]) } == ["ab", "e", "ce", "cd", "f", ""])
    let ordered = BinnedItems(Array("abcd"), binCount: 4) { [0, 2, 2, 3][$0]...[0, 2, 2, 3][$0] }
    #expect((0..<4).map { String(ordered[$0]) } == ["a", "", "bc", "d"])
  }

  @Test(arguments: [-1.5, -0.7, 0, 0.3, 0.5, 1.2, .nan])
  func strengthsBecomeLevelsClassByClass(strength: Double) {
    var vector = EmotionVector.zero
    for lane in 0..<7 { vector.lanes[lane] = Float(strength) / Float(lane + 1) }
    let row = AudienceRow(
      position: nil, weight: 1, strengths: vector, told: [EmotionSet(.happy), EmotionSet(.fear)])
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
    var track = LevelTrack()
    track.append(faces[...], areStrongest: false)
    track.append(faces[0])
    #expect(track.told == [0x28, 0x28])
    #expect(track.lost == [0, 0])
    #expect(track.most[0] == SIMD8<UInt8>(0, 0, 0, 30, 0, 15, 0, 0))
    #expect(track.most[1] == SIMD8<UInt8>(0, 0, 0, 10, 0, 5, 0, 0))
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
