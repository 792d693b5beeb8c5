import EditDecisions
import Foundation
import TestMaterial
import Testing

/// Exported chapters of the source, read by a browser.
@Suite(.waitsForPrograms, .enabled(if: Browser.isInstalled, Comment(rawValue: Browser.absence)))
struct ChapterTests {
  /// A library with two moments.
  ///
  /// The title of one contains markup characters of WebVTT.
  private static func library() throws -> TestLibrary {
    let library = try TestLibrary.withAudience()
    try library.gazecut("regenerate", "walk", "--moment", "14-20", "--moment", "22.48-28")
    var document = try library.decisions(of: "walk")
    let late = try #require(document.moments.firstIndex { $0.start > 20 })
    document.moments[late].framing.line = "<i>&amp; --> joy"
    try library.write("felt.json", document.json)
    let again = try library.gazecut("regenerate", "walk", "--decisions", "felt.json")
    try #require(again.status == 0, "\(again.errors)")
    return library
  }

  @Test func browserShowsChaptersAtTheirTimes() throws {
    let library = try Self.library()
    let moments = try library.decisions(of: "walk").moments.sorted { $0.start < $1.start }
    try #require(moments.count == 2)
    let chapters = try library.gazecut("export", "walk", "--format", "vtt")
    #expect(chapters.status == 0, "\(chapters.errors)")
    // A browser does not load a track from a separate local file.
    let track = "data:text/vtt;base64," + Data(chapters.output.utf8).base64EncodedString()
    try library.write(
      "player.html",
      """
      <!doctype html><meta charset="utf-8"><title>player</title><body>
      <video id="film" src="videos/walk.mp4"><track kind="chapters" src="\(track)"></video></body>
      """)
    let said = try Browser.run(
      library.path("player.html"),
      """
      const film = document.getElementById('film');
      const element = document.querySelector('track');
      const track = element.track;
      track.mode = 'hidden';
      if (element.readyState < 2) await event(element, 'load');
      for (const cue of track.cues) {
        log(`${cue.id} ${cue.startTime} ${cue.endTime} ${cue.getCueAsHTML().textContent}`);
      }
      if (film.readyState < 1) await event(film, 'loadedmetadata');
      for (const time of [14.2, 21, 27.9]) {
        film.currentTime = time;
        await event(film, 'seeked');
        // Active cues are updated one step later.
        await new Promise((done) => setTimeout(done, 50));
        log(`at ${time}: ${[...track.activeCues].map((cue) => cue.id).join(' ')}`);
      }
      """)
    let (first, second) = (moments[0], moments[1])
    #expect(
      said == [
        "\(first.id) 14 20 Highlight 1",
        "\(second.id) 22.5 28 <i>&amp; --> joy",
        "at 14.2: \(first.id)", "at 21: ", "at 27.9: \(second.id)",
      ], "\(said)")
  }
}
