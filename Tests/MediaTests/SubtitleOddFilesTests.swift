import Foundation
import Testing

@testable import Media

/// Captions as programs and people really write them: what a player shows is read.
@Suite struct SubtitleOddFilesTests {
  private func read(_ text: String) -> (cues: [SubtitleCue], fault: String?) {
    var collector = SubtitleCollector()
    SubtitleFileParser.read(Array(text.utf8), into: &collector)
    return collector.finish()
  }

  /// Two cues, of 1 to 2 s and of 3 to 4 s, in every form.
  @Test(arguments: [
    // An empty line after the times (SubtitleEdit, Subtitle Workshop), and within the text.
    "1\n00:00:01,000 --> 00:00:02,000\n\none\n\n2\n00:00:03,000 --> 00:00:04,000\n\n\ntwo\n",
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n\r\none\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\ntwo",
    "1\n00:00:01,000 --> 00:00:02,000\n \none\n \n2\n00:00:03,000 --> 00:00:04,000\n\t\ntwo\n",
    // No numbers, no empty lines, CR alone, no end of the last line.
    "00:00:01,000 --> 00:00:02,000\none\n\n00:00:03,000 --> 00:00:04,000\ntwo\n",
    "1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n",
    "1\r00:00:01,000 --> 00:00:02,000\rone\r\r2\r00:00:03,000 --> 00:00:04,000\rtwo",
    "\u{FEFF}1\n0:0:1,0 --> 0:0:2,0\none\n\n2\n00:03.000 --> 00:04.000\ntwo",
    // Arrows and spaces as translators leave them.
    "1\n00:00:01,000 -> 00:00:02,000\none\n\n2\n00:00:03,000-->00:00:04,000\ntwo\n",
    "1\n00: 00: 01, 000 --> 00: 00: 02, 000\none\n\n2\n00:00:03.000\t-->\t00:00:04.000\ntwo\n",
    // Out of order, and one of them twice.
    "2\n00:00:03,000 --> 00:00:04,000\ntwo\n\n1\n00:00:01,000 --> 00:00:02,000\none\n\n"
      + "1\n00:00:01,000 --> 00:00:02,000\none\n",
    // WebVTT: an identifier after a cue without text, notes, styles, settings, tags.
    "WEBVTT\n\nid a\n00:01.000 --> 00:02.000 line:0\n\none\n\nNOTE\nnothing\n\nid b\n"
      + "00:03.000 --> 00:04.000 align:start position:0%\n<c.yellow>two</c>\n",
    "WEBVTT\n\n00:00.500 --> 00:00.900\n\nintro\n00:01.000 --> 00:02.000\none\n\nend\n"
      + "00:03.000 --> 00:04.000\ntwo\n\nSTYLE\n::cue {}\n",
  ])
  func everyFormHasBothCues(_ text: String) {
    let (cues, fault) = read(text)
    #expect(
      cues == [
        SubtitleCue(start: 1, end: 2, text: "one"), SubtitleCue(start: 3, end: 4, text: "two"),
      ], "\(cues)")
    #expect(fault == nil)
  }

  @Test func anEmptyLineWithinSubRipIsPartOfTheText() {
    let text =
      "1\n00:00:01,000 --> 00:00:02,000\nfirst\n\nsecond\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n\n"
    #expect(read(text).cues.map(\.text) == ["first\nsecond", "1984"])
  }

  @Test func cuesThatCannotBeReadAreCounted() {
    let text =
      "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:0x,000 --> 00:00:04,000\nlost\n\n"
      + "3\n00:00:08,000 --> 00:00:07,000\nreversed\n"
    let (cues, fault) = read(text)
    #expect(cues.map(\.text) == ["one"])
    #expect(fault?.contains("1 caption is left out: their times cannot be read") == true)
    #expect(fault?.contains("1 caption is left out: they end before they begin") == true)
  }

  /// Too short to be read, and of no time at all: both stay until the next one, a second at most.
  @Test(arguments: ["-00:00:03,000 --> 00:00:04,000", "3,0 --> ?", "00:0O:03,000 --> 00:00:04,000"])
  func aLineOfOddTimesIsNoText(line: String) {
    let found = read("1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n\(line)\nlost\n")
    #expect(found.cues.map(\.text) == ["one"])
    #expect(found.fault?.contains("1 caption") == true, "\(found.fault ?? "")")
  }

  @Test func cuesOfTenMillisecondsStayToBeRead() {
    let text =
      "1\n00:00:01,000 --> 00:00:01,010\none\n\n2\n00:00:01,500 --> 00:00:01,500\ntwo\n\n"
      + "3\n00:00:09,000 --> 00:00:10,000\nthree\n"
    #expect(
      read(text).cues == [
        SubtitleCue(start: 1, end: 1.5, text: "one"),
        SubtitleCue(start: 1.5, end: 2.5, text: "two"),
        SubtitleCue(start: 9, end: 10, text: "three"),
      ])
  }

  // MARK: - Captions that roll

  private static let lines = [
    "so today we are", "going to look at", "a very small thing", "that nobody ever",
    "thought about before", "and it is funny",
  ]

  /// As `yt-dlp --write-auto-subs` writes them: each line word by word, then once more for 10 ms.
  private static let youTube = {
    var text = "WEBVTT\nKind: captions\nLanguage: en\n\n"
    var before = " "
    for (index, line) in lines.enumerated() {
      let start = 14.6 + 1.51 * Double(index)
      let words = line.split(separator: " ")
      let timed = words.dropFirst().map { "<00:00:15.000><c> \($0)</c>" }.joined()
      text +=
        "\(clock(start)) --> \(clock(start + 1.5)) align:start position:0%\n\(before)\n"
        + "\(words[0])\(timed)\n\n\(clock(start + 1.5)) --> \(clock(start + 1.51))\n\(line)\n \n\n"
      before = line
    }
    return text
  }()

  private static func clock(_ seconds: Double) -> String {
    "00:00:" + String(format: "%06.3f", seconds)
  }

  @Test func automaticCaptionsOfYouTubeAreFolded() {
    let cues = read(Self.youTube).cues
    #expect(cues.map(\.text) == Self.lines)
    for (index, cue) in cues.enumerated() {
      #expect(abs(cue.start - 14.6 - 1.51 * Double(index)) < 0.002, "\(cue)")
      #expect(abs(cue.end - cue.start - 1.51) < 0.002, "\(cue)")
    }
  }

  /// Two and three lines that roll up, as those of live television, and words that come one by one.
  @Test func linesThatRollUpAreFolded() {
    func srt(_ texts: [String]) -> String {
      texts.enumerated().map { index, text in
        "\(index + 1)\n\(Self.clock(Double(index))) --> \(Self.clock(Double(index) + 1))\n\(text)\n"
      }.joined(separator: "\n")
    }
    #expect(
      read(srt(["a b", "a b\nc", "c\nd", "d\ne"])).cues.map(\.text) == ["a b", "c", "d", "e"])
    let three = read(srt(["a\nb\nc", "b\nc\nd", "c\nd\ne"])).cues
    #expect(three.map(\.text) == ["a\nb\nc", "d", "e"])
    #expect(three.map(\.end) == [1, 2, 3])
    let words = read(srt(["so", "so today", "so today\nwe", "so today\nwe are", "we are\nhere"]))
      .cues
    #expect(words.map(\.text) == ["so today", "we are", "here"])
    #expect(words.map(\.start) == [0, 2, 4])
  }

  /// Who says a word twice says it twice.
  @Test func wordsThatAreRepeatedInSpeechStay() {
    let text =
      "1\n00:00:01,000 --> 00:00:02,000\nNo.\n\n2\n00:00:02,000 --> 00:00:03,000\nNo.\n\n"
      + (3..<9).map { "\($0)\n00:00:0\($0),000 --> 00:00:0\($0),900\nline \($0)\n\n" }.joined()
    #expect(read(text).cues.count == 8)
  }
}
