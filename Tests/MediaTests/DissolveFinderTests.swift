import MediaFixture
import Testing

@testable import Media

/// Detection of dissolves, fades and wipes between shots.
@Suite struct DissolveFinderTests {
  private static let pattern = "testsrc2=size=320x180:rate=25:duration=3,format=yuv420p[a];"
  private static let hills =
    "color=c=0x806020:size=320x180:rate=25:duration=3,geq=lum='90+X/8':cb=100:cr=150,"
    + "format=yuv420p[b];"

  private func scan(_ pictures: String, _ duration: Double) throws -> FrameAnalysis {
    let fixture = try Fixture()
    let path = try fixture.make("a.mp4", pictures: pictures, duration: duration)
    let info = try MediaInfo.probe(path)
    return try FrameAnalysis(info, ranges: [0..<info.duration])
  }

  @Test func fadeThroughBlackIsOneDissolveAndOneCut() throws {
    // The fade-out is from 0.6 to 1.6 s, the fade-in from 2 to 3 s.
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=1.8,fade=t=out:st=0.6:d=1,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=2,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0.2:d=1,format=yuv420p[b];[a][b]concat=n=2", 3.8)
    let begin = try #require(found.cuts.first)
    #expect(found.cuts.count == 1)
    #expect(begin.time >= 2 && begin.time < 2.3)
    // The fade ends when the frame has 19/20 of its brightness.
    let fade = try #require(found.dissolves.first { $0.contains(begin.time) })
    #expect(fade.lowerBound > 0.58 && fade.lowerBound < 0.75)
    #expect(fade.upperBound > 2.9 && fade.upperBound <= 3.04)
  }

  /// The video is black for 0.3 s, which is shorter than the limit for flashes, and then fades in.
  @Test func fadeInAfterACutToBlackIsACutAndADissolve() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=1.8,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=2,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0.2:d=1,format=yuv420p[b];[a][b]concat=n=2", 3.8)
    #expect(found.cuts.first?.time == 1.8)
    let begin = try #require(found.cuts.last)
    #expect(found.cuts.count == 2 && begin.time >= 2 && begin.time < 2.2)
    #expect(found.dissolves.contains { $0.lowerBound == 1.8 && $0.upperBound > 2.9 })
  }

  @Test func fadeInAtTheStartIsADissolve() throws {
    let found = try scan(
      "color=c=0x806020:size=320x180:rate=25:duration=3.8,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0.4:d=1,format=yuv420p", 3.8)
    let fade = try #require(found.dissolves.first)
    #expect(fade.lowerBound == 0 && abs(fade.upperBound - 1.4) < 0.1, "\(found.dissolves)")
  }

  /// After a fade of the trailer, brightness is constant from 33.083 s on while people move.
  @Test func fadeInARealTrailerEndsAtConstantBrightness() throws {
    guard let path = Fixture.shared("videos/sintel_trailer.mp4") else { return }
    let found = try FrameAnalysis(try MediaInfo.probe(path), ranges: [31..<36])
    let fade = try #require(found.dissolves.first { $0.contains(32.5) })
    #expect(abs(fade.upperBound - 33.083) < 0.045, "\(found.dissolves)")
  }

  /// Frames of such a fade differ as much as those of a cut.
  @Test func fadeOfAFifthOfASecondIsADissolve() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=1.8,fade=t=out:st=1.6:d=0.2,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=2,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0:d=0.2,format=yuv420p[b];[a][b]concat=n=2", 3.8)
    let fade = try #require(found.dissolves.first { $0.contains(1.8) })
    #expect(fade.lowerBound > 1.5 && fade.lowerBound <= 1.64, "\(found)")
    #expect(fade.upperBound >= 1.92 && fade.upperBound <= 2.04, "\(found)")
  }

  /// A past bug let a clip start with the frames of the short shot.
  @Test func shotOfAFewFramesIsADissolveAfterACut() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=2,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=0.2,format=yuv420p[b];"
        + "smptebars=size=320x180:rate=25:duration=2,format=yuv420p[c];[a][b][c]concat=n=3", 4.2)
    #expect(found.cuts.map(\.time) == [2])
    #expect(found.dissolves == [2..<2.2], "\(found.dissolves)")
  }

  @Test func fadeToBlackAtTheEndIsNoCut() throws {
    // The video is black from 1.6 s on.
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=3,fade=t=out:st=0.6:d=1,format=yuv420p", 3)
    #expect(found.cuts.isEmpty)
    let black = try #require(found.dissolves.last)
    #expect(black.lowerBound > 0.3 && black.lowerBound < 0.8)
    #expect(black.upperBound > 2.9)
  }

  @Test func singleBlackFrameIsNoDissolve() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25,drawbox=w=320:h=180:c=black:t=fill:enable='eq(n,30)'", 2.4)
    #expect(found.cuts.isEmpty && found.dissolves.isEmpty)
  }

  @Test func crossfadeIsADissolve() throws {
    let found = try scan(
      Self.pattern + Self.hills + "[a][b]xfade=transition=fade:duration=1:offset=2", 5)
    #expect(found.cuts.isEmpty)
    let dissolve = try #require(found.dissolves.first)
    #expect(found.dissolves.count == 1)
    // Only some frames are compared, and a frame with 1/10 of the other scene counts as pure.
    #expect(abs(dissolve.lowerBound - 2) < 0.25 && abs(dissolve.upperBound - 3) < 0.25)
  }

  /// Comparing colours 0.75 s before and after does not find such a long dissolve.
  @Test func crossfadeOfTwoSecondsIsOneDissolve() throws {
    let found = try scan(
      "smptebars=size=320x180:rate=25:duration=4,format=yuv420p,split[a][c];"
        + "[c]hflip,vflip,hue=h=60:s=0.6[b];[a][b]xfade=transition=fade:duration=2:offset=2", 6)
    #expect(found.cuts.isEmpty && found.dissolves.count == 1, "\(found)")
    let dissolve = try #require(found.dissolves.first)
    #expect(abs(dissolve.lowerBound - 2) < 0.45 && abs(dissolve.upperBound - 4) < 0.45)
  }

  @Test func wipeIsOneDissolve() throws {
    let found = try scan(
      "smptebars=size=320x180:rate=25:duration=3,format=yuv420p[a];" + Self.hills
        + "[a][b]xfade=transition=wipeleft:duration=1:offset=2", 5)
    let wipe = try #require(found.dissolves.first)
    #expect(found.dissolves.count == 1 && wipe.contains(2.5), "\(found)")
  }

  @Test func cutIsNoDissolve() throws {
    let found = try scan(Self.pattern + Self.hills + "[a][b]concat=n=2", 6)
    #expect(found.cuts.map(\.time) == [3])
    #expect(found.dissolves.isEmpty)
  }

  @Test func cameraPanIsNoDissolve() throws {
    let found = try scan(
      "mandelbrot=size=640x180:rate=25,trim=duration=4,setpts=PTS-STARTPTS,"
        + "crop=320:180:x='80*t':y=0", 4)
    #expect(found.dissolves.isEmpty)
  }
}
