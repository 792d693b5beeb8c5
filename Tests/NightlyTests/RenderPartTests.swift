import EditDecisions
import Foundation
import Media
import MediaFixture
import Rendering
import Settings
import Testing

@testable import Nightly

/// A rendering process does what it was told and decides nothing again.
@Suite struct RenderPartTests {
  /// Captions are read once, where the clip is decided: the file beside the source may have changed
  /// since, and the clip's id says what is in its picture.
  @Test(arguments: [true, false])
  func captionsAreThoseOfThePart(areBurned: Bool) throws {
    let fixture = try Fixture()
    let path = try fixture.make("walk.mp4", pictures: "color=gray:size=320x180:rate=25")
    let other = "1\n00:00:00,000 --> 00:00:02,000\nOther\n"
    try Data((areBurned ? "" : other).utf8)
      .write(to: URL(fileURLWithPath: fixture.folder + "/walk.srt"))
    try Data("{}\n".utf8).write(to: URL(fileURLWithPath: fixture.folder + "/gazecut.yaml"))
    let library = try LibraryFolder.find(
      configuration: fixture.folder + "/gazecut.yaml", environment: [:], directory: "/")
    let source = try SourceVideo(id: "walk", path: path, library: library)
    let window = Keyframe(t: 0.4, x: 100, y: 0, width: 101.25, height: 180)
    let shot = FramedShot(start: 0.4, end: 0.8, cut: .source, layout: .crop([window]))
    let moment = Moment(
      id: "walk-0", rank: 1, start: 0.4, end: 0.8, coreStart: 0.4, coreEnd: 0.8, score: 0.5,
      why: Why(viewers: 5), framing: Framing(gazeKept: nil, shots: [shot]))
    let document = DecisionDocument(
      video: source.description, audience: AudienceSummary(viewers: 5, excluded: []),
      settings: "s", moments: [moment], rejected: [], reel: [])
    let part = RenderPart(
      kind: .clip(0), path: fixture.folder + "/clip.mp4",
      captions: areBurned ? [SubtitleCue(start: 0, end: 2, text: "Told")] : [])
    var settings = Settings()
    settings.render = RenderSettings(
      width: 180, height: 320, preset: "ultrafast", loudness: nil, captions: .burn)
    let job = WorkerJob(
      video: "walk", configuration: "", flags: [], source: .document(document.json, name: "d"),
      dryRun: false, part: part)
    try Worker.render(part, job, source, settings) { false }
    var white = 0
    try StretchReader(try MediaInfo.probe(part.path)).read(
      from: 0, to: 1,
      picture: { frame throws(MediaError) in
        for row in 0..<320 {
          for column in 0..<180 where frame.sample(plane: 0, x: column, y: row) > 210 {
            white += 1
          }
        }
      })
    #expect((white > 100) == areBurned, "\(white)")
  }
}
