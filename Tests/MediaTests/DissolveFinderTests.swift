import MediaFixture
import Testing

@testable import Media

/// One scene that turns into another is found; a camera that moves, and a cut, are not one.
@Suite struct SceneDissolvesTests {
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

  @Test func aFadeThroughBlackEndsAShotAndBeginsAnother() throws {
    // The one is black from 1.6 s on, the other until 2 s, of 1 s each in which they fade.
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=1.8,fade=t=out:st=0.6:d=1,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=2,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0.2:d=1,format=yuv420p[b];[a][b]concat=n=2", 3.8)
    let begin = try #require(found.cuts.first)
    #expect(found.cuts.count == 1)
    #expect(begin.time >= 2 && begin.time < 2.3)
    // At 19 of 20 parts of its light a picture is seen in its own, whatever moves in the pattern.
    let fade = try #require(found.dissolves.first { $0.contains(begin.time) })
    #expect(fade.lowerBound > 0.58 && fade.lowerBound < 0.75)
    #expect(fade.upperBound > 2.9 && fade.upperBound <= 3.04)
  }

  /// Black for .3 s, less than a flash may be: but what comes out of it comes by degrees.
  @Test func aShotThatFadesInOutOfACutToBlackBeginsWhereItIsLit() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=1.8,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=2,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0.2:d=1,format=yuv420p[b];[a][b]concat=n=2", 3.8)
    #expect(found.cuts.first?.time == 1.8)
    let begin = try #require(found.cuts.last)
    #expect(found.cuts.count == 2 && begin.time >= 2 && begin.time < 2.2)
    #expect(found.dissolves.contains { $0.lowerBound == 1.8 && $0.upperBound > 2.9 })
  }

  @Test func aVideoThatFadesInIsSeenWhereItIsLit() throws {
    let found = try scan(
      "color=c=0x806020:size=320x180:rate=25:duration=3.8,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0.4:d=1,format=yuv420p", 3.8)
    let fade = try #require(found.dissolves.first)
    #expect(fade.lowerBound == 0 && abs(fade.upperBound - 1.4) < 0.1, "\(found.dissolves)")
  }

  /// Behind a fade of the trailer its light is constant from 33.083 s on, while people move.
  @Test func aFadeOfAFilmEndsWhereItsLightIsConstant() throws {
    guard let path = Fixture.shared("videos/sintel_trailer.mp4") else { return }
    let found = try FrameAnalysis(try MediaInfo.probe(path), ranges: [31..<36])
    let fade = try #require(found.dissolves.first { $0.contains(32.5) })
    #expect(abs(fade.upperBound - 33.083) < 0.045, "\(found.dissolves)")
  }

  /// Of a fifth of a second, whose frames differ as those of a cut do.
  @Test func aQuickFadeIsOne() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=1.8,fade=t=out:st=1.6:d=0.2,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=2,geq=lum='90+X/8':cb=100:cr=150,"
        + "fade=t=in:st=0:d=0.2,format=yuv420p[b];[a][b]concat=n=2", 3.8)
    let fade = try #require(found.dissolves.first { $0.contains(1.8) })
    #expect(fade.lowerBound > 1.5 && fade.lowerBound <= 1.64, "\(found)")
    #expect(fade.upperBound >= 1.92 && fade.upperBound <= 2.04, "\(found)")
  }

  /// The second cut was forgotten: a clip opened with the flash, and its colours were a dissolve.
  @Test func aShotOfAFewFramesBelongsToNeitherOfThoseBesideIt() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=2,format=yuv420p[a];"
        + "color=c=0x806020:size=320x180:rate=25:duration=0.2,format=yuv420p[b];"
        + "smptebars=size=320x180:rate=25:duration=2,format=yuv420p[c];[a][b][c]concat=n=3", 4.2)
    #expect(found.cuts.map(\.time) == [2])
    #expect(found.dissolves == [2..<2.2], "\(found.dissolves)")
  }

  @Test func aFadeToBlackAtTheEndBeginsNothing() throws {
    // Black from 1.6 s on.
    let found = try scan(
      "testsrc2=size=320x180:rate=25:duration=3,fade=t=out:st=0.6:d=1,format=yuv420p", 3)
    #expect(found.cuts.isEmpty)
    let black = try #require(found.dissolves.last)
    #expect(black.lowerBound > 0.3 && black.lowerBound < 0.8)
    #expect(black.upperBound > 2.9)
  }

  @Test func aBlackFrameInAShotIsNoFade() throws {
    let found = try scan(
      "testsrc2=size=320x180:rate=25,drawbox=w=320:h=180:c=black:t=fill:enable='eq(n,30)'", 2.4)
    #expect(found.cuts.isEmpty && found.dissolves.isEmpty)
  }

  @Test func whatTurnsIntoAnotherSceneIsADissolve() throws {
    let found = try scan(
      Self.pattern + Self.hills + "[a][b]xfade=transition=fade:duration=1:offset=2", 5)
    #expect(found.cuts.isEmpty)
    let dissolve = try #require(found.dissolves.first)
    #expect(found.dissolves.count == 1)
    // To one picture that is compared, and the tenth that is called pure.
    #expect(abs(dissolve.lowerBound - 2) < 0.25 && abs(dissolve.upperBound - 3) < 0.25)
  }

  /// Of two seconds, which by colours .75 s before and after was not found.
  @Test func aSlowDissolveIsOne() throws {
    let found = try scan(
      "smptebars=size=320x180:rate=25:duration=4,format=yuv420p,split[a][c];"
        + "[c]hflip,vflip,hue=h=60:s=0.6[b];[a][b]xfade=transition=fade:duration=2:offset=2", 6)
    #expect(found.cuts.isEmpty && found.dissolves.count == 1, "\(found)")
    let dissolve = try #require(found.dissolves.first)
    #expect(abs(dissolve.lowerBound - 2) < 0.45 && abs(dissolve.upperBound - 4) < 0.45)
  }

  @Test func aWipeIsOne() throws {
    let found = try scan(
      "smptebars=size=320x180:rate=25:duration=3,format=yuv420p[a];" + Self.hills
        + "[a][b]xfade=transition=wipeleft:duration=1:offset=2", 5)
    let wipe = try #require(found.dissolves.first)
    #expect(found.dissolves.count == 1 && wipe.contains(2.5), "\(found)")
  }

  @Test func aCutIsNoDissolve() throws {
    let found = try scan(Self.pattern + Self.hills + "[a][b]concat=n=2", 6)
    #expect(found.cuts.map(\.time) == [3])
    #expect(found.dissolves.isEmpty)
  }

  @Test func aCameraThatMovesIsNoDissolve() throws {
    let found = try scan(
      "mandelbrot=size=640x180:rate=25,trim=duration=4,setpts=PTS-STARTPTS,"
        + "crop=320:180:x='80*t':y=0", 4)
    #expect(found.dissolves.isEmpty)
  }
}
