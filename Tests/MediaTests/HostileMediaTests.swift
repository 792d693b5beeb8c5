import Foundation
import MediaFixture
import SyntheticMedia
import TestMaterial
import Testing

@testable import Media

/// Malicious and damaged files are rejected or flagged with a reason.
@Suite struct HostileMediaTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func probeError(_ path: String) -> MediaError? {
    #expect(throws: MediaError.self) { try MediaInfo.probe(path) }
  }

  private func write(_ text: String, as name: String) throws -> String {
    let path = fixture.folder + "/" + name
    try AtomicFile.write(Array(text.utf8), to: path)
    return path
  }

  /// Each of these files would make libav open another file or a network connection.
  @Test(arguments: [
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile:REAL\n#EXT-X-ENDLIST\n",
    "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
    "ffconcat version 1.0\nfile 'REAL'\n",
    "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n",
    "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\">"
      + "<Period><AdaptationSet><Representation><BaseURL>REAL</BaseURL></Representation>"
      + "</AdaptationSet></Period></MPD>",
  ])
  func playlistsThatReferToOtherFilesAreRejected(text: String) throws {
    let real = try fixture.make("real.mp4", duration: 0.4)
    let path = try write(text.replacingOccurrences(of: "REAL", with: real), as: "x.mp4")
    let error = probeError(path)
    #expect(error?.kind != .notFound && error?.path == path, "\(String(describing: error))")
  }

  @Test func urlsAreTreatedAsFileNames() {
    for name in ["http://127.0.0.1:9/a.mp4", "concat:a.mp4|b.mp4", "pipe:0"] {
      #expect(probeError(name)?.kind == .notFound)
    }
  }

  @Test(arguments: LongForm.isAsked ? ["mjpeg", "png", "libx264"] : ["mjpeg"])
  func framesThatAreTooLargeAreRejected(encoder: String) throws {
    // One black frame of 67 million pixels has less than 2 MB, and 100 to 270 MB when decoded.
    #expect(InputLimits.maximumPixels >= 7680 * 4320)
    let path = try fixture.make(
      "bomb.mkv", pictures: "color=black:size=8200x8200:rate=1", duration: 1, encoder: encoder,
      size: (8200, 8200), rate: Rational(1, 1),
      options: encoder == "libx264" ? [.init("preset", "ultrafast")] : []
    ) {
      let formats = ["mjpeg": "yuvj420p", "png": "rgb24", "libx264": "yuv420p"]
      $0.pictureEncoding.pixelFormat = formats[encoder] ?? "yuv420p"
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path)).count
    #expect(bytes < 2_000_000)
    let error = probeError(path)
    #expect(error?.kind == .unsupported, "\(String(describing: error))")
    #expect(error?.description.contains("8200x8200") == true)
  }

  @Test(arguments: [0.3, 0.6, 0.9], ["a.mp4", "a.mkv", "a.ts"])
  func truncatedFilesAreFlagged(share: Double, name: String) throws {
    let path = try fixture.make(name, pictures: "testsrc2=size=320x180:rate=25", duration: 12) {
      if name.hasSuffix("mp4") { $0.containerOptions = [.init("movflags", "+faststart")] }
    }
    try Fixture.truncate(path, toShare: share)
    let info = try MediaInfo.probe(path)
    // A transport stream does not declare its duration, so truncation is not visible.
    if name.hasSuffix("ts") {
      #expect(info.duration < 12 * (share + 0.1))
    } else {
      #expect(info.truncation != nil)
      #expect(throws: MediaError.self) { try info.requireComplete() }
    }
  }

  /// 200 random bits are flipped.
  @Test(arguments: [1, 2, 3, 4])
  func flippedBitsCauseFramesOrAnError(seed: UInt64) throws {
    let path = try fixture.make("a.mp4", sound: "sine", duration: 4)
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bits = random.next()
      bytes[Int(bits >> 33) % bytes.count] ^= 1 << UInt8((bits >> 29) & 7)
    }
    try AtomicFile.write(bytes, to: path)
    do {
      let info = try MediaInfo.probe(path)
      var times: [Double] = []
      try RangeReader(info).read(
        from: 0, to: 4,
        picture: { frame throws(MediaError) in times.append(frame.time) },
        sound: { _ throws(MediaError) in })
      #expect(times == times.sorted() && times.count <= 101)
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  @Test(arguments: [0, 1, 100, 4096])
  func emptyFilesAndFilesOfZerosAreInvalid(size: Int) throws {
    let path = fixture.folder + "/zero.mp4"
    try AtomicFile.write([UInt8](repeating: 0, count: size), to: path)
    let error = probeError(path)
    #expect(error?.kind == .invalidData, "\(String(describing: error))")
    if size == 0 { #expect(error?.description.contains("it is empty") ?? false) }
  }

  @Test func readingStopsWhenItIsCancelled() throws {
    let path = try fixture.make("a.mp4", duration: 4)
    let info = try MediaInfo.probe(path)
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(300)
    let reader = try RangeReader(info, isCancelled: { clock.now > deadline })
    let error = #expect(throws: MediaError.self) {
      // Reads repeatedly, like a file without an end, until the deadline.
      while true { try reader.read(from: 0, to: 4, picture: { _ throws(MediaError) in }) }
    }
    #expect(error?.kind == .interrupted)
    #expect(clock.now - deadline < .seconds(5))
  }

  @Test func openingEndsAtTheTimeLimit() throws {
    let path = try fixture.make("a.mp4", duration: 0.4)
    let error = #expect(throws: MediaError.self) {
      try InputFile(path: path, timeLimit: .zero, isCancelled: { false })
    }
    #expect(error?.kind == .timedOut, "\(String(describing: error))")
    #expect(throws: Never.self) { try InputFile(path: path, timeLimit: .seconds(20)) }
  }

  /// Opening a pipe or device must not block.
  @Test func pipesFoldersAndDevicesAreRejected() throws {
    let pipe = fixture.folder + "/pipe.mp4"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, fixture.folder, "/dev/zero"] {
      let error = probeError(path)
      #expect(error?.kind == .unsupported, "\(String(describing: error))")
      #expect(error?.description.contains("not a regular file") == true)
    }
  }
}
