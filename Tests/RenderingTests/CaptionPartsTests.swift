import EditDecisions
import Media
import Testing

@testable import Rendering

/// What an upright picture cannot hold at once is said one part after another.
@Suite struct CaptionPartsTests {
  private let upright = CaptionBand(output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)

  private func parts(_ text: String, _ band: CaptionBand? = nil) -> [SubtitleCue] {
    (band ?? upright).parts(of: SubtitleCue(start: 10, end: 16, text: text))
  }

  /// Lines that libass lays a text out in: its ink's height in letters, 1.17 from line to line.
  private func lines(_ text: String) throws -> Int {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    let layer = try layers.layer(of: [CaptionBurner.title(text)])
    let rows = try #require(layer.opaqueArea).height
    return Int((Double(rows) / (1.17 * Double(upright.letters))).rounded())
  }

  @Test(arguments: [
    "We were told that nobody had ever crossed it\nin winter, and that those who tried never came.",
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age.",
    "Donaudampfschifffahrtsgesellschaft und\nHottentottenstottertrottelmutter sind lange Wörter hier",
    "彼らは冬にそこを渡った者は誰もいないと言い、\n試みた者は決して戻らなかったと教えてくれました。本当に。",
    "قيل لنا إن أحدا لم يعبره قط في الشتاء وإن أولئك الذين حاولوا لم يعودوا أبدا إلى بيوتهم وأهلهم هنا",
  ])
  func aLongCueComesInPartsOfThreeLines(text: String) throws {
    let found = parts(text)
    #expect(found.count > 1)
    for part in found { #expect(try lines(part.text) <= 3, "\(parts(text).map(\.text))") }
    #expect(plain(found.map(\.text).joined()) == plain(text))
    #expect(found.first?.start == 10 && found.last?.end == 16)
    for (one, next) in zip(found, found.dropFirst()) { #expect(one.end == next.start) }
    // Each for its share: nobody reads half of it in a third of the time.
    for part in found {
      let share = Double(plain(part.text).count) / Double(plain(text).count)
      #expect(abs((part.end - part.start) / 6 - share) < 0.05)
    }
  }

  @Test func whatFitsStaysAsItIs() {
    for text in [
      "Hello.", "Who goes there,\nat this hour?", "one two three four five six seven eight",
    ] {
      #expect(parts(text).map(\.text) == [text])
    }
    let wide = CaptionBand(
      output: (1920, 1080), safeArea: PlatformProfile.landscape.safeArea)
    let usual =
      "We were told that nobody had ever crossed it\nin winter, and that those never came."
    #expect(parts(usual, wide).map(\.text) == [usual])
  }

  @Test func aPartEndsWithASentenceWhereOneEndsNearIts() {
    let text =
      "I have never been there before. But they told me about it, at length."
    #expect(parts(text).first?.text == "I have never been there before.")
  }

  @Test func whoSpeakAreNotJoined() {
    let text = "- Where were you all the time, my dear?\n- At home, where else should I have been?"
    #expect(
      parts(text).map(\.text) == [
        "- Where were you all the time, my dear?", "- At home, where else should I have been?",
      ])
    let named = "MARY: What do you mean by that?\nJOHN: I mean what I said, and nothing else."
    #expect(parts(named).map { String($0.text.prefix(5)) } == ["MARY:", "JOHN:"])
    // Short lines come together as long as they fit.
    let four = "- Yes.\n- No.\n- Maybe.\n- I do not know, can you repeat the question for me?"
    #expect(parts(four).map(\.text).first == "- Yes.\n- No.\n- Maybe.")
  }

  /// Two hundred letters are five parts of three lines at most, or fewer parts where these would
  /// flash by; what has no time for two is whole.
  @Test func noPartFlashesBy() {
    let words = "it was the best of times, it was the worst of times, it was the age of wisdom, "
    let long = String((words + words + words).prefix(200))
    #expect(parts(long).count <= 5, "\(parts(long).map(\.text))")
    for seconds in [0.3, 1, 2, 4] {
      let found = upright.parts(of: SubtitleCue(start: 0, end: seconds, text: long))
      #expect(found.count == 1 || found.allSatisfy { $0.end - $0.start >= 0.8 })
      #expect((found.count > 1) == (seconds >= 2), "\(found.map(\.text))")
      #expect(plain(found.map(\.text).joined()) == plain(long))
    }
    // Of one of the two who speak a word is left over: it is no part of its own.
    let two =
      "- Where have you been all the long day, my dear one?\n"
      + "- At home, where else should I have been, you nowhere?"
    let spoken = upright.parts(of: SubtitleCue(start: 0, end: 3, text: two))
    #expect(spoken.map { $0.text.first } == ["-", "-"], "\(spoken.map(\.text))")
  }

  /// What is far too much is told in as many parts as there is time for, and soon.
  @Test func anEndlessCueDoesNotFillThePicture() throws {
    let words = String(repeating: "Lorem ipsum dolor sit amet ", count: 60)
    let found = upright.parts(of: SubtitleCue(start: 0, end: 20, text: words))
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

  /// Words that no line holds come in parts of three lines as others do.
  @Test(arguments: long)
  func aWordThatIsTooLongComesInPartsOfThreeLines(word: String) throws {
    for text in [word, "Look at " + word, "One\n" + word + ", and then some more words."] {
      let found = parts(text)
      #expect(plain(found.map(\.text).joined()) == plain(text))
      for part in found {
        #expect(try lines(part.text) <= 3, "\(parts(text).map(\.text))")
        let area = try #require(try area(of: part.text))
        #expect(area.x >= upright.side - 8 && area.x + area.width <= 1080 - upright.side + 8)
      }
    }
  }

  /// Eleven letters, and then sixteen: the lines of a word are about as long as each other.
  @Test(arguments: long)
  func theLinesOfAWordAreEven(word: String) throws {
    for part in parts(word) {
      let widths = try widths(of: part.text)
      let (least, most) = (widths.min() ?? 0, widths.max() ?? 0)
      #expect(Double(least) >= 0.75 * Double(most), "\(part.text): \(widths)")
      // As few as hold it: two lines of less than half would be one.
      #expect(widths.count < 2 || most > (1080 - 2 * upright.side) / 2, "\(widths)")
    }
  }

  /// A part ends inside a word only where the word itself is too long for one.
  @Test func noPartEndsInsideAWordThatFits() {
    let word = "https://www.example.org/a/page"
    let text = "Everything that we talked about tonight is at \(word) for you to read at home."
    for part in parts(text) {
      #expect(
        !part.text.contains("https") || part.text.contains(word), "\(parts(text).map(\.text))")
    }
  }

  /// Pictures so small that no line holds a letter.
  @Test(arguments: [2, 4, 8, 16, 48])
  func noPictureIsTooSmall(side: Int) {
    let band = CaptionBand(
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

  /// The width of each line that libass lays a text out in: each is 1.17 letters high.
  private func widths(of text: String) throws -> [Int] {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    let layer = try layers.layer(of: [CaptionBurner.title(text)])
    let area = try #require(layer.opaqueArea)
    let count = try lines(text)
    return (0..<count).map { line in
      let rows = area.y + area.height * line / count..<area.y + area.height * (line + 1) / count
      // The middle of a line, where no letter of another reaches.
      let middle = (rows.lowerBound + rows.count / 4)..<(rows.upperBound - rows.count / 4)
      let inked = (0..<1080).filter { x in
        middle.contains { layer.sample(plane: 0, x: x, y: $0) > 120 }
      }
      return (inked.last ?? 0) - (inked.first ?? 0)
    }
  }

  /// A word that no line holds is broken, and goes over no side.
  @Test func aWordThatIsTooLongIsBroken() throws {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    for word in [String(repeating: "m", count: 60), String(repeating: "Wörter", count: 10)] {
      let area = try #require(try layers.layer(of: [CaptionBurner.title(word)]).opaqueArea)
      #expect(area.x >= upright.side - 8 && area.x + area.width <= 1080 - upright.side + 8)
    }
  }

  /// A title and what is said at the same edge are two texts.
  @Test func aTitleIsApartFromWhatIsSaid() throws {
    let layers = try CaptionLayer(
      output: (1080, 1920), safeArea: PlatformProfile.shorts.safeArea)
    for place in [ClipShot.CaptionPlace.top, .bottom] {
      let title = CaptionBurner.title("A day", at: place)
      var said = CaptionBurner.Placed(
        cue: SubtitleCue(start: 0, end: 1, text: "at last"), place: place)
      func height(_ all: [CaptionBurner.Placed]) throws -> Int {
        try #require(try layers.layer(of: all).opaqueArea).height
      }
      let apart = try height([title, said])
      said.cue.text = "A day\nat last"
      #expect(try apart > height([said]) + upright.letters / 3)
    }
  }
}
