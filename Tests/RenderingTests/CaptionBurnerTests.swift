import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

@Suite struct CaptionBurnerTests {
  let fixture: Fixture
  /// On a grey picture, white letters and their black outline can be told from it.
  private static let grey = "color=gray:size=320x180:rate=25"
  private static let cues = [
    SubtitleCue(start: 0.9, end: 1.4, text: "Burned in,\nfor phones {not hidden}")
  ]

  init() throws { fixture = try Fixture() }

  private func render(_ captions: RenderSettings.Captions, name: String = "c.mp4") throws -> String
  {
    let source = try fixture.make("s.mp4", pictures: Self.grey)
    var settings = Fixture.settings
    settings.width = 360
    settings.height = 640
    settings.captions = captions
    let path = fixture.folder + "/" + name
    try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
      from: 0.4, to: 1.8, framing: Fixture.framing(0.4, 1.8, .crop([Fixture.window(100)])),
      captions: Self.cues, to: path)
    return path
  }

  /// The rows and columns of a frame that hold white letters; `nil` without any.
  private static func letters(_ frame: Frame) -> (
    rows: ClosedRange<Int>, columns: ClosedRange<Int>
  )? {
    var (rows, columns): ([Int], [Int]) = ([], [])
    for row in 0..<frame.height {
      for column in 0..<frame.width where frame.sample(plane: 0, x: column, y: row) > 210 {
        rows.append(row)
        columns.append(column)
      }
    }
    guard let top = rows.min(), let bottom = rows.max(), let left = columns.min(),
      let right = columns.max()
    else { return nil }
    return (top...bottom, left...right)
  }

  @Test func captionsAreShownInTimeAndInsideTheSafeArea() throws {
    let clip = try render(.burn)
    var shown: [Int] = []
    try Fixture.frames(clip) { frame, number in
      guard let letters = Self.letters(frame) else { return }
      shown.append(number)
      // Shorts: 35 % of 640 below and 17.8 % of 360 on the side of the buttons; two lines of 23.
      #expect(letters.rows.upperBound <= 416 && letters.rows.lowerBound >= 346, "\(letters)")
      #expect(letters.columns.lowerBound >= 64 && letters.columns.upperBound <= 296, "\(letters)")
    }
    _ = try Witness.ffmpeg([])
    // From 0.5 to 1.0 s of the clip: within a frame, as ASS counts hundredths.
    #expect(shown.count >= 12 && shown.count <= 13 && [12, 13].contains(shown.first), "\(shown)")
    #expect(try fixture.holdsOnly(["s.mp4", "c.mp4"]))
  }

  @Test func besideAndOffLeaveThePictureAlone() throws {
    try Fixture.frames(render(.beside)) { frame, _ in #expect(Self.letters(frame) == nil) }
  }

  @Test func aPathIsEscapedForTheGraph() throws {
    #expect(CaptionBurner.escaped("/a:b") == "/a\\\\:b")
    let folder = fixture.folder + "/it's, [odd]: \\one; ok"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let clip = try render(.burn, name: "it's, [odd]: \\one; ok/c.mp4")
    var count = 0
    try Fixture.frames(clip) { frame, _ in if Self.letters(frame) != nil { count += 1 } }
    #expect(count >= 12)
  }

  @Test func onlyBurnedCaptionsArePartOfTheId() {
    let moment = Moment(
      id: "", rank: 1, start: 0, end: 2, coreStart: 0, coreEnd: 2, score: 0.5,
      why: Why(viewers: 5), framing: Fixture.framing(0, 2, .fit))
    func id(_ captions: RenderSettings.Captions, _ cues: [SubtitleCue]) -> String {
      ClipIdentity.clip(
        video: "v", source: SourceIdentity(size: 1, head: "a", tail: "b"), moment: moment,
        settings: RenderSettings(captions: captions), captions: cues)
    }
    #expect(id(.beside, Self.cues) == id(.off, []))
    #expect(id(.burn, []) == id(.off, []))
    #expect(id(.burn, Self.cues) != id(.burn, []))
  }
}
