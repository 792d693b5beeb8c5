import MediaFixture
import Testing

@testable import Media

@Suite struct FieldDetectionTests {
  /// A moving test pattern at 50 fields per second.
  private static let moving =
    "testsrc2=size=320x180:rate=50,scroll=horizontal=0.02,format=yuv420p"

  @Test(arguments: [
    (
      "interlaced-unflagged-tff.mp4", ",tinterlace=mode=interleave_top",
      MediaInfo.FieldOrder.topFirst
    ),
    ("interlaced-unflagged-bff.mp4", ",tinterlace=mode=interleave_bottom", .bottomFirst),
    ("progressive.mp4", ",fps=25", nil),
  ])
  func unflaggedInterlacingIsDetected(
    name: String, filter: String, order: MediaInfo.FieldOrder?
  ) throws {
    let fixture = try Fixture()
    let path = try fixture.make(
      name, pictures: Self.moving + filter + ",setfield=prog", duration: 3)
    let info = try MediaInfo.probe(path).detectingFieldOrder()
    #expect(info.video.hiddenFields == order)
  }

  @Test func flaggedInterlacingIsNotDetectedAgain() throws {
    let fixture = try Fixture()
    let path = try fixture.make(
      "interlaced-flagged.mp4",
      pictures: Self.moving + ",tinterlace=mode=interleave_top,setfield=tff", duration: 2,
      options: [.init("preset", "ultrafast"), .init("crf", "12"), .init("flags", "+ildct")])
    #expect(try MediaInfo.probe(path).detectingFieldOrder().video.hiddenFields == nil)
  }
}
