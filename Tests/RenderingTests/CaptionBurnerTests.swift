import EditDecisions
import Foundation
import Media
import MediaFixture
import Testing

@testable import Rendering

@Suite struct CaptionBurnerTests {
  let fixture: Fixture
  /// White letters and their black outline are visible on grey.
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

  @Test func captionsAreShownInTimeAndInsideTheSafeArea() throws {
    let clip = try render(.burn)
    var shown: [Int] = []
    try Fixture.frames(clip) { frame, number in
      guard let letters = frame.letters else { return }
      shown.append(number)
      // Safe area of Shorts: 35 % of 640 rows below, 17.8 % of 360 columns at the buttons.
      #expect(letters.rows.upperBound <= 416 && letters.rows.lowerBound >= 346, "\(letters)")
      #expect(letters.columns.lowerBound >= 64 && letters.columns.upperBound <= 296, "\(letters)")
    }
    _ = try FFmpegProgram.ffmpeg([])
    // The cue is shown from 0.5 to 1.0 s of the clip. ASS rounds times to 0.01 s.
    #expect(shown.count >= 12 && shown.count <= 13 && [12, 13].contains(shown.first), "\(shown)")
    #expect(try fixture.containsOnly(["s.mp4", "c.mp4"]))
  }

  /// The second of two shots has its captions at the top.
  @Test func framingMovesCaptionsOfAShotToTheTop() throws {
    let source = try fixture.make("s.mp4", pictures: Self.grey)
    var settings = Fixture.settings
    (settings.width, settings.height, settings.captions) = (360, 640, .burn)
    let window = Layout.crop([Fixture.window(100)])
    let framing = Framing(
      gazeKept: nil,
      shots: [
        ClipShot(start: 0, end: 0.8, cut: .source, layout: window),
        ClipShot(start: 0.8, end: 1.6, cut: .source, layout: window, captions: .top),
      ])
    let cues = [(0.1, 0.7), (0.9, 1.5)].map { SubtitleCue(start: $0, end: $1, text: "Look") }
    let path = fixture.folder + "/c.mp4"
    try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
      from: 0, to: 1.6, framing: framing, captions: cues, to: path)
    var rows: [Int: ClosedRange<Int>] = [:]
    try Fixture.frames(path) { frame, number in rows[number] = frame.letters?.rows }
    let (low, high) = (try #require(rows[10]), try #require(rows[30]))
    // The safe area is between 15 % above and 35 % below of 640 rows.
    #expect(low.upperBound <= 416 && low.lowerBound > 380, "\(low)")
    #expect(high.lowerBound >= 96 && high.upperBound < 130, "\(high)")
  }

  /// No font has an unassigned code point, but all fonts here have European letters.
  @Test func charactersMissingFromAllFontsAreFound() throws {
    let none = Unicode.Scalar(UInt32(0x5FFF0)) ?? "?"
    #expect(try UndrawableCharacters.missing(in: "Grüße, déjà vu \u{200D}\u{FE0F}").isEmpty)
    #expect(try UndrawableCharacters.missing(in: "a\(none)b\(none)") == [none])
    #expect(try UndrawableCharacters.missing(in: "a\(none)ü") == [none])
    #expect(try UndrawableCharacters.missing(in: "a").isEmpty)
    // The text is longer than one batch, and the missing character is in the last one.
    let many = String((0x0400..<0x0450).compactMap { Unicode.Scalar($0).map(Character.init) })
    let later = String((0x4E00..<0x4FA0).compactMap { Unicode.Scalar($0).map(Character.init) })
    let missing = try UndrawableCharacters.missing(in: many + later + String(none))
    #expect(missing.last == none && !missing.contains { (0x0400..<0x0450).contains($0.value) })
  }

  /// Symbols are removed with their joiners, but a text that lacks a letter is not shown.
  @Test(
    arguments: [
      ("Hi 🦖 there 🦖!", "Hi there !"), ("🦖\nHi\u{A0}🦖", "Hi"), ("👩‍🦖 ok", "ok"), ("🦖", nil),
      ("Hi \u{5FFF0}", nil), ("Hi", "Hi"), ("a  b", "a  b"),
    ] as [(String, String?)])
  func missingCharactersAreRemovedFromCaptions(text: String, shown: String?) {
    #expect(UndrawableCharacters.shown(text, without: ["🦖", "\u{5FFF0}"]) == shown)
  }

