import Foundation
import Testing

@testable import Media

/// Subtitle files with the deviations that real programs write.
@Suite struct SubtitleOddFilesTests {
  private func read(_ text: String) -> (cues: [SubtitleCue], fault: String?) {
    var collector = SubtitleCollector()
    SubtitleFileParser.read(Array(text.utf8), into: &collector)
    return collector.finish()
  }

  /// Every text has two cues, from 1 to 2 s and from 3 to 4 s.
  @Test(arguments: [
    // Empty lines after the times, as of SubtitleEdit and Subtitle Workshop, and within the text.
    "1\n00:00:01,000 --> 00:00:02,000\n\none\n\n2\n00:00:03,000 --> 00:00:04,000\n\n\ntwo\n",
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n\r\none\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\ntwo",
    "1\n00:00:01,000 --> 00:00:02,000\n \none\n \n2\n00:00:03,000 --> 00:00:04,000\n\t\ntwo\n",
    // No numbers, no empty lines, line ends of CR alone, no line end after the last line.
    "00:00:01,000 --> 00:00:02,000\none\n\n00:00:03,000 --> 00:00:04,000\ntwo\n",
    "1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n",
    "1\r00:00:01,000 --> 00:00:02,000\rone\r\r2\r00:00:03,000 --> 00:00:04,000\rtwo",
    "\u{FEFF}1\n0:0:1,0 --> 0:0:2,0\none\n\n2\n00:03.000 --> 00:04.000\ntwo",
    // Wrong arrows and spaces, as of machine translation.
    "1\n00:00:01,000 -> 00:00:02,000\none\n\n2\n00:00:03,000-->00:00:04,000\ntwo\n",
    "1\n00: 00: 01, 000 --> 00: 00: 02, 000\none\n\n2\n00:00:03.000\t-->\t00:00:04.000\ntwo\n",
    // Wrong order, and one cue twice.
    "2\n00:00:03,000 --> 00:00:04,000\ntwo\n\n1\n00:00:01,000 --> 00:00:02,000\none\n\n"
      + "1\n00:00:01,000 --> 00:00:02,000\none\n",
    // WebVTT: an identifier after a cue without text, notes, styles, settings, tags.
    "WEBVTT\n\nid a\n00:01.000 --> 00:02.000 line:0\n\none\n\nNOTE\nnothing\n\nid b\n"
      + "00:03.000 --> 00:04.000 align:start position:0%\n<c.yellow>two</c>\n",
    "WEBVTT\n\n00:00.500 --> 00:00.900\n\nintro\n00:01.000 --> 00:02.000\none\n\nend\n"
      + "00:03.000 --> 00:04.000\ntwo\n\nSTYLE\n::cue {}\n",
  ])
  func bothCuesAreReadFromEveryNotation(_ text: String) {
    let (cues, fault) = read(text)
    #expect(
      cues == [
        SubtitleCue(start: 1, end: 2, text: "one"), SubtitleCue(start: 3, end: 4, text: "two"),
      ], "\(cues)")
    #expect(fault == nil)
  }

  @Test func emptyLineWithinASubRipCueIsPartOfTheText() {
    let text =
      "1\n00:00:01,000 --> 00:00:02,000\nfirst\n\nsecond\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n\n"
    #expect(read(text).cues.map(\.text) == ["first\nsecond", "1984"])
  }

  @Test func cuesWithInvalidTimesAreCounted() {
    let text =
      "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:0x,000 --> 00:00:04,000\nlost\n\n"
      + "3\n00:00:08,000 --> 00:00:07,000\nreversed\n"
    let (cues, fault) = read(text)
    #expect(cues.map(\.text) == ["one"])
    #expect(fault?.contains("1 caption is left out: their times cannot be read") == true)
    #expect(fault?.contains("1 caption is left out: they end before they begin") == true)
  }

  @Test(arguments: ["-00:00:03,000 --> 00:00:04,000", "3,0 --> ?", "00:0O:03,000 --> 00:00:04,000"])
  func lineWithInvalidTimesIsNotText(line: String) {
    let found = read("1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n\(line)\nlost\n")
    #expect(found.cues.map(\.text) == ["one"])
    #expect(found.fault?.contains("1 caption") == true, "\(found.fault ?? "")")
  }

  /// Cues of 0 or 10 ms are shown until the next cue, for 1 s at most.
  @Test func veryShortCuesAreExtended() {
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

  // MARK: - Roll-up captions

  private static let lines = [
    "so today we are", "going to look at", "a very small thing", "that nobody ever",
    "thought about before", "and it is funny",
  ]

  /// Captions of `yt-dlp --write-auto-subs` repeat each line for 10 ms after its words.
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

  @Test func automaticCaptionsOfYouTubeAreMerged() {
    let cues = read(Self.youTube).cues
    #expect(cues.map(\.text) == Self.lines)
    for (index, cue) in cues.enumerated() {
      #expect(abs(cue.start - 14.6 - 1.51 * Double(index)) < 0.002, "\(cue)")
      #expect(abs(cue.end - cue.start - 1.51) < 0.002, "\(cue)")
    }
  }

  /// Two or three lines roll up, as in live television, or words are added one by one.
  @Test func rollUpCaptionsAreMerged() {
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

  @Test func repeatedWordsInSpeechAreKept() {
    let text =
      "1\n00:00:01,000 --> 00:00:02,000\nNo.\n\n2\n00:00:02,000 --> 00:00:03,000\nNo.\n\n"
      + (3..<9).map { "\($0)\n00:00:0\($0),000 --> 00:00:0\($0),900\nline \($0)\n\n" }.joined()
    #expect(read(text).cues.count == 8)
  }
}
