import MediaFixture
import Testing

@testable import Media

/// Impossible numbers in headers neither crash the process nor exhaust memory.
@Suite struct HostileMatroskaTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func write(_ change: (inout TinyMatroska) -> Void = { _ in }) throws -> String {
    var file = TinyMatroska()
    change(&file)
    let path = fixture.folder + "/tiny.mkv"
    try AtomicFile.write(file.bytes, to: path)
    return path
  }

  @Test func fileWithoutFalseClaimsIsRead() throws {
    let info = try MediaInfo.probe(try write())
    #expect(abs(info.duration - 1) < 0.001 && info.truncation == nil)
    #expect(info.video.frameRate == Rational(25, 1))
    #expect(try info.countPictures().count == 25)
  }

  @Test(arguments: [9.2e15, 1e18, 1e300, -1e18, .infinity, .nan])
  func impossibleDurationInTheHeaderIsIgnoredOrRejected(duration: Double) throws {
    let path = try write { $0.duration = duration }
    do {
      let info = try MediaInfo.probe(path)
      #expect(abs(info.duration - 1) < 0.001)
    } catch {
      #expect(error.kind == .invalidData, "\(error)")
    }
  }

  @Test(arguments: [1_000_000_000_000_000_000, 30_000_000_000_000, UInt64.max, 1])
  func impossibleFrameDurationInTheHeaderIsIgnored(nanoseconds: UInt64) throws {
    let path = try write { $0.defaultDuration = nanoseconds }
    let info = try MediaInfo.probe(path)
    #expect((0.9...1.1).contains(info.duration), "\(info.duration)")
    #expect((12...1000).contains(info.video.frameRate.value), "\(info.video.frameRate)")
  }

  /// libav allocates 1.6 KB per track before it checks their number, so their memory is limited.
  @Test func hundredsOfThousandsOfTracksAreRejected() throws {
    #expect(InputLimits.maximumTableBytes / 1600 < 200_000)
    let path = try write { $0.others = 200_000 }
    let error = #expect(throws: MediaError.self) { try MediaInfo.probe(path) }
    #expect(error?.kind == .invalidData, "\(String(describing: error))")
    #expect(error?.description.contains("more tracks or index entries") == true)
    // The limit applies only while headers are read.
    #expect(throws: Never.self) {
      try fixture.make(
        "large.mkv", pictures: "color=size=4096x2160:rate=1", duration: 1,
        size: (4096, 2160), rate: Rational(1, 1))
    }
  }

  @Test func conversionToIntegersIsBounded() {
    #expect(Int64(bounding: .nan) == 0 && Int64(bounding: 1.5) == 2)
    #expect(Int64(bounding: 1e300) == Int64(bounding: .infinity))
    #expect(Int64(bounding: 1e300) + Int64(bounding: 1e300) > 0)
    #expect(Int64(bounding: -1e300) == -Int64(bounding: 1e300))
  }
}
