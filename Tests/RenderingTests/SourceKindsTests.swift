import EditDecisions
import Foundation
import MediaFixture
import SyntheticMedia
import TestMaterial
import Testing

@testable import Media
@testable import Rendering

/// Unusual sources: several tracks, joined recordings, streams of different lengths.
@Suite struct SourceKindsTests {
  let fixture: Fixture
  private static let beep =
    "aevalsrc='if(lt(mod(t,1),0.04),0.8*sin(2*PI*1000*t),0)':sample_rate=48000"
  private static let tone = "sine=frequency=440:sample_rate=48000"

  init() throws { fixture = try Fixture() }

  private func path(_ name: String) -> String { fixture.folder + "/" + name }

  private func ffmpeg(_ arguments: String...) throws { try ffmpeg(arguments) }

  private func ffmpeg(_ arguments: [String]) throws {
    let process = try ExternalProgram("ffmpeg").run(["-v", "error", "-nostdin", "-y"] + arguments)
    try #require(process.status == 0, "\(process.errors)")
  }

  /// Joins files without decoding.
  private func join(_ parts: [String], to path: String) throws {
    let list = self.path("list.txt")
    try parts.map { "file '\($0)'\n" }.joined()
      .write(toFile: list, atomically: true, encoding: .utf8)
    try ffmpeg("-f", "concat", "-safe", "0", "-i", list, "-c", "copy", path)
  }

  /// Writes the frames `numbers` of a file, each shown until the next, with its sound.
  private func slides(_ numbers: [Int], of plain: String, _ options: [String], to path: String)
    throws
  {
    let select = numbers.map { "eq(n,\($0))" }.joined(separator: "+")
    try ffmpeg(
      ["-i", plain, "-vf", "select='\(select)'", "-fps_mode", "vfr", "-c:v", "libx264"]
        + ["-preset", "ultrafast", "-bf", "0", "-c:a", "copy"] + options + [path])
  }

