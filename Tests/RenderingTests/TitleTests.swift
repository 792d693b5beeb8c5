import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

/// The line at the top of a clip.
@Suite struct TitleTests {
  let fixture: Fixture
  private static let output = (width: 360, height: 640)
  /// Safe area of 360x640: 15 % above, 17.8 % on the side of the buttons.
  private static let (top, side) = (96, 64)
  /// Height of two lines with letters of 6.4 % of the width, including descenders.
  private static let twoLines = 54

  init() throws { fixture = try Fixture() }

  private func settings(_ title: ClipTitle?) -> RenderSettings {
    var settings = Fixture.settings
    (settings.width, settings.height, settings.title) = (
      Self.output.width, Self.output.height, title
    )
    return settings
  }

  /// Renders a grey clip of 0.5 s and returns the area of white letters in each frame.
  private func letters(
    _ settings: RenderSettings, source options: [String] = [], _ captions: [SubtitleCue] = [],
    place: ClipShot.CaptionPlace = .bottom, title: ClipShot.CaptionPlace = .top
  ) throws -> [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)?] {
    let source = try fixture.make("s.mp4", pictures: "color=gray:size=320x180:rate=25")
    var used = source
    if !options.isEmpty {
      used = fixture.folder + "/titled.mp4"
      _ = try FFmpegProgram.ffmpeg(["-y", "-i", source, "-c", "copy"] + options + [used])
    }
    let path = fixture.folder + "/c.mp4"
    var framing = Framing(
      gazeKept: nil,
      shots: [
        ClipShot(
          start: 0, end: 0.5, cut: .source, layout: .crop([Fixture.window(100)]), captions: place)
      ])
    framing.title = title
    try ClipRenderer(source: try MediaInfo.probe(used), settings: settings).render(
      from: 0, to: 0.5, framing: framing, captions: captions, to: path)
    var found: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)?] = []
    try Fixture.frames(path) { frame, _ in found.append(frame.letters) }
    return found
  }

  private func expectInside(_ found: (rows: ClosedRange<Int>, columns: ClosedRange<Int>)?) throws {
    let found = try #require(found)
    #expect(found.rows.lowerBound >= Self.top && found.rows.count <= Self.twoLines, "\(found)")
    #expect(found.columns.lowerBound >= Self.side - 1, "\(found)")
    #expect(found.columns.upperBound <= Self.output.width - Self.side, "\(found)")
  }

  @Test func titleIsAtTheTopOfEveryFrame() throws {
    let frames = try letters(settings(.line("A day {out}")))
    #expect(frames.count >= 12)
    for frame in frames {
      try expectInside(frame)
      // One line.
      #expect((frame?.rows.count ?? 99) <= 30)
    }
  }

  /// The lines are many words, one very long word, and letters without spaces.
  @Test(arguments: [
    String(repeating: "word and word ", count: 14), String(repeating: "W", count: 150),
    String(repeating: "日本語", count: 30),
  ])
  func titleOfMoreThanTwoLinesIsTruncated(line: String) throws {
    for frame in try letters(settings(.line(line))).prefix(1) { try expectInside(frame) }
    let layers = try CaptionLayer(
      output: Self.output, safeArea: PlatformProfile.shorts.safeArea)
    let shown = try #require(try layers.fittedTitle(line))
    #expect(shown.hasSuffix("…") && line.hasPrefix(shown.dropLast()) && shown.count > 8, "\(shown)")
    #expect(try layers.fittedTitle("Short") == "Short")
  }

  /// Zero-width characters separate letters in Persian and join emoji.
  @Test(arguments: ["می‌خواهم", "👩‍👩‍👧 swim", "\u{2067}שלום\u{2069}"])
  func invisibleJoinersInTitlesAreKept(line: String) throws {
    let source = try fixture.make("s.mp4", pictures: "color=gray:size=320x180:rate=25")
    let info = try MediaInfo.probe(source)
    #expect(ClipTitle.line(line).line(of: info) == line)
    #expect(ClipTitle.line("a\u{1B}[2J\u{7} b\r\nc\u{85}").line(of: info) == "a[2J b c")
  }

  @Test func titleOfTheSourceIsShownIfThereIsOne() throws {
    let titled = try letters(settings(.source), source: ["-metadata", "title=Lake"])
    try expectInside(titled.first ?? nil)
    #expect(try letters(settings(.source)).allSatisfy { $0 == nil })
    #expect(try letters(settings(nil)).allSatisfy { $0 == nil })
  }

  @Test func captionsAtTheTopAreBelowTheTitle() throws {
    var both = settings(.line("Title"))
    both.captions = .burn
    let cue = [SubtitleCue(start: 0, end: 1, text: "Said")]
    let alone = try #require(try letters(settings(.line("Title"))).first ?? nil)
    let found = try #require(try letters(both, cue, place: .top).first ?? nil)
    #expect(found.rows.lowerBound == alone.rows.lowerBound)
    // The caption is a line below the title.
    #expect(found.rows.upperBound >= alone.rows.upperBound + 15)
  }

  /// Captions at the bottom are above the title.
  @Test func framingMovesTheTitleToTheBottom() throws {
    var both = settings(.line("Title"))
    let low = try #require(try letters(both, title: .bottom).first ?? nil)
    // The safe area excludes the lowest 35 % of 640 rows.
    #expect(low.rows.upperBound <= 416 && low.rows.lowerBound > 380, "\(low)")
    both.captions = .burn
    let cue = [SubtitleCue(start: 0, end: 1, text: "Said")]
    let found = try #require(try letters(both, cue, title: .bottom).first ?? nil)
    #expect(found.rows.upperBound == low.rows.upperBound)
    #expect(found.rows.lowerBound <= low.rows.lowerBound - 15, "\(found)")
    let high = try letters(both, cue, place: .top, title: .bottom).first ?? nil
    #expect(try #require(high).rows.lowerBound < 130)
  }

  @Test func titleChangesTheClipIDOnlyIfThereIsOne() {
    let moment = Moment(
      id: "", rank: 1, start: 0, end: 2, coreStart: 0, coreEnd: 2, score: 0.5,
      why: MomentReasons(viewers: 5), framing: Fixture.framing(0, 2, .fit))
    func id(_ title: ClipTitle?, _ place: ClipShot.CaptionPlace = .top) -> String {
      var settings = RenderSettings()
      settings.title = title
      var moment = moment
      moment.framing.title = place
      return ClipIdentity.clip(
        video: "v", source: SourceIdentity(size: 1, head: "a", tail: "b"), moment: moment,
        settings: settings)
    }
    #expect(Set([id(nil), id(.source), id(.line("a")), id(.line("b"))]).count == 4)
    #expect(id(.source) != id(.source, .bottom) && id(nil) == id(nil, .bottom))
    #expect(!RenderSettings().clipText.contains("title"))
  }

  @Test func titleIsOneLimitedLineWithoutControlCharacters() throws {
    let info = try MediaInfo.probe(fixture.make("s.mp4"))
    #expect(ClipTitle.line(" a\n\tb\u{1B}[31m ").line(of: info) == "a b[31m")
    #expect(ClipTitle.line("\u{7}\n").line(of: info) == nil)
    let long = ClipTitle.line(String(repeating: "x", count: 900)).line(of: info)
    #expect(long?.count == String.maximumTitleLength)
  }
}