  /// Compares the line with one whose direction is set explicitly by RLE or LRE.
  @Test(arguments: [
    ("שלום!", "\u{202B}"), ("مرحبا (بالعالم).", "\u{202B}"), ("קרא John: \"hi\" לה.", "\u{202B}"),
    ("— שלום, 15%", "\u{202B}"), ("John קרא!", "\u{202A}"), ("Plain, and done.", "\u{202A}"),
  ])
  func firstStrongLetterSetsTheTextDirection(line: String, embedding: String) throws {
    let layers = try CaptionLayer(
      output: (480, 480), safeArea: SafeArea(top: 0, bottom: 0, left: 0, right: 0))
    func sheet(_ text: String) throws -> [UInt8] {
      let layer = try layers.layer(of: [CaptionBurner.title(text)])
      return (0..<120).flatMap { y in (0..<480).map { layer.sample(plane: 0, x: $0, y: y) } }
    }
    let drawn = try sheet(line)
    #expect(drawn.contains { $0 > 200 })
    #expect(drawn == (try sheet(embedding + line + "\u{202C}")))
    // Each of two lines has its own direction.
    let two = try layers.layer(of: [CaptionBurner.title("Hi!\n" + line)])
    let other = try layers.layer(of: [
      CaptionBurner.title("Hi!\n" + embedding + line + "\u{202C}")
    ])
    for y in 0..<200 {
      #expect(
        (0..<480).allSatisfy {
          two.sample(plane: 0, x: $0, y: y) == other.sample(plane: 0, x: $0, y: y)
        })
    }
  }

  /// Long lines in Japanese are broken without spaces, but not before a full stop.
  @Test func linesWithoutSpacesStayInsideTheSafeArea() throws {
    let source = try fixture.make("s.mp4", pictures: Self.grey)
    var settings = Fixture.settings
    (settings.width, settings.height, settings.captions) = (360, 640, .burn)
    let clip = fixture.folder + "/c.mp4"
    // If no font has these letters, they are boxes, and 40 boxes are too wide as well.
    let cue = SubtitleCue(start: 0, end: 1, text: String(repeating: "日本語字幕", count: 8) + "。")
    try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
      from: 0, to: 0.2, framing: Fixture.framing(0, 0.2, .crop([Fixture.window(100)])),
      captions: [cue], to: clip)
    try Fixture.frames(clip) { frame, _ in
      guard let letters = frame.letters else {
        Issue.record("nothing is burned in")
        return
      }
      #expect(letters.columns.lowerBound >= 64 && letters.columns.upperBound <= 296, "\(letters)")
      #expect(letters.rows.upperBound <= 416 && letters.rows.count > 40, "\(letters)")
    }
  }

  @Test func scriptEscapesTextAndMarksLineBreaks() {
    let gap = "{\\fscx1} {\\fscx100}"
    #expect(
      CaptionText.script("Look, {there}\nand \\N") == "Look, \\{there\\}\\Nand \\\u{2060}N")
    #expect(CaptionText.script("{\u{301}b") == "\\{\u{301}b")
    #expect(CaptionText.script("見て。「あっ」") == "見\(gap)て。\(gap)「あっ」")
    #expect(CaptionText.script("5時 見る") == "5\(gap)時 見\(gap)る")
    #expect(CaptionText.script("한국어 자막") == "한국어 자막")
  }

  /// A cue is laid out once for all frames that show it.
  @Test func complexCaptionsAreLaidOutOnlyOnce() throws {
    let source = try fixture.make("s.mp4", pictures: Self.grey)
    var settings = Fixture.settings
    (settings.width, settings.height, settings.captions) = (360, 640, .burn)
    let stacked = "a" + String(repeating: "\u{0351}\u{036B}\u{0334}", count: 2)
    let hard = String(repeating: "😀👩‍👩‍👧‍👦🏳️‍🌈", count: 12) + String(repeating: stacked, count: 25)
    let cues = (0..<4).map { _ in SubtitleCue(start: 0, end: 2, text: hard) }
    let clip = fixture.folder + "/c.mp4"
    let clock = ContinuousClock()
    let time = try clock.measure {
      try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
        from: 0, to: 2, framing: Fixture.framing(0, 2, .crop([Fixture.window(100)])),
        captions: cues, to: clip)
    }
    // Layout per frame would take minutes. The limit allows for a busy machine.
    #expect(time < .seconds(30), "\(time)")
    #expect(try MediaInfo.probe(clip).countPictures().count == 50)
  }

  /// Each cue lasts 1 ms.
  @Test func everyFrameShowsOneOfThousandsOfShortCues() throws {
    let cues = (0..<2000).map {
      SubtitleCue(start: Double($0) / 1000, end: Double($0 + 1) / 1000, text: "n\($0)")
    }
    let source = try fixture.make("s.mp4", pictures: Self.grey)
    var settings = Fixture.settings
    settings.captions = .burn
    let clip = fixture.folder + "/c.mp4"
    try ClipRenderer(source: try MediaInfo.probe(source), settings: settings).render(
      from: 0, to: 1, framing: Fixture.framing(0, 1, .crop([Fixture.window(100)])),
      captions: cues, to: clip)
    var shown = 0
    try Fixture.frames(clip) { frame, _ in if frame.letters != nil { shown += 1 } }
    #expect(shown == 25)
  }

  @Test(arguments: PlatformProfile.allCases)
  func captionBandsAreInsideEverySafeArea(profile: PlatformProfile) {
    let area = profile.safeArea
    let band = CaptionLayout(output: profile.size, safeArea: area)
    let (bottom, top) = (band.rows(.bottom), band.rows(.top))
    #expect(bottom.upperBound <= 1 - area.bottom && bottom.lowerBound > top.upperBound)
    #expect(top.lowerBound >= area.top && top.upperBound - top.lowerBound < 0.2)
    #expect(Double(band.side) >= area.right * Double(profile.size.width))
    // Legible on a phone: letters have at least 1/20 of the width of a vertical screen.
    #expect(band.letters * 20 >= min(profile.size.width, profile.size.height))
  }

  @Test func captionsInASeparateFileAreNotBurnedIn() throws {
    try Fixture.frames(render(.beside)) { frame, _ in #expect(frame.letters == nil) }
  }

  @Test func onlyBurnedInCaptionsChangeTheClipID() {
    let moment = Moment(
      id: "", rank: 1, start: 0, end: 2, coreStart: 0, coreEnd: 2, score: 0.5,
      why: MomentReasons(viewers: 5), framing: Fixture.framing(0, 2, .fit))
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
