import Media
import MediaFixture
import Testing

/// Reading of slides and screen recordings, where the next frame can be many seconds later.
@Suite struct RangeReaderSparseTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func pictures(
    _ path: String, _ start: Double, _ end: Double
  ) throws -> (numbers: [Int], hasReachedEnd: Bool) {
    var numbers: [Int] = []
    let hasReachedEnd = try RangeReader(try MediaInfo.probe(path)).read(
      from: start, to: end,
      picture: { frame throws(MediaError) in numbers.append(Fixture.number(frame)) })
    return (numbers, hasReachedEnd)
  }

  @Test(arguments: ["slides.mp4", "slides.mkv"])
  func everySlideIsRead(name: String) throws {
    let path = try fixture.slides(name)
    #expect(try pictures(path, 8, 22) == ([40, 141], true))
    #expect(try pictures(path, 3.6, 15) == ([35, 40, 141], true))
    #expect(try pictures(path, 0, 50) == ([0] + Fixture.slideNumbers, false))
    #expect(try pictures(path, 22, 22.1) == ([220], true))
  }

  /// Frames come in bursts with half a minute between them.
  @Test(arguments: ["screen.mp4", "screen.mkv"])
  func screenRecordingShowsItsLastFrameUntilTheNext(name: String) throws {
    let path = try fixture.screenRecording(name)
    #expect(try pictures(path, 10, 45) == ([14] + Array(300..<312), true))
    #expect(try pictures(path, 1, 20) == (Array(10..<15), true))
    #expect(try pictures(path, 31.5, 70) == ([311] + Array(600..<610), false))
  }

  @Test func shownFrameIsFoundFromPackets() throws {
    let info = try MediaInfo.probe(try fixture.slides("slides.mp4"))
    let found = try info.pictureTimes(at: [0, 3.9, 8, 15, 21.95, 60])
    let tenths = found.map { Int((($0 ?? -1) * 10).rounded()) }
    #expect(tenths == [0, 35, 40, 141, 141, 400])
  }
}
