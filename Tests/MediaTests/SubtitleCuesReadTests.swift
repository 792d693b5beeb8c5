import Foundation
import MediaFixture
import TestMaterial
import Testing

@testable import Media

@Suite struct SubtitleCuesReadTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func cues(_ bytes: [UInt8]) -> [SubtitleCue] {
    var collector = SubtitleCollector()
    SubtitleFileParser.read(bytes, into: &collector)
    return collector.finish().cues
  }

  private static let srt =
    "\u{FEFF}1\r\n00:00:00,500 --> 00:00:01,250\r\n<i>Hello</i> there\r\nsecond line\r\n\r\n"
    + "2\r\n00:01:02,000 --> 01:00:04.5\r\n{\\an8}Tom &amp; Grüße\r\n\r\n"
    + "3\r\n00:00:09,000 --> 00:00:08,000\r\nbackwards\r\n"

  @Test func subRipIsRead() {
    #expect(
      cues(Array(Self.srt.utf8)) == [
        SubtitleCue(start: 0.5, end: 1.25, text: "Hello there\nsecond line"),
        SubtitleCue(start: 62, end: 3604.5, text: "Tom & Grüße"),
      ])
  }

  @Test func webVTTIsRead() {
    let text =
      "WEBVTT - a title\n\nNOTE nothing\n\nSTYLE\n::cue { color: red }\n\nid\n"
      + "00:01.000 --> 00:02.500 line:0 align:start\n<v Roger>Yes\n\n1:00:00.000 --> 1:00:01.000\nNo"
    #expect(
      cues(Array(text.utf8)) == [
        SubtitleCue(start: 1, end: 2.5, text: "Yes"),
        SubtitleCue(start: 3600, end: 3601, text: "No"),
      ])
  }

  @Test(arguments: [
    "", "\0\0\0", "1\n\n2\n", "00:00 --> ", "a --> b\nx", "-->", "1:2:3:4 --> 5:6\nx",
  ])
  func invalidTextHasNoCues(text: String) {
    #expect(cues(Array(text.utf8)).isEmpty)
  }

  /// Bytes 0x80 to 0x9F are the letters of Windows-1252, not control characters of Latin-1.
  @Test(
    arguments: [
      ([0x64, 0xE9, 0x6A, 0xE0], "déjà"), ([0x80, 0x35, 0x20, 0x96, 0x20, 0x9F], "€5 – Ÿ"),
      ([0x84, 0x61, 0x93, 0x85], "„a“…"), ([0x61, 0x81, 0x8D, 0x8F, 0x90, 0x9D, 0x62], nil),
    ] as [([UInt8], String?)])
  func bytesThatAreNotUTF8AreReadAsWindows1252(letters: [UInt8], text: String?) {
    let bytes = Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + letters
    // Windows-1252 does not define five bytes, which are read as control characters.
    #expect(cues(bytes).first?.text == text ?? "a\u{81}\u{8D}\u{8F}\u{90}\u{9D}b")
  }

  @Test(arguments: [false, true])
  func utf16IsReadInBothByteOrders(isLittle: Bool) {
    // The text begins with a byte order mark. Half a UTF-16 unit at the end is ignored.
    let bytes = Self.srt.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isLittle ? pair.reversed() : pair
    }
    #expect(cues(bytes + [0]) == cues(Array(Self.srt.utf8)))
    #expect(cues(bytes).count == 2)
    #expect(cues(Array(bytes.prefix(2))).isEmpty && cues(Array(bytes.prefix(3))).isEmpty)
  }

  @Test func embeddedSubtitlesHavePlayTimes() throws {
    let video = try fixture.make("v.mp4", sound: "sine", duration: 3)
    let text = fixture.folder + "/t.srt"
    try AtomicFile.write(
      Array(
        "1\n00:00:00,500 --> 00:00:01,500\n<b>One</b>\n\n2\n00:00:02,000 --> 00:00:02,800\nTwo\nlines\n"
          .utf8),
      to: text)
    let ffmpeg = try ExternalProgram("ffmpeg")
    for (codec, name) in [
      ("mov_text", "a.mp4"), ("srt", "b.mkv"), ("ass", "c.mkv"), ("webvtt", "d.mkv"),
    ] {
      let path = fixture.folder + "/" + name
      let made = try ffmpeg.run([
        "-v", "error", "-nostdin", "-y", "-i", video, "-i", text, "-map", "0", "-map", "1", "-c",
        "copy", "-c:s", codec, path,
      ])
      #expect(made.status == 0, "\(made.errors)")
      let cues = try SubtitleCues.read(try MediaInfo.probe(path))
      #expect(cues.map(\.text) == ["One", "Two\nlines"], "\(codec)")
      for (cue, times) in zip(cues, [(0.5, 1.5), (2.0, 2.8)]) {
        // Matroska delays all streams by the sound encoder's priming of 21 ms.
        #expect(abs(cue.start - times.0) < 0.025 && abs(cue.end - times.1) < 0.025, "\(cue)")
      }
    }
  }

  @Test func subtitleFileIsChosenByNameAndLanguage() throws {
    let video = try fixture.make("film.mp4")
    let info = try MediaInfo.probe(video)
    #expect(try SubtitleCues.read(info).isEmpty)
    func put(_ name: String, _ text: String) throws {
      try AtomicFile.write(
        Array("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n".utf8), to: fixture.folder + "/" + name)
    }
    try put("filmed.srt", "other film")
    #expect(try SubtitleCues.read(info).isEmpty)
    try put("film.de.srt", "deutsch")
    try put("film.eng.vtt", "english")
    #expect(try SubtitleCues.read(info, language: "en").map(\.text) == ["english"])
    #expect(try SubtitleCues.read(info, language: "deu").map(\.text) == ["deutsch"])
    try put("film.srt", "plain")
    #expect(try SubtitleCues.read(info).map(\.text) == ["plain"])
  }

  /// Only a language tag is allowed after the name.
  @Test(arguments: [
    ("film.part2.srt", nil), ("film.old.srt", nil), ("film.2.en.srt", nil),
    ("film.en.part2.srt", nil), ("film.english.srt", "english"), ("film.pt-BR.vtt", "pt"),
    ("film.zh_Hans.srt", "zh"), ("film.en.forced.srt", "en"), ("film..srt", "plain"),
  ])
  func subtitleFileMustHaveTheNameOfTheVideo(name: String, text: String?) throws {
    let info = try MediaInfo.probe(try fixture.make("film.mp4", duration: 0.2))
    try AtomicFile.write(
      Array("1\n00:00:01,000 --> 00:00:02,000\n\(text ?? "other")\n".utf8),
      to: fixture.folder + "/" + name)
    #expect(try SubtitleCues.read(info).map(\.text) == [text].compactMap { $0 })
  }

  @Test(arguments: [
    ("I <3 you", "I <3 you"), ("a < b > c", "a < b > c"), ("<i>I</i> <3 <b>you</b>", "I <3 you"),
    ("<font color=\"red\">x</font> {y}", "x {y}"), ("{\\an8}{\\i1}x", "x"),
    ("<c.yellow.bg>x</c> <00:00:01.000>y", "x y"), ("<v Roger Bing>Yes", "Yes"),
    ("<3 <3 <3", "<3 <3 <3"), ("<brb> ok", "<brb> ok"), ("2 &lt; 3 &amp;amp;", "2 < 3 &amp;"),
    ("{\\an8\\p1}m 0 0 l 9 0{\\p0}x", "x"),
  ])
  func tagsAreRemovedFromTheText(text: String, plain: String) {
    #expect(SubtitleFileParser.plain(text) == plain)
  }

  /// Two WebVTT speakers get one line each, as is usual in subtitles.
  @Test(arguments: [
    ("<v Roger>Hi<v Ann>Ho", "- Hi\n- Ho"), ("<v Roger>Hi</v> <v.loud Ann>Ho</v>", "- Hi\n- Ho"),
    ("<v Roger>Hi\nthere\n<v Ann>Ho", "- Hi\nthere\n- Ho"), ("<v A>Hi</v> <v A>there", "Hi there"),
    ("<v A>- Hi\n<v B>– Ho", "- Hi\n– Ho"), ("(All) <v A>Hi", "(All) Hi"), ("<v A><v B>Ho", "Ho"),
  ])
  func everySpeakerHasALineWithADash(text: String, plain: String) {
    #expect(SubtitleFileParser.plain(text) == plain)
  }

  @Test func tagsAndCommentsOfASSAreRemoved() {
    let event = "{\\i1}One{\\i0}\\Ntwo\\h<3 {note}\\{x\\}"
    #expect(SubtitleFileParser.plainTextOfASSEvent(event) == "One\ntwo\u{A0}<3 {x}")
  }

  /// Text after a drawing is kept.
  @Test(arguments: [
    ("{\\p1}m 0 0 l 100 0 100 100{\\p0}", ""), ("a{\\pos(1,2)\\p4\\c&H00&}m 0 0{\\p0}b", "ab"),
    ("{\\p1}m 0 0\\Nl 1 1{\\i1}l 2 2{\\p}said", "said"), ("{\\pos(1,2)\\pbo3}said", "said"),
    ("{\\p2}m 0 0{note}l 1 1", ""), ("{p1}said", "said"), ("{\\p0}said", "said"),
  ])
  func drawingsOfASSAreRemoved(event: String, plain: String) {
    #expect(SubtitleFileParser.plainTextOfASSEvent(event) == plain)
  }

  /// WebVTT uses the character references of HTML.
  @Test(arguments: [
    ("&rlm;a&lrm;", "\u{200F}a\u{200E}"), ("a&nbsp;b", "a\u{A0}b"),
    ("&#8211;&#x2013;&#X20ac;", "––€"),
    ("&#128; &#0; &#xD800; &#x110000;", "€ \u{FFFD} \u{FFFD} \u{FFFD}"),
    ("&yuml;&Eacute;", "ÿÉ"), ("&quot;&apos;&hellip;&ndash;&euro;", "\"'…–€"),
    ("AT&T; &; &#; &#x; &#xg;", "AT&T; &; &#; &#x; &#xg;"), ("&#13;&#10;a", "a"),
    ("&lt;i&gt; &amp;lt;", "<i> &lt;"), ("R&B & soul", "R&B & soul"), ("&&amp;", "&&"),
    ("&#99999999999999999999;", "\u{FFFD}"),
  ])
  func characterReferencesAreDecoded(text: String, plain: String) {
    #expect(SubtitleFileParser.plain(text) == plain)
  }

  @Test func cuesAreCutAndShiftedToAClip() {
    let cues = [
      SubtitleCue(start: 1, end: 2, text: "before"),
      SubtitleCue(start: 8, end: 10.1, text: "a sliver"),
      SubtitleCue(start: 9, end: 11, text: "cut at the start"),
      SubtitleCue(start: 12, end: 13.5, text: "whole\ntwo lines"),
      SubtitleCue(start: 19.5, end: 25, text: "cut at the end"),
      SubtitleCue(start: 20, end: 21, text: "after"),
    ].retimed(from: 10, to: 20)
    #expect(
      cues.srt
        == "1\n00:00:00,000 --> 00:00:01,000\ncut at the start\n\n"
        + "2\n00:00:02,000 --> 00:00:03,500\nwhole\ntwo lines\n\n"
        + "3\n00:00:09,500 --> 00:00:10,000\ncut at the end\n")
    #expect(self.cues(Array(cues.srt.utf8)) == cues)
  }

  @Test func subtitlesOfARealFileAreRead() throws {
    guard let path = Fixture.shared("videos/movtext.mp4") else { return }
    let info = try MediaInfo.probe(path)
    let cues = try SubtitleCues.read(info)
    #expect(cues.map(\.text) == ["oop", "boop"])
    for (cue, times) in zip(cues, [(0.523, 1.016), (1.523, 1.916)]) {
      #expect(abs(cue.start - times.0) < 0.002 && abs(cue.end - times.1) < 0.002, "\(cue)")
    }
  }
}
