import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import Testing

@Suite struct PreviewJobTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  /// A preview of one second.
  private func job(
    _ source: String, _ layout: Layout, settings: RenderSettings = Fixture.settings,
    line: String? = nil
  ) throws -> PreviewJob {
    var framing = Fixture.framing(1, 2, layout)
    framing.line = line
    let moment = Moment(
      id: "a-0", rank: 1, start: 1, end: 2, coreStart: 1, coreEnd: 2, score: 0.5,
      why: MomentReasons(viewers: 5), framing: framing)
    return PreviewJob(
      moment, of: try MediaInfo.probe(source), settings: settings, video: "a",
      path: fixture.folder + "/\(UUID().uuidString).preview.mp4")
  }

  @Test(arguments: [
    Layout.crop([Fixture.window(110)]), .crop([Fixture.window(40), Fixture.window(140, at: 2)]),
    .fit,
    .stack(
      [CropKeyframe(t: 0, x: 40, y: 0, width: 101.25, height: 90)],
      [CropKeyframe(t: 0, x: 140, y: 90, width: 101.25, height: 90)]),
  ])
  func previewOfEveryLayoutHasAQuarterOfTheWidth(layout: Layout) throws {
    let source = try fixture.make("a.mp4", duration: 4)
    var large = Fixture.settings
    (large.width, large.height) = (1080, 1920)
    let job = try job(source, layout, settings: large)
    let made = try job.render()
    #expect(made.width == 270 && made.height == 480)
    let info = try MediaInfo.probe(job.path)
    #expect(info.video.width == 270 && info.video.height == 480)
    #expect(try info.countPictures().count == 25)
  }

  @Test func previewHasNoTitle() throws {
    let source = try fixture.make("a.mp4", duration: 4)
    func bytes(_ settings: RenderSettings, line: String?) throws -> Data {
      let job = try job(source, .fit, settings: settings, line: line)
      _ = try job.render()
      return try Data(contentsOf: URL(fileURLWithPath: job.path))
    }
    var titled = Fixture.settings
    titled.title = .line("Hello")
    let plain = try bytes(Fixture.settings, line: nil)
    #expect(try bytes(titled, line: nil) == plain)
    #expect(try bytes(Fixture.settings, line: "Hello") == plain)
  }
}
