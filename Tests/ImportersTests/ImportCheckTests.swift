import Audience
import Testing

@testable import Importers

@Suite struct ImportCheckTests {
  private func columns(
    _ count: Int, every step: Double = 0.5, x: Double = 0.5, happy: (Double) -> Double = { _ in 0 }
  ) -> SampleColumns {
    SampleColumns(
      (0..<count).map { index in
        let time = Double(index) * step
        return Sample(
          time: time,
          gaze: .at(PicturePoint(x: x, y: 0.5), confidence: .full, movement: .unknown),
          face: .scores(EmotionVector(known: [.happy: happy(time)])))
      })
  }

  @Test func figuresOfAnOrdinarySession() {
    let smiling = columns(200) { (20..<24).contains($0) || $0 == 50 ? 0.9 : 0.1 }
    let check = ImportCheck(smiling, videoDuration: 100)
    #expect(check.samples == 200 && check.span == 0...99.5 && check.rate == 2)
    #expect(check.usableGaze == 1 && check.gazeOnPicture == 1 && check.usableFaces == 1)
    #expect(check.reactions == 1 && check.oddities.isEmpty)
    #expect(
      check.summary
        == "200 samples, 0 to 99.5 s, 2 a second, gaze usable in 100 %, 100 % of it on the "
        + "picture, a face in 100 %, 1 reaction")
  }

  @Test func aFastClockIsSeen() {
    let check = ImportCheck(columns(206), videoDuration: 99.5)
    #expect(check.oddities.count == 1)
    #expect(check.oddities[0].contains("a clock that runs 3 % fast"))
    #expect(ImportCheck(columns(201), videoDuration: 99.5).oddities.isEmpty)
  }

  @Test func aPlayerThatCannotBeRightIsSeen() {
    let check = ImportCheck(columns(100, x: 1.4), videoDuration: 50)
    #expect(check.oddities.map { $0.prefix(39) } == ["only 0 % of the gaze falls on the pictu"])
  }

  @Test func wrongUnitsAreSeen() {
    let check = ImportCheck(columns(100, every: 40), videoDuration: nil)
    #expect(check.oddities.contains { $0.contains("were milliseconds declared as seconds?") })
    let fast = ImportCheck(columns(2000, every: 0.00005), videoDuration: nil)
    #expect(fast.oddities.contains { $0.contains("were seconds declared as milliseconds?") })
    let long = ImportCheck(columns(100, every: 2), videoDuration: 60)
    #expect(long.oddities.contains { $0.contains("the times go on to 198 s") })
  }
}