  /// Changes the codec of a sound track, counted from 0, to one without a decoder.
  private func makeSoundUndecodable(_ number: Int, of path: String) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    var places: [Data.Index] = []
    var rest = data.startIndex..<data.endIndex
    while let found = data.range(of: Data("mp4a".utf8), in: rest) {
      // An entry of the sample description follows its length and the header of the table.
      let head = data[max(data.startIndex, found.lowerBound - 16)..<found.lowerBound]
      if head.range(of: Data("stsd".utf8)) != nil { places.append(found.lowerBound) }
      rest = found.upperBound..<data.endIndex
    }
    let place = try #require(places.dropFirst(number).first)
    data.replaceSubrange(place..<place + 4, with: Data("apac".utf8))
    let box = try #require(data.range(of: Data("esds".utf8), in: place..<data.endIndex))
    data.replaceSubrange(box, with: Data("dapa".utf8))
    try data.write(to: URL(fileURLWithPath: path))
  }

  // MARK: Choice of streams

  @Test func soundThatCanBeDecodedIsPreferred() throws {
    let plain = try fixture.make("plain.mp4", sound: Self.beep, duration: 4)
    let both = path("both.mp4")
    try ffmpeg(
      "-i", plain, "-f", "lavfi", "-i", "sine=300:duration=4", "-map", "0", "-map", "1:a",
      "-c:v", "copy", "-c:a", "aac", "-ac:a:1", "4", "-disposition:a:0", "default",
      "-disposition:a:1", "default", both)
    try makeSoundUndecodable(1, of: both)
    let info = try MediaInfo.probe(both)
    #expect(info.sound?.codec == "aac" && info.sound?.stream == 1)
    #expect(info.notices.count == 1 && info.notices[0].contains("apac"), "\(info.notices)")
    let clip = try fixture.render(both, 0.52, 3.52)
    #expect(Fixture.onsets(try Fixture.sound(clip)[0]).count == 3)
  }

  @Test func soundThatCannotBeDecodedIsReported() throws {
    let path = try fixture.make("a.mp4", sound: Self.beep)
    #expect(try MediaInfo.probe(path).notices.isEmpty)
    try makeSoundUndecodable(0, of: path)
    let info = try MediaInfo.probe(path)
    #expect(info.sound == nil)
    #expect(info.notices.count == 1 && info.notices[0].contains("apac"), "\(info.notices)")
  }

  /// A preview image is in a track of its own and larger than the film.
  @Test(arguments: [("default", "default"), ("0", "0"), ("0", "default")])
  func streamOfOneFrameIsNotUsed(film: String, preview: String) throws {
    let plain = try fixture.make("plain.mp4")
    let still = try fixture.make(
      "still.mp4", pictures: Fixture.numbered(640, 360), duration: 0.04, size: (640, 360))
    let both = path("both.mkv")
    try ffmpeg(
      "-i", still, "-i", plain, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0",
      preview, "-disposition:v:1", film, both)
    let info = try MediaInfo.probe(both)
    #expect(info.video.width == 320 && abs(info.duration - 2) < 0.05, "\(info.video)")
  }

  @Test(arguments: [("default", "0", 320), ("0", "default", 640), ("default", "default", 640)])
  func defaultOrLargerVideoStreamIsUsed(first: String, second: String, width: Int) throws {
    let small = try fixture.make("small.mp4")
    let large = try fixture.make(
      "large.mp4", pictures: Fixture.numbered(640, 360), size: (640, 360))
    let both = path("both.mp4")
    try ffmpeg(
      "-i", small, "-i", large, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v:0", first,
      "-disposition:v:1", second, both)
    let found = try MediaInfo.probe(both).video.width
    #expect(found == width)
  }

  /// A preview video is larger, the default stream, and ends early.
  @Test(arguments: ["mp4", "ts"]) func shortVideoStreamIsNotUsed(ending: String) throws {
    let plain = try fixture.make("plain.mp4", duration: 8)
    let preview = try fixture.make(
      "preview.mp4", pictures: Fixture.numbered(640, 360), duration: 2, size: (640, 360))
    let both = path("both." + ending)
    try ffmpeg(
      "-i", preview, "-i", plain, "-map", "0:v", "-map", "1", "-c", "copy", "-disposition:v:0",
      "default", "-disposition:v:1", "0", both)
    let info = try MediaInfo.probe(both)
    #expect(info.video.width == 320 && abs(info.duration - 8) < 0.1, "\(info.video)")
  }

  @Test func shortDefaultSoundStreamIsNotUsed() throws {
    let plain = try fixture.make("plain.mp4", sound: Self.beep, duration: 6)
    let both = path("both.mp4")
    try ffmpeg(
      "-f", "lavfi", "-i", "sine=300:duration=0.2", "-i", plain, "-map", "1:v", "-map", "0:a",
      "-map", "1:a", "-c:v", "copy", "-c:a", "aac", "-disposition:a:0", "default",
      "-disposition:a:1", "0", both)
    #expect(try MediaInfo.probe(both).sound?.stream == 2)
  }

  // MARK: Changes in the middle of the video

  /// Width and height of the white circle in the middle of a frame.
  private func circle(_ frame: Frame) -> (width: Int, height: Int) {
    func extent(_ isWhite: (Int) -> Bool, _ count: Int) -> Int {
      (count / 2..<count).prefix(while: isWhite).count
        + (0..<count / 2).reversed().prefix(while: isWhite).count
    }
    return (
      extent({ frame.sample(plane: 0, x: $0, y: frame.height / 2) > 128 }, frame.width),
      extent({ frame.sample(plane: 0, x: frame.width / 2, y: $0) > 128 }, frame.height)
    )
  }

  private static func circlePictures(_ width: Int, _ height: Int) -> String {
    "color=black:size=\(width)x\(height):rate=25,format=yuv420p,"
      + "geq=lum='16+219*lt(pow(X-W/2,2)+pow(Y-H/2,2),1600)':cb=128:cr=128"
  }

  /// Aspect ratios of the circle in both halves of a clip.
  private func ratios(_ source: String, _ layout: Layout) throws -> [Double] {
    let clip = try fixture.render(source, 0, 2, layout)
    var found: [Double] = []
    try Fixture.frames(clip) { frame, number in
      guard number == 10 || number == 40 else { return }
      let size = circle(frame)
      found.append(Double(size.width) / Double(max(1, size.height)))
    }
    return found
  }

  /// A recording of a phone that was rotated without a tag in the file.
  private func rotatedRecording() throws -> String {
    let parts = try [(320, 180), (180, 320)].map { size in
      try fixture.make(
        "\(size.0).mkv", pictures: Self.circlePictures(size.0, size.1), duration: 1, size: size)
    }
    let both = path("both.mkv")
    try join(parts, to: both)
    return both
  }

  @Test(arguments: [false, true])
  func rotationDuringRecordingKeepsTheAspectRatio(isFit: Bool) throws {
    let found = try ratios(try rotatedRecording(), isFit ? .fit : .crop([Fixture.window(109)]))
    #expect(found.count == 2 && found.allSatisfy { abs($0 - 1) < 0.06 }, "\(found)")
  }

  @Test func changedSampleAspectRatioIsFollowed() throws {
    let parts = try [Rational(16, 15), Rational(64, 45)].map { shape in
      try fixture.make(
        "\(shape.numerator).ts", pictures: Self.circlePictures(360, 288), duration: 1,
        size: (360, 288)
      ) { $0.pictureEncoding.sampleAspectRatio = shape }
    }
    let both = path("both.ts")
    try join(parts, to: both)
    let found = try ratios(both, .crop([Fixture.window(111, height: 288)]))
    try #require(found.count == 2)
    #expect(abs(found[0] - 16.0 / 15) < 0.06 && abs(found[1] - 64.0 / 45) < 0.08, "\(found)")
  }

  @Test func rotationTaggedInFramesIsApplied() throws {
    let upright = try fixture.make("a.ts", pictures: Self.circlePictures(320, 180), duration: 1)
    let turned = path("b.ts")
    let both = path("both.ts")
    try ffmpeg(
      "-i", upright, "-c", "copy", "-bsf:v",
      "h264_metadata=display_orientation=insert:rotate=90", turned)
    try join([upright, turned], to: both)
    var widths: Set<Int> = []
    let info = try MediaInfo.probe(both)
    try RangeReader(info).read(
      from: 0, to: 2,
      picture: { frame throws(MediaError) in
        widths.insert(FrameGeometry(frame, of: info.video).width)
      })
    #expect(widths == [180, 320])
    let found = try ratios(both, .crop([Fixture.window(109)]))
    #expect(found.count == 2 && found.allSatisfy { abs($0 - 1) < 0.06 }, "\(found)")
  }

  @Test func changeOfAspectRatioIsReported() throws {
    let renderer = ClipRenderer(
      source: try MediaInfo.probe(try rotatedRecording()), settings: Fixture.settings)
    for (end, isReported) in [(0.8, false), (2.0, true)] {
      let made = try renderer.render(
        from: 0, to: end, framing: Fixture.framing(0, end, .crop([Fixture.window(109)])),
        to: path("clip.mp4"))
      #expect(made.hasOtherShapes == isReported && made.notices.isEmpty != isReported)
    }
  }

  @Test(arguments: [(48_000, 24_000), (48_000, 22_050), (44_100, 48_000)])
  func soundContinuesWhenItsSampleRateChanges(first: Int, second: Int) throws {
    let plain = try fixture.make("plain.mp4")
    let parts = try [first, second].enumerated().map { number, rate in
      let part = path("\(number).ts")
      try ffmpeg(
        "-i", plain, "-f", "lavfi", "-i", "sine=440:duration=2:sample_rate=\(rate)", "-map", "0:v",
        "-map", "1:a", "-c:v", "copy", "-c:a", "aac", "-ar", "\(rate)", part)
      return part
    }
    let both = path("both.ts")
    try join(parts, to: both)
    let samples = try Fixture.sound(try fixture.render(both, 0.2, 3.8))[0]
    // The encoder adds silence between the parts.
    let change = Int(1.8 * 48_000)
    // The clip's ends are faded over 0.2 s.
    let fade = 9600
    let blocks = stride(from: fade, to: samples.count - fade - 480, by: 480)
      .filter { abs($0 - change) > 7200 }
      .map { start in samples[start..<start + 480].map(abs).max() ?? 0 }
    let usual = blocks.sorted()[blocks.count / 2]
    #expect(blocks.count(where: { $0 < usual / 2 }) == 0)
  }

  @Test(arguments: ["mkv", "ts"])
  func everyFrameIsShownWhenTheFrameRateRises(ending: String) throws {
    let parts = try [30, 60].map { rate in
      try fixture.make(
        "\(rate).\(ending)", pictures: Fixture.numbered(rate: "\(rate)"), duration: 6,
        rate: Rational(rate, 1))
    }
    let both = path("both.\(ending)")
    try join(parts, to: both)
    #expect(try MediaInfo.probe(both).video.frameRate == Rational(60, 1))
    let numbers = try Fixture.numbers(try fixture.render(both, 8, 9))
    #expect(Set(numbers).count >= 60, "\(numbers)")
  }

  // MARK: Times

  /// The sound is stored long before its frames.
  @Test func slideshowKeepsItsSound() throws {
    let plain = try fixture.make("plain.mp4", sound: Self.beep, duration: 30)
    let file = path("slides.mkv")
    try slides([0, 200, 500, 700], of: plain, [], to: file)
    let clip = try fixture.render(file, 12.52, 17.52)
    #expect(Fixture.onsets(try Fixture.sound(clip)[0]).count == 5)
    #expect(try Fixture.numbers(clip).allSatisfy { $0 == 200 })
  }

  @Test(arguments: ["mkv", "mp4"]) func lastFrameIsShownUntilTheSoundEnds(ending: String) throws {
    let plain = try fixture.make("plain.mp4", sound: Self.beep, duration: 12)
    let file = path("slides." + ending)
    try slides([0, 100], of: plain, ["-max_interleave_delta", "0"], to: file)
    let info = try MediaInfo.probe(file)
    #expect(abs(info.duration - 12) < 0.1, "\(info.duration)")
    #expect(info.notices.count == 1)
    let clip = try fixture.render(file, 6.52, 11)
    #expect(try Fixture.numbers(clip).allSatisfy { $0 == 100 })
    #expect(Fixture.onsets(try Fixture.sound(clip)[0]).count == 4)
  }

  @Test func onlyFrameIsShownUntilTheSoundEnds() throws {
    let plain = try fixture.make("plain.mp4", sound: Self.beep, duration: 8)
    let song = path("song.mp4")
    try slides([0], of: plain, [], to: song)
    #expect(abs(try MediaInfo.probe(song).duration - 8) < 0.1)
    let clip = try fixture.render(song, 2.52, 6.52)
    #expect(try Fixture.numbers(clip).count == 100)
    #expect(Fixture.onsets(try Fixture.sound(clip)[0]).count == 4)
  }

  @Test func soundAsLongAsThePictureGivesNoNotice() throws {
    let info = try MediaInfo.probe(try fixture.make("a.mp4", sound: Self.beep))
    #expect(abs(info.duration - 2) < 0.001 && info.pictureEnd == nil && info.notices.isEmpty)
  }

  @Test(arguments: [["1.ts", "2.ts"], ["1.ts", "2.ts", "3.ts"]])
  func concatenatedRecordingsAreRejected(parts: [String]) throws {
    var data = Data()
    for part in parts {
      let made = try fixture.make(part, sound: Self.tone, duration: 5)
      data += try Data(contentsOf: URL(fileURLWithPath: made))
      #expect(throws: Never.self) { try MediaInfo.probe(made) }
    }
    let joined = path("joined.ts")
    try data.write(to: URL(fileURLWithPath: joined))
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(joined) }
    #expect(error?.kind == .invalidData)
    #expect(error?.detail?.contains("start again") ?? false)
  }

  /// libav takes falling timestamps for a clock overflow and adds a day.
  @Test func recordingsWithFallingTimestampsAreRejected() throws {
    let plain = try fixture.make("plain.mp4", sound: Self.tone, duration: 6)
    var data = Data()
    for (number, offset) in ["3600", "10"].enumerated() {
      let part = path("\(number).ts")
      try ffmpeg("-i", plain, "-c", "copy", "-output_ts_offset", offset, part)
      data += try Data(contentsOf: URL(fileURLWithPath: part))
    }
    let joined = path("falling.ts")
    try data.write(to: URL(fileURLWithPath: joined))
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(joined) }
    #expect(error?.detail?.contains("start again") ?? false, "\(String(describing: error))")
  }

  /// The timestamp of one packet is an hour too late.
  @Test(arguments: [20, 60, 97]) func frameWithAWrongTimestampIsSkipped(number: Int) throws {
    let plain = try fixture.make("plain.mp4", duration: 4)
    let wild = path("wild.mp4")
    try ffmpeg(
      "-i", plain, "-c", "copy", "-bsf:v",
      "setts=pts='if(eq(N,\(number)),PTS+3600/TB,PTS)'", wild)
    let info = try MediaInfo.probe(wild)
    #expect(abs(info.duration - 4) < 0.1, "\(info.duration)")
    let made = try ClipRenderer(source: info, settings: Fixture.settings).render(
      from: 2, to: 3.2, framing: Fixture.framing(2, 3.2, .crop([Fixture.window(100)])),
      to: path("clip.mp4"))
    let isInside = (50..<80).contains(number)
    let expected = (50..<80).map { isInside && $0 == number ? number - 1 : $0 }
    let found = try Fixture.numbers(made.path)
    #expect(found == expected, "\(found)")
    #expect((made.damaged > 0) == isInside, "\(made.damaged)")
  }

  // MARK: Silence

  @Test func gapInTheSoundIsReported() throws {
    let plain = try fixture.make("plain.mp4", sound: Self.tone, duration: 6)
    let hole = path("hole.mkv")
    try ffmpeg(
      "-i", plain, "-c:v", "copy", "-af", "aselect='not(between(t,2,4))'", "-c:a", "pcm_s16le",
      hole)
    let renderer = ClipRenderer(source: try MediaInfo.probe(hole), settings: Fixture.settings)
    for (start, end, silence) in [(1.0, 5.0, 2.0), (4.2, 5.8, 0.0)] {
      let made = try renderer.render(
        from: start, to: end,
        framing: Fixture.framing(start, end, .crop([Fixture.window(100)])),
        to: path("clip.mp4"))
      #expect(abs(made.silence - silence) < 0.1, "\(made.silence)")
      #expect(made.notices.isEmpty == (silence == 0), "\(made.notices)")
    }
  }

  // MARK: Containers

  @Test(arguments: ["flv", "wmv", "ogv", "gif", "mxf", "nut", "vob", "m2ts", "avi", "3gp"])
  func everyContainerIsRead(ending: String) throws {
    let plain = try fixture.make("plain.mp4", duration: 2)
    let file = path("a." + ending)
    let options: [String] =
      switch ending {
      case "flv", "nut", "m2ts", "3gp", "avi": ["-c:v", "copy"]
      case "mxf", "vob": ["-c:v", "mpeg2video", "-q:v", "2"]
      case "wmv": ["-c:v", "wmv2", "-q:v", "2"]
      case "ogv": ["-c:v", "libtheora", "-q:v", "10"]
      default: []
      }
    try ffmpeg(["-i", plain, "-an"] + options + [file])
    let info = try MediaInfo.probe(file)
    #expect(abs(info.duration - 2) < 0.1, "\(info.duration)")
    let numbers = try Fixture.numbers(try fixture.render(file, 0.8, 1.6))
    #expect(numbers == Array(20..<40), "\(numbers)")
  }

  @Test func imageFileIsRejectedWithAReason() throws {
    let plain = try fixture.make("plain.mp4", duration: 1)
    let picture = path("a.png")
    try ffmpeg("-i", plain, "-frames:v", "1", picture)
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(picture) }
    #expect(error?.kind == .unsupported)
    #expect(error?.description.contains("whitelist") == false)
  }
}
