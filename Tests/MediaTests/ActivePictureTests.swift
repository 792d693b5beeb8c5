import Foundation
import MediaFixture
import SyntheticMedia
import Testing

@testable import Media

/// Detection of black bars that are part of the video.
@Suite struct ActivePictureTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func area(
    _ name: String, _ pictures: String, size: (Int, Int) = (320, 180),
    change: (inout Synthesizer) -> Void = { _ in }
  ) throws -> ActiveArea? {
    let path = try fixture.make(
      name, pictures: pictures, size: size,
      options: [.init("preset", "ultrafast"), .init("crf", "26")], change: change)
    let info = try MediaInfo.probe(path)
    let scan = try FrameAnalysis(info, ranges: [0..<info.duration])
    #expect(scan.borders.count >= 2)
    return ActiveArea(scan.borders, width: info.video.width, height: info.video.height)
  }

  private static func testPattern(_ width: Int, _ height: Int) -> String {
    "testsrc2=size=\(width)x\(height):rate=25"
  }

  @Test(arguments: [
    ("letterboxed-2.39.mp4", 320, 134, 0, 23), ("pillarboxed-4x3.mp4", 240, 180, 40, 0),
    ("windowboxed.mp4", 240, 134, 40, 23), ("bar-below-only.mp4", 320, 150, 0, 0),
  ])
  func blackBarsAreExcluded(name: String, width: Int, height: Int, x: Int, y: Int) throws {
    let found = try #require(
      try area(name, Self.testPattern(width, height) + ",pad=320:180:\(x):\(y):black"))
    // The active area is inside the test pattern and loses at most 3 pixels at each side.
    #expect(found.x >= x && found.x <= x + 3 && found.y >= y && found.y <= y + 3, "\(found)")
    let (right, bottom) = (found.x + found.width, found.y + found.height)
    #expect(right <= x + width && right >= x + width - 4, "\(found)")
    #expect(bottom <= y + height && bottom >= y + height - 4, "\(found)")
  }

  /// The video is almost black in its first second.
  @Test func darkSceneDoesNotShrinkTheActiveArea() throws {
    let found = try #require(
      try area(
        "dark-then-lit.mp4",
        Self.testPattern(320, 134)
          + ",drawbox=w=320:h=134:color=black@0.97:t=fill:enable='lt(t,1)',pad=320:180:0:23:black"))
    #expect(found.y >= 23 && found.y <= 26 && found.height >= 128, "\(found)")
  }

  @Test func activeAreaIncludesASubtitleInTheBar() throws {
    let found = try area(
      "subtitle-in-bar.mp4",
      Self.testPattern(320, 134) + ",pad=320:180:0:23:black,"
        + "drawbox=x=100:y=160:w=120:h=8:c=white:t=fill:enable='between(t,0.8,1.6)'")
    #expect((found.map { $0.y + $0.height } ?? 180) >= 168, "\(String(describing: found))")
  }

  @Test(arguments: [
    // A bright spot on black, like a performer in a spotlight.
    (
      "stage.mp4",
      Fixture.still(
        "black", 320, 180, "geq=lum='16+200*exp(-(pow(X-150,2)+pow(Y-110,2))/900)':cb=128:cr=128")
    ),
    (
      "night-sky.mp4",
      Fixture.still(
        "black", 320, 180, "geq=lum='16+max(0,Y-60-20*sin(X/30))':cb=128:cr=128")
    ),
    ("full.mp4", "testsrc2=size=320x180:rate=25"),
    ("black.mp4", "color=black:size=320x180:rate=25"),
  ])
  func darkContentIsNotTakenForABar(name: String, pictures: String) throws {
    let path = try fixture.make(name, pictures: pictures)
    let info = try MediaInfo.probe(path)
    let scan = try FrameAnalysis(info, ranges: [0..<info.duration])
    #expect(ActiveArea(scan.borders, width: 320, height: 180) == nil)
  }

  /// The video is rotated, has wide pixels and 10 bits.
  @Test func barsOfARotatedVideoAreFoundInDisplayOrientation() throws {
    let found = try #require(
      try area("rotated-pillarboxed.mp4", Self.testPattern(240, 180) + ",pad=320:180:60:0:black") {
        $0.rotation = 90
        $0.pictureEncoding.pixelFormat = "yuv420p10le"
        $0.pictureEncoding.sampleAspectRatio = Rational(2, 1)
      })
    // Coded columns become rows, and double pixel width halves the other side: 90x320.
    #expect(found.x == 0 && found.width == 90, "\(found)")
    #expect(found.y >= 60 && found.y <= 63, "\(found)")
    #expect(found.y + found.height <= 300 && found.y + found.height >= 296, "\(found)")
  }

  /// FFmpeg's `cropdetect` reports 496 columns from column 72 for this 4:3 film in a 16:9 video.
  @Test func barsOfARealFilmAreExcluded() throws {
    guard let path = Fixture.shared("videos/chaplin.mp4") else { return }
    let info = try MediaInfo.probe(path)
    let scan = try FrameAnalysis(info, ranges: [1.0..<4.0])
    let found = try #require(ActiveArea(scan.borders, width: 640, height: 360))
    #expect((72...76).contains(found.x) && (564...568).contains(found.x + found.width), "\(found)")
    #expect(found.y == 0 && found.height == 360, "\(found)")
  }

  @Test func everyOrientationMapsTheSidesLikeLibavfilter() {
    // Expected values are from the manual of libavfilter's `transpose`.
    let sides = (top: 1, bottom: 2, left: 3, right: 4)
    func turned(_ orientation: Orientation) -> [Int] {
      let result = orientation.turned(
        top: sides.top, bottom: sides.bottom, left: sides.left, right: sides.right)
      return [result.top, result.bottom, result.left, result.right]
    }
    #expect(turned(.clockwise) == [3, 4, 2, 1])
    #expect(turned(.counterclockwise) == [4, 3, 1, 2])
    #expect(turned(.upsideDown) == [2, 1, 4, 3])
    #expect(turned(.mirrored) == [1, 2, 4, 3])
    #expect(turned(.flipped) == [2, 1, 3, 4])
    #expect(turned(.clockwiseFlipped) == [4, 3, 2, 1])
    #expect(turned(.counterclockwiseFlipped) == [3, 4, 1, 2])
  }
}
