import Foundation
import Glibc
import MediaFixture
import Testing

@testable import Media

/// Limits for malicious subtitle files.
@Suite struct SubtitleLimitsTests {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private func read(_ text: String) throws -> (cues: [SubtitleCue], notices: [String]) {
    let path = fixture.folder + "/film.srt"
    try AtomicFile.write(Array(text.utf8), to: path)
    return try readFilm()
  }

  private func readFilm() throws -> (cues: [SubtitleCue], notices: [String]) {
    let info = try MediaInfo.probe(try fixture.make("film.mp4", duration: 0.2))
    var notices: [String] = []
    let cues = try SubtitleCues.read(info, notice: { notices.append($0) })
    return (cues, notices)
  }

  private static let times = "1\n00:00:01,000 --> 00:00:02,000\n"

  @Test func lineOfMegabytesIsShortenedAfterAWord() throws {
    let (cues, notices) = try read(Self.times + String(repeating: "ha ", count: 3_000_000) + "\n")
    #expect(cues.count == 1 && cues[0].text.unicodeScalars.count <= 1600)
    #expect(notices.count == 1 && notices[0].contains(": 1 caption is shortened"), "\(notices)")
    // The text ends with a whole word.
    #expect(cues[0].text.hasSuffix("ha ha"))
  }

  /// Subtitle files can contain long sentences without line breaks.
  @Test func lineOfAFewHundredLettersIsNotShortened() throws {
    let line = String(repeating: "and all of us stood on the quay, ", count: 12) + "until then."
    let (cues, notices) = try read(Self.times + line + "\n")
    #expect(cues.map(\.text) == [line] && notices.isEmpty, "\(notices)")
  }

  /// A text without spaces is cut at the limit.
  @Test func wordOfThousandsOfLettersIsShortened() throws {
    let (cues, notices) = try read(Self.times + String(repeating: "語", count: 2000) + "\n")
    #expect(cues[0].text.count == 1600 && notices.count == 1)
    let lines = String(repeating: String(repeating: "word ", count: 90) + "end\n", count: 6)
    let text = try read(Self.times + lines).cues[0].text
    #expect(text.count { $0 != "\n" } <= 1600 && text.hasSuffix("word"))
  }

  @Test func combiningMarksAreLimitedPerLetter() throws {
    let stacked = "a" + String(repeating: "\u{0351}", count: 1000)
    let (cues, notices) = try read(Self.times + stacked + " Tiếng Việt\n")
    #expect(cues[0].text.unicodeScalars.count { $0.value == 0x351 } == 6)
    #expect(notices.count == 1)
    // Vietnamese and Hebrew text does not change.
    let vietnamese = "Ti\u{0065}\u{0302}\u{0301}ng שָׁלוֹם"
    let sound = try read(Self.times + vietnamese + "\n")
    #expect(sound.cues[0].text == vietnamese && sound.notices.isEmpty)
  }

  @Test func numberOfCuesIsLimited() throws {
    let (cues, notices) = try read(
      (0..<100_000).map {
        "\(10 + $0 / 3600):\(10 + $0 / 60 % 60):\(10 + $0 % 60),000 --> "
          + "\(10 + $0 / 3600):\(10 + $0 / 60 % 60):\(10 + $0 % 60),900\nx\($0)\n\n"
      }.joined())
    #expect(cues.count <= 50_000 && cues.count > 20_000)
    #expect(notices.count == 1 && notices[0].contains("only its first 50000"), "\(notices)")
  }

  @Test func simultaneousCuesAreLimitedToFour() throws {
    func texts(_ count: Int) -> String { (0..<count).map { Self.times + "x\($0)\n\n" }.joined() }
    let (cues, notices) = try read(texts(20))
    #expect(cues.count == 4)
    #expect(notices.count == 1 && notices[0].contains("16 captions are left out"), "\(notices)")
    let five = try read(texts(5)).notices
    #expect(five.first?.contains(": 1 caption is left out") == true, "\(five)")
    // Identical cues count once.
    let same = try read(String(repeating: Self.times + "x\n\n", count: 20))
    #expect(same.cues.count == 1 && same.notices.isEmpty)
  }

  @Test func hugeFilesAndPipesAreNotReadAsSubtitles() throws {
    let path = fixture.folder + "/film.srt"
    #expect(FileManager.default.createFile(atPath: path, contents: Data(Self.times.utf8)))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 6 << 30)
    try file.close()
    let large = try readFilm()
    #expect(large.cues.isEmpty && large.notices.count == 1, "\(large.notices)")
    #expect(try SubtitleCues.contents(of: path) == nil)
    try FileManager.default.removeItem(atPath: path)
    // Opening a pipe without a writer would block.
    #expect(mkfifo(path, 0o600) == 0)
    let pipe = try readFilm()
    #expect(pipe.cues.isEmpty && pipe.notices.count == 1, "\(pipe.notices)")
  }
}
