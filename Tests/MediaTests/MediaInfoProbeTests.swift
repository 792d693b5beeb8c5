import Foundation
@testable import Media
import MediaFixture
import TestMaterial
import Testing

@Suite struct MediaInfoProbeTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func plainFile() throws {
    let path = try fixture.make("a.mp4", sound: "sine=frequency=440")
    let info = try MediaInfo.probe(path)
    #expect(info.video.width == 320 && info.video.height == 180)
    #expect(info.video.frameRate == Rational(25, 1) && !info.video.isVariable)
    #expect(abs(info.duration - 2) < 0.001)
    #expect(info.video.codec == "h264")
    let sound = try #require(info.sound)
    #expect(sound.sampleRate == 48_000 && sound.channels == 2 && sound.codec == "aac")
    #expect(sound.stream == 1 && info.sounds == [sound])
    #expect(info.truncation == nil)
  }

  @Test(arguments: ["01:00:00:00", "00:59:59;28"])
  func theTimecodeTracksFirstFrame(timecode: String) throws {
    let rate = "30000/1001"
    let plain = try fixture.make(
      "a.mp4", pictures: Fixture.numbered(rate: rate), rate: Rational(30000, 1001))
    #expect(try MediaInfo.probe(plain).timecode == nil)
    let path = fixture.folder + "/b.mov"
    let said = try ExternalProgram("ffmpeg").run(
      ["-v", "error", "-nostdin", "-i", plain, "-c", "copy", "-timecode", timecode, path])
    try #require(said.status == 0, "\(said.errors)")
    #expect(try MediaInfo.probe(path).timecode == timecode)
  }

  @Test func sampleAspectRatioWidensThePicture() throws {
    let path = try fixture.make("a.mp4") {
      $0.pictureEncoding.sampleAspectRatio = Rational(2, 3)
    }
    let info = try MediaInfo.probe(path)
    #expect(info.video.width == 213 && info.video.height == 180)
    #expect(info.video.codedWidth == 320)
  }

  @Test(arguments: [
    (90.0, Orientation.clockwise), (180, .upsideDown), (270, .counterclockwise), (0, .upright),
  ])
  func rotation(degrees: Double, orientation: Orientation) throws {
    let path = try fixture.make("a.mp4") { $0.rotation = degrees }
    let info = try MediaInfo.probe(path)
    #expect(info.video.orientation == orientation)
    let isSideways = degrees == 90 || degrees == 270
    #expect(info.video.width == (isSideways ? 180 : 320))
    #expect(info.video.height == (isSideways ? 320 : 180))
  }

  @Test func anUnevenRateIsThatOfItsShortestStep() throws {
    // Frames 10…19 of every 20 are left out: 12.5 a second on average, 25 where there are any.
    let path = try fixture.make(
      "a.mp4", pictures: Fixture.numbered() + ",select='lt(mod(n,20),10)'", duration: 8)
    let info = try MediaInfo.probe(path)
    #expect(info.video.isVariable)
    #expect(info.video.frameRate == Rational(25, 1))
  }

  @Test func lateSoundAndLatePictureShareOneClock() throws {
    let path = try fixture.make(
      "a.mkv", pictures: Fixture.numbered() + ",setpts=PTS+2/TB", sound: "sine", duration: 4)
    let info = try MediaInfo.probe(path)
    #expect(abs(info.duration - 4) < 0.001, "\(info.duration)")
    // Matroska moves all streams by the sound encoder's run-in, so that none begins before 0.
    #expect(abs(Double(info.video.origin) * info.video.timeBase.value - 2.021) < 0.002)
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.avi", "a.ts"])
  func duration(name: String) throws {
    let path = try fixture.make(name, sound: "sine", duration: 3) {
      if name.hasSuffix("avi") {
        $0.soundEncoding.encoder = "mp2"; $0.soundEncoding.sampleFormat = "s16"
      }
    }
    let info = try MediaInfo.probe(path)
    #expect(abs(info.duration - 3) < 0.045, "\(name): \(info.duration)")
    #expect(info.truncation == nil)
  }

  @Test(arguments: ["a.mp4", "a.mkv"])
  func truncatedFileIsFlagged(name: String) throws {
    let path = try fixture.make(name, pictures: "testsrc2=size=320x180:rate=25", duration: 12) {
      $0.containerOptions = [.init("movflags", "+faststart")]
    }
    try Fixture.truncate(path, toShare: 0.5)
    let info = try MediaInfo.probe(path)
    let truncation = try #require(info.truncation)
    #expect(abs(truncation.declared - 12) < 0.1)
    #expect(truncation.found > 3 && truncation.found < 9, "\(truncation.found)")
    let error = #expect(throws: MediaError.self) { try info.requireWhole() }
    #expect(error?.description.contains("cut short") == true)
  }

  @Test func indexCutOffIsInvalid() throws {
    let path = try fixture.make("x.mp4")
    try Fixture.truncate(path, toShare: 0.5)
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(path) }
    #expect(error?.kind == .invalidData)
    #expect(
      error?.description
        == "Cannot open '\(path)': Invalid data found when processing input"
        + " (moov atom not found)")
  }

  @Test func missingFileAndText() throws {
    let absent = #expect(throws: MediaError.self) {
      try MediaInfo.probe(fixture.folder + "/none.mp4")
    }
    #expect(absent?.kind == .notFound)
    let text = fixture.folder + "/text.mp4"
    try AtomicFile.write(Array("hello, this is not a video".utf8), to: text)
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(text) }
    #expect(error?.kind == .invalidData)
  }

  @Test func aScriptThatNamesAnotherFileIsNotFollowed() throws {
    let path = fixture.folder + "/list.mp4"
    let real = try fixture.make("real.mp4")
    try AtomicFile.write(Array("ffconcat version 1.0\nfile '\(real)'\n".utf8), to: path)
    #expect(throws: MediaError.self) { try MediaInfo.probe(path) }
  }

  @Test func realFiles() throws {
    guard let path = Fixture.shared("videos/bbb_0_30.webm") else { return }
    let info = try MediaInfo.probe(path)
    #expect(info.video.width == 1280 && info.video.frameRate == Rational(24, 1))
    #expect(abs(info.duration - 30) < 0.01, "\(info.duration)")
    #expect(info.truncation == nil)
  }
}
