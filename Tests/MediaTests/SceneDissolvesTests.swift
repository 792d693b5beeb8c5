import MediaFixture
import Testing

@testable import Media

/// One scene that turns into another is found; a camera that moves, and a cut, are not one.
@Suite struct SceneDissolvesTests {
  private static let pattern = "testsrc2=size=320x180:rate=25:duration=3,format=yuv420p[a];"
  private static let hills =
    "color=c=0x806020:size=320x180:rate=25:duration=3,geq=lum='90+X/8':cb=100:cr=150,"
    + "format=yuv420p[b];"

  private func scan(_ pictures: String, _ duration: Double) throws -> PictureScan {
    let fixture = try Fixture()
    let path = try fixture.make("a.mp4", pictures: pictures, duration: duration)
    let info = try MediaInfo.probe(path)
    return try PictureScan(info, ranges: [0..<info.duration])
  }

  @Test(arguments: ["fade", "fadeblack"]) func whatTurnsIntoAnotherSceneIsADissolve(
    kind: String
  ) throws {
    let found = try scan(
      Self.pattern + Self.hills + "[a][b]xfade=transition=\(kind):duration=1:offset=2", 5)
    #expect(found.cuts.isEmpty)
    let dissolve = try #require(found.dissolves.first)
    #expect(found.dissolves.count == 1)
    // It begins and ends within what is compared around each time.
    #expect(dissolve.lowerBound >= 2 - SceneDissolves.reach)
    #expect(dissolve.upperBound <= 3 + SceneDissolves.reach + SceneDissolves.step)
    #expect(dissolve.contains(2.5))
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
