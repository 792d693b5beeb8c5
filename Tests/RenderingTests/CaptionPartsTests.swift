import EditDecisions
import Media
import Testing

@testable import Rendering

/// Captions that are too long for a vertical frame are split into parts shown one after another.
@Suite struct CaptionPartsTests {
  private let vertical = CaptionLayout(
    output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)

  private func parts(_ text: String, _ band: CaptionLayout? = nil) -> [SubtitleCue] {
    CaptionSplitter(band ?? vertical).parts(of: SubtitleCue(start: 10, end: 16, text: text))
  }

  /// Number of lines that libass uses for a text: each is 1.17 letters high.
  private func lines(_ text: String) throws -> Int {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    let layer = try layers.layer(of: [CaptionBurner.title(text)])
    let rows = try #require(layer.opaqueArea).height
    return Int((Double(rows) / (1.17 * Double(vertical.letters))).rounded())
  }

  @Test(arguments: [
    "We were told that nobody had ever crossed it\nin winter, and that those who tried never came.",
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age.",
    "Donaudampfschifffahrtsgesellschaft und\nHottentottenstottertrottelmutter sind lange Wörter hier",
    "彼らは冬にそこを渡った者は誰もいないと言い、\n試みた者は決して戻らなかったと教えてくれました。本当に。",
    "قيل لنا إن أحدا لم يعبره قط في الشتاء وإن أولئك الذين حاولوا لم يعودوا أبدا إلى بيوتهم وأهلهم هنا",
  ])
  func longCueIsSplitIntoPartsOfThreeLines(text: String) throws {
    let found = parts(text)
    #expect(found.count > 1)
    for part in found { #expect(try lines(part.text) <= 3, "\(parts(text).map(\.text))") }
    #expect(plain(found.map(\.text).joined()) == plain(text))
    #expect(found.first?.start == 10 && found.last?.end == 16)
    for (one, next) in zip(found, found.dropFirst()) { #expect(one.end == next.start) }
    // The duration of each part is proportional to its length.
    for part in found {
      let share = Double(plain(part.text).count) / Double(plain(text).count)
      #expect(abs((part.end - part.start) / 6 - share) < 0.05)
    }
  }

  @Test func cueThatFitsIsNotSplit() {
    for text in [
      "Hello.", "Who goes there,\nat this hour?", "one two three four five six seven eight",
    ] {
      #expect(parts(text).map(\.text) == [text])
    }
    let wide = CaptionLayout(
      output: (1920, 1080), safeArea: PlatformProfile.landscape.safeArea)
    let usual =
      "We were told that nobody had ever crossed it\nin winter, and that those never came."
    #expect(parts(usual, wide).map(\.text) == [usual])
  }

  @Test func partEndsAtANearbySentenceEnd() {
    let text =
      "I have never been there before. But they told me about it, at length."
    #expect(parts(text).first?.text == "I have never been there before.")
  }

  @Test func linesOfDifferentSpeakersAreSplit() {
    let text = "- Where were you all the time, my dear?\n- At home, where else should I have been?"
    #expect(
      parts(text).map(\.text) == [
        "- Where were you all the time, my dear?", "- At home, where else should I have been?",
      ])
    let named = "MARY: What do you mean by that?\nJOHN: I mean what I said, and nothing else."
    #expect(parts(named).map { String($0.text.prefix(5)) } == ["MARY:", "JOHN:"])
    // Short lines are joined if they fit.
    let four = "- Yes.\n- No.\n- Maybe.\n- I do not know, can you repeat the question for me?"
    #expect(parts(four).map(\.text).first == "- Yes.\n- No.\n- Maybe.")
  }

  /// Every part lasts at least 0.8 s, and a cue without time for two parts is not split.
  @Test func everyPartIsShownLongEnoughToRead() {
    let words = "it was the best of times, it was the worst of times, it was the age of wisdom, "
    let long = String((words + words + words).prefix(200))
    #expect(parts(long).count <= 5, "\(parts(long).map(\.text))")
    for seconds in [0.3, 1, 2, 4] {
      let found = CaptionSplitter(vertical).parts(
        of: SubtitleCue(start: 0, end: seconds, text: long))
      #expect(found.count == 1 || found.allSatisfy { $0.end - $0.start >= 0.8 })
      #expect((found.count > 1) == (seconds >= 2), "\(found.map(\.text))")
      #expect(plain(found.map(\.text).joined()) == plain(long))
    }
    // The word that does not fit in a speaker's line does not become a part of its own.
    let two =
      "- Where have you been all the long day, my dear one?\n"
      + "- At home, where else should I have been, you nowhere?"
    let spoken = CaptionSplitter(vertical).parts(of: SubtitleCue(start: 0, end: 3, text: two))
    #expect(spoken.map { $0.text.first } == ["-", "-"], "\(spoken.map(\.text))")
  }

  @Test func hugeCueIsSplitIntoShortParts() throws {
    let words = String(repeating: "Lorem ipsum dolor sit amet ", count: 60)
    let found = CaptionSplitter(vertical).parts(of: SubtitleCue(start: 0, end: 20, text: words))
    #expect(found.count > 15)
    for part in found.prefix(3) { #expect(try lines(part.text) <= 6, "\(part.text)") }
  }

  private static let long = [
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "https://www.example.org/wiki/Donaudampfschifffahrtselektrizitaeten?from=caption&lang=de-AT",
    String(repeating: "m", count: 60), String(repeating: "il", count: 60),
    "превысокомногорассмотрительствующий",
    String(repeating: "ЖЩ", count: 20), String(repeating: "W", count: 33),
  ]

  @Test(arguments: long)
  func wordThatIsTooLongIsSplitIntoPartsOfThreeLines(word: String) throws {
    for text in [word, "Look at " + word, "One\n" + word + ", and then some more words."] {
      let found = parts(text)
      #expect(plain(found.map(\.text).joined()) == plain(text))
      for part in found {
        #expect(try lines(part.text) <= 3, "\(parts(text).map(\.text))")
        let area = try #require(try area(of: part.text))
        #expect(area.x >= vertical.side - 8 && area.x + area.width <= 1080 - vertical.side + 8)
      }
    }
  }

  @Test(arguments: long)
  func linesOfABrokenWordHaveSimilarWidths(word: String) throws {
    for part in parts(word) {
      let widths = try widths(of: part.text)
      let (least, most) = (widths.min() ?? 0, widths.max() ?? 0)
      #expect(Double(least) >= 0.75 * Double(most), "\(part.text): \(widths)")
      // As few lines as possible: two lines of less than half the width would fit in one.
      #expect(widths.count < 2 || most > (1080 - 2 * vertical.side) / 2, "\(widths)")
    }
  }

  @Test func wordThatFitsIsNotBroken() {
    let word = "https://www.example.org/a/page"
    let text = "Everything that we talked about tonight is at \(word) for you to read at home."
    for part in parts(text) {
      #expect(
        !part.text.contains("https") || part.text.contains(word), "\(parts(text).map(\.text))")
    }
  }

  /// These sizes are so small that a line is narrower than a letter.
  @Test(arguments: [2, 4, 8, 16, 48])
  func textIsCompleteAtTinyOutputSizes(side: Int) {
    let band = CaptionLayout(
      output: (side, side * 2), safeArea: PlatformProfile.shorts.safeArea)
    for text in ["W", "Word", String(repeating: "W", count: 40), "a b " + Self.long[0]] {
      #expect(plain(parts(text, band).map(\.text).joined()) == plain(text))
    }
  }

  private func plain(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }

  private func area(of text: String) throws -> (x: Int, y: Int, width: Int, height: Int)? {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    return try layers.layer(of: [CaptionBurner.title(text)]).opaqueArea
  }

  /// Width of each line that libass uses for a text.
  private func widths(of text: String) throws -> [Int] {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    let layer = try layers.layer(of: [CaptionBurner.title(text)])
    let area = try #require(layer.opaqueArea)
    let count = try lines(text)
    return (0..<count).map { line in
      let rows = area.y + area.height * line / count..<area.y + area.height * (line + 1) / count
      // Rows in the middle of a line have no letters of other lines.
      let middle = (rows.lowerBound + rows.count / 4)..<(rows.upperBound - rows.count / 4)
      let inked = (0..<1080).filter { x in
        middle.contains { layer.sample(plane: 0, x: x, y: $0) > 120 }
      }
      return (inked.last ?? 0) - (inked.first ?? 0)
    }
  }

  @Test func wordThatIsTooLongIsBrokenInsideTheSafeArea() throws {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    for word in [String(repeating: "m", count: 60), String(repeating: "Wörter", count: 10)] {
      let area = try #require(try layers.layer(of: [CaptionBurner.title(word)]).opaqueArea)
      #expect(area.x >= vertical.side - 8 && area.x + area.width <= 1080 - vertical.side + 8)
    }
  }

  /// A title and a caption at the same edge have a gap between them.
  @Test func titleIsSeparatedFromACaption() throws {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    for place in [ClipShot.CaptionPlace.top, .bottom] {
      let title = CaptionBurner.title("A day", at: place)
      var caption = CaptionBurner.PlacedCue(
        cue: SubtitleCue(start: 0, end: 1, text: "at last"), place: place)
      func height(_ all: [CaptionBurner.PlacedCue]) throws -> Int {
        try #require(try layers.layer(of: all).opaqueArea).height
      }
      let separate = try height([title, caption])
      caption.cue.text = "A day\nat last"
      #expect(try separate > height([caption]) + vertical.letters / 3)
    }
  }
}
