import EditDecisions
import Media
import MediaFixture
import Testing

@testable import Rendering

@Suite struct ClipRendererFrameTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test(arguments: [("24/1", 24, 1), ("25/1", 25, 1), ("30000/1001", 30000, 1001), ("60/1", 60, 1)])
  func firstAndLastFrameAreTheNearest(text: String, numerator: Int, denominator: Int) throws {
    let rate = Rational(numerator, denominator)
    let source = try fixture.make(
      "s.mp4", pictures: Fixture.numbered(rate: text), duration: 3, rate: rate)
    // Decisions round times to 1 ms.
    let start = (17 / rate.value * 1000).rounded() / 1000
    let end = (43 / rate.value * 1000).rounded() / 1000
    #expect(try Fixture.numbers(fixture.render(source, start, end)) == Array(17..<43))
    let info = try MediaInfo.probe(fixture.folder + "/clip.mp4")
    #expect(abs(info.video.frameRate.value - rate.value) < 0.0001)
    #expect(abs(info.duration - 26 / rate.value) < 0.001)
  }

  @Test func timesBetweenFramesAreRoundedToTheNearest() throws {
    let source = try fixture.make("s.mp4")
    #expect(try Fixture.numbers(fixture.render(source, 0.419, 0.821)) == Array(10..<21))
    #expect(try Fixture.numbers(fixture.render(source, 0.421, 0.819)) == Array(11..<20))
  }

  @Test func roundedTimestampsDoNotDropFrames() throws {
    let rate = Rational(24000, 1001)
    let source = try fixture.make(
      "s.mkv", pictures: Fixture.numbered(rate: "24000/1001"), duration: 3, rate: rate)
    #expect(try Fixture.numbers(fixture.render(source, 0, 2.5)) == Array(0..<60))
  }

  @Test func everySecondFrameOfA120FPSSourceIsKept() throws {
    let source = try fixture.make(
      "s.mp4", pictures: Fixture.numbered(rate: "120"), duration: 1, rate: Rational(120, 1))
    let numbers = try Fixture.numbers(fixture.render(source, 0.1, 0.6))
    #expect(numbers == stride(from: 12, to: 72, by: 2).map { $0 })
  }

  @Test func variableFrameRateBecomesConstant() throws {
    // Frames 10…19 of every 20 are missing, so frame 9 is shown until frame 20.
    let source = try fixture.make(
      "s.mkv", pictures: Fixture.numbered() + ",select='lt(mod(n,20),10)'", duration: 3)
    let numbers = try Fixture.numbers(fixture.render(source, 0.2, 1.0))
    #expect(numbers == [5, 6, 7, 8] + Array(repeating: 9, count: 11) + [20, 21, 22, 23, 24])
  }

  @Test func frameIsRepeatedUntilTheNextOne() throws {
    // There is no frame between 10 and 40, where the range ends.
    let source = try fixture.make(
      "s.mkv", pictures: Fixture.numbered() + ",select='lt(n,10)+gt(n,40)'", duration: 3)
    let numbers = try Fixture.numbers(fixture.render(source, 0.2, 1.4))
    #expect(numbers.prefix(5) == [5, 6, 7, 8, 9] && numbers.last == 9)
  }

  @Test func layoutChangesAtItsExactFrame() throws {
    // The left half is bright, the right half dark.
    let source = try fixture.make(
      "s.mp4", pictures: "color=black:size=320x180:rate=25,drawbox=w=160:h=180:c=white:t=fill")
    let framing = Framing(
      gazeKept: nil,
      shots: [
        ClipShot(start: 0, end: 0.4, cut: .source, layout: .crop([Fixture.window(0)])),
        ClipShot(start: 0.4, end: 1, cut: .framing, layout: .crop([Fixture.window(200)])),
      ])
    let clip = fixture.folder + "/clip.mp4"
    try ClipRenderer(source: try MediaInfo.probe(source), settings: Fixture.settings).render(
      from: 0, to: 1, framing: framing, to: clip)
    var bright: [Bool] = []
    try Fixture.frames(clip) { frame, _ in
      bright.append(frame.sample(plane: 0, x: 90, y: 160) > 125)
    }
    #expect(bright == Array(repeating: true, count: 10) + Array(repeating: false, count: 15))
  }

  @Test func playTimeStartsAtADelayedFirstFrame() throws {
    let source = try fixture.make(
      "s.mkv", pictures: Fixture.numbered() + ",setpts=PTS+2/TB", sound: "sine", duration: 3)
    #expect(try Fixture.numbers(fixture.render(source, 1, 2)) == Array(25..<50))
  }
}
