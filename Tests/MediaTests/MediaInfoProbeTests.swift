import Foundation
@testable import Media
import MediaFixture
import SyntheticMedia
import TestMaterial
import Testing

@Suite struct MediaInfoProbeTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  @Test func probeReadsSizeRateDurationAndSound() throws {
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
  func timecodeOfTheFirstFrameIsRead(timecode: String) throws {
    let rate = "30000/1001"
    let plain = try fixture.make(
      "a.mp4", pictures: Fixture.numbered(rate: rate), rate: Rational(30000, 1001))
    #expect(try MediaInfo.probe(plain).timecode == nil)
    let path = fixture.folder + "/b.mov"
    let process = try ExternalProgram("ffmpeg").run(
      ["-v", "error", "-nostdin", "-i", plain, "-c", "copy", "-timecode", timecode, path])
    try #require(process.status == 0, "\(process.errors)")
    #expect(try MediaInfo.probe(path).timecode == timecode)
  }

  @Test func sampleAspectRatioChangesTheDisplayWidth() throws {
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
  func rotationIsAppliedToTheDisplaySize(degrees: Double, orientation: Orientation) throws {
    let path = try fixture.make("a.mp4") { $0.rotation = degrees }
    let info = try MediaInfo.probe(path)
    #expect(info.video.orientation == orientation)
    let isSideways = degrees == 90 || degrees == 270
    #expect(info.video.width == (isSideways ? 180 : 320))
    #expect(info.video.height == (isSideways ? 320 : 180))
  }

  @Test func variableFrameRateIsThatOfTheShortestFrame() throws {
    // Frames 10…19 of every 20 are missing, so the average is 12.5 fps and the maximum 25 fps.
    let path = try fixture.make(
      "a.mp4", pictures: Fixture.numbered() + ",select='lt(mod(n,20),10)'", duration: 8)
    let info = try MediaInfo.probe(path)
    #expect(info.video.isVariable)
    #expect(info.video.frameRate == Rational(25, 1))
  }

  @Test func playTimeStartsAtTheFirstFrameOfADelayedVideo() throws {
    let path = try fixture.make(
      "a.mkv", pictures: Fixture.numbered() + ",setpts=PTS+2/TB", sound: "sine", duration: 4)
    let info = try MediaInfo.probe(path)
    #expect(abs(info.duration - 4) < 0.001, "\(info.duration)")
    // Matroska delays all streams by the sound encoder's priming, so that none starts before 0.
    #expect(abs(Double(info.video.origin) * info.video.timeBase.value - 2.021) < 0.002)
  }

  @Test(arguments: ["a.mp4", "a.mkv", "a.avi", "a.ts"])
  func durationIsReadFromEveryContainer(name: String) throws {
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
    let error = #expect(throws: MediaError.self) { try info.requireComplete() }
    #expect(error?.description.contains("cut short") == true)
  }

  @Test func missingIndexIsInvalid() throws {
    let path = try fixture.make("x.mp4")
    try Fixture.truncate(path, toShare: 0.5)
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(path) }
    #expect(error?.kind == .invalidData)
    #expect(
      error?.description
        == "Cannot open '\(path)': Invalid data found when processing input"
        + " (moov atom not found)")
  }

  @Test func missingFilesAndTextFilesAreRejected() throws {
    let absent = #expect(throws: MediaError.self) {
      try MediaInfo.probe(fixture.folder + "/none.mp4")
    }
    #expect(absent?.kind == .notFound)
    let text = fixture.folder + "/text.mp4"
    try AtomicFile.write(Array("hello, this is not a video".utf8), to: text)
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(text) }
    #expect(error?.kind == .invalidData)
  }

  @Test func realWebMFileIsRead() throws {
    guard let path = Fixture.shared("videos/bbb_0_30.webm") else { return }
    let info = try MediaInfo.probe(path)
    #expect(info.video.width == 1280 && info.video.frameRate == Rational(24, 1))
    #expect(abs(info.duration - 30) < 0.01, "\(info.duration)")
    #expect(info.truncation == nil)
  }

  /// Only profile 5 has no base layer that other decoders can show.
  @Test(arguments: [(5, 0), (8, 1), (8, 4)] as [(UInt8, UInt8)])
  func dolbyVisionWithoutABaseLayerIsRejected(profile: UInt8, compatibility: UInt8) throws {
    let fixture = try Fixture()
    let path = try fixture.make("dolby.mp4", duration: 0.2)
    try DolbyRecord.insert(profile: profile, compatibility: compatibility, into: path)
    guard compatibility == 0 else {
      #expect(try MediaInfo.probe(path).video.codec == "h264")
      return
    }
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(path) }
    #expect(error?.kind == .unsupported, "\(String(describing: error))")
    #expect(error?.description.contains("Dolby Vision") == true)
  }
}

/// The Dolby Vision configuration record of an MP4, which libav does not write for other streams.
enum DolbyRecord {
  /// Inserts a `dvcC` box after `avcC` and enlarges all boxes that contain it.
  static func insert(profile: UInt8, compatibility: UInt8, into path: String) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    func size(_ place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func bytes(_ size: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(size >> $0 & 255) } }
    // Version 1.0; level 6, a reference processing unit and a base layer.
    let record =
      [1, 0, profile << 1, 6 << 3 | 0b101, compatibility << 4] + [UInt8](repeating: 0, count: 19)
    let box = bytes(8 + record.count) + Array("dvcC".utf8) + record
    let boxes = try ["moov", "trak", "mdia", "minf", "stbl", "stsd", "avc1", "avcC"].map {
      try #require(data.range(of: Data($0.utf8))).lowerBound - 4
    }
    let own = try #require(boxes.last)
    let end = own + size(own)
    for place in boxes.dropLast() {
      data.replaceSubrange(place..<place + 4, with: bytes(size(place) + box.count))
    }
    data.insert(contentsOf: box, at: end)
    try data.write(to: URL(fileURLWithPath: path))
  }
}
