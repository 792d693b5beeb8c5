import Media
import MediaFixture
import SyntheticMedia
import Testing

@Suite struct RangeReaderFrameTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func numbers(_ path: String, _ start: Double, _ end: Double) throws -> [Int] {
    let info = try MediaInfo.probe(path)
    var numbers: [Int] = []
    var times: [Double] = []
    try RangeReader(info).read(
      from: start, to: end,
      picture: { frame throws(MediaError) in
        numbers.append(Fixture.number(frame))
        times.append(frame.time)
      })
    #expect(times == times.sorted())
    #expect(zip(numbers, times).allSatisfy { abs(Double($0) / 25 - $1) < 0.0011 }, "\(times)")
    return numbers
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.ts", "a.avi"])
  func exactlyTheFramesOfARangeAreRead(name: String) throws {
    let path = try fixture.make(
      name, sound: nil, duration: 4,
      options: [.init("preset", "veryfast"), .init("bf", "3"), .init("crf", "12")], gop: 30
    ) {
      guard name.hasSuffix("avi") else { return }
      $0.pictureEncoding.encoder = "mpeg4"
      $0.pictureEncoding.options = [.init("bf", "3"), .init("b", "2M")]
    }
    #expect(try numbers(path, 1.0, 1.4) == Array(25..<35))
    #expect(try numbers(path, 0, 0.2) == Array(0..<5))
    #expect(try numbers(path, 3.8, 9) == Array(95..<100))
    // The frame that is shown at 1.01 s starts at 1.00 s.
    #expect(try numbers(path, 1.01, 1.1) == [25, 26, 27])
  }

  /// Starts at every frame between two key frames, and so at every frame type.
  @Test(arguments: [
    ("a.mp4", "libx264", "b-pyramid", "strict"), ("a.ts", "libx264", "b-pyramid", "normal"),
    ("a.mkv", "libx264", "open-gop", "1"), ("m.mkv", "mpeg2video", "sc_threshold", "0"),
    ("x.avi", "mpeg4", "sc_threshold", "0"), ("h.mp4", "libx265", "tune", "fastdecode"),
  ])
  func rangeCanStartAtAnyFrame(name: String, codec: String, key: String, value: String) throws {
    let common: [VideoEncoderSettings.Option] =
      switch codec {
      case "libx264":
        [.init("preset", "veryfast"), .init("crf", "12"), .init("x264-params", "\(key)=\(value)")]
      case "libx265":
        [.init("preset", "ultrafast"), .init("crf", "12"), .init("x265-params", "log-level=none")]
      default: [.init("b", "2M")]
      }
    let path = try fixture.make(
      name, sound: nil, duration: 3, encoder: codec, options: common + [.init("bf", "3")], gop: 24)
    for first in 20..<52 {
      let start = Double(first) / 25
      #expect(try numbers(path, start, start + 0.16) == Array(first..<first + 4))
    }
  }

  /// The frame that is shown at the start of the range began two seconds before.
  @Test func frameThatIsShownForSecondsIsRead() throws {
    let path = try fixture.make(
      "v.mkv", pictures: Fixture.numbered() + ",select='lt(n,37)+gt(n,90)'", duration: 4,
      options: [.init("preset", "veryfast"), .init("bf", "3"), .init("crf", "12")], gop: 200)
    #expect(try numbers(path, 3.0, 3.76) == [36, 91, 92, 93])
  }

  @Test func rangesCanBeReadInAnyOrder() throws {
    let info = try MediaInfo.probe(try fixture.make("a.mp4", duration: 4))
    let reader = try RangeReader(info)
    var numbers: [Int] = []
    for start in [3.0, 1.0, 2.0] {
      try reader.read(
        from: start, to: start + 0.08,
        picture: { frame throws(MediaError) in numbers.append(Fixture.number(frame)) })
    }
    #expect(numbers == [75, 76, 25, 26, 50, 51])
  }

  @Test func playTimeZeroIsTheFirstPresentedFrame() throws {
    let path = try fixture.make(
      "a.mkv", pictures: Fixture.numbered() + ",setpts=PTS+1.5/TB", duration: 4)
    #expect(try numbers(path, 1.0, 1.2) == Array(25..<30))
  }

  @Test func soundOfARangeHasItsPlayTimes() throws {
    let path = try fixture.make("a.mp4", sound: "sine=frequency=440", duration: 4)
    let info = try MediaInfo.probe(path)
    var spans: [Range<Double>] = []
    try RangeReader(info).read(
      from: 1, to: 2, picture: nil,
      sound: { frame throws(MediaError) in
        let length = Double(frame.sampleCount) / Double(frame.sampleRate)
        spans.append(frame.time..<(frame.time + length))
      })
    let first = try #require(spans.first)
    let last = try #require(spans.last)
    #expect(first.lowerBound <= 1 && last.upperBound >= 2)
    for (one, next) in zip(spans, spans.dropFirst()) {
      #expect(abs(one.upperBound - next.lowerBound) < 0.0001)
    }
  }

  @Test func cancellationInterruptsReading() throws {
    let info = try MediaInfo.probe(try fixture.make("a.mp4"))
    let reader = try RangeReader(info, isCancelled: { false })
    _ = reader
    let error = #expect(throws: MediaError.self) {
      try RangeReader(info, isCancelled: { true }).read(
        from: 0, to: 1, picture: { _ throws(MediaError) in })
    }
    #expect(error?.kind == .interrupted)
  }
}
