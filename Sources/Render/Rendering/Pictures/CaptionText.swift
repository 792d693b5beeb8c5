/// Converts text to ASS events: escapes commands, and allows line breaks without spaces.
///
/// libass breaks lines at spaces only. Chinese and Japanese have none, so a very narrow space is
/// inserted wherever their lines may break, and into words that are wider than a line.
enum CaptionText {
  /// Converts lines to the text of an event; words that are wider than the lines of `band` are
  /// broken.
  static func script(_ text: String, in band: CaptionLayout? = nil) -> String {
    text.split(separator: "\n").map { line in
      var script = ""
      let breaks = breaks(in: Array(line), band)
      for (character, mayBreak) in zip(line, breaks) {
        if mayBreak { script += "{\\fscx1} {\\fscx100}" }
        for scalar in character.unicodeScalars { script += plain(scalar) }
      }
      return script
    }.joined(separator: "\\N")
  }

  /// Escapes braces and backslashes, which begin commands.
  ///
  /// A backslash makes a brace literal, and a word joiner does the same for a backslash.
  private static func plain(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\u{2060}"
    case "{", "}": "\\\(scalar)"
    default: String(scalar)
    }
  }

  /// Whether a line may break between two characters.
  static func mayBreak(between one: Character, _ next: Character) -> Bool {
    isSpace(one) || isBreakable(one, next)
  }

  /// Whether it is a space at which a line may break, so not a no-break space.
  static func isSpace(_ character: Character) -> Bool {
    character.isWhitespace && !"\u{A0}\u{2007}\u{202F}".contains(character)
  }

  /// Before which characters of a line a break is allowed without a space.
  static func breaks(in line: [Character], _ band: CaptionLayout?) -> [Bool] {
    var breaks = line.indices.map { $0 > 0 && isBreakable(line[$0 - 1], line[$0]) }
    guard let band else { return breaks }
    var start = 0
    for index in 0...line.count
    where index == line.count || isSpace(line[index]) || breaks[index] {
      for place in places(in: line[start..<index], room: band.room) { breaks[place] = true }
      start = index < line.count && isSpace(line[index]) ? index + 1 : index
    }
    return breaks
  }

  private static func isBreakable(_ one: Character, _ next: Character) -> Bool {
    guard !one.isWhitespace, !next.isWhitespace else { return false }
    return (isIdeographic(one) || isIdeographic(next))
      && !lastOfNoLine.contains(one) && !firstOfNoLine.contains(next)
  }

  /// Whether it is kana, Han, or their punctuation; Korean uses spaces.
  static func isIdeographic(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFF9F, 0x20000...0x3FFFF: true
    default: false
    }
  }

  private static let lastOfNoLine = Set("「『（【〈《〔［｛([“‘")
  private static let firstOfNoLine = Set(
    "、。，．・：；？！」』）】〉》〕］｝)]”’,.:;?!…ー～〜々ゝヽぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")

  /// Returns the indices before which to break a word into similar pieces if it is wider than a
  /// line.
  private static func places(in word: ArraySlice<Character>, room: Double) -> [Int] {
    let whole = LetterWidth.widthInEms(word)
    guard whole > room else { return [] }
    let most = Double(word.count)
    let least = room > 0 ? min(most, (whole / room).rounded(.up)) : most
    for count in stride(from: Int(least), to: word.count, by: 1) {
      let places = places(in: word, pieces: count, wide: whole)
      let bounds = [word.startIndex] + places + [word.endIndex]
      if zip(bounds, bounds.dropFirst()).allSatisfy({
        LetterWidth.widthInEms(word[$0..<$1]) <= room
      }) {
        return places
      }
    }
    return Array(word.indices.dropFirst())
  }

  /// The start indices of `count` pieces of equal width; a letter belongs to the piece of its
  /// centre.
  private static func places(
    in word: ArraySlice<Character>, pieces count: Int, wide whole: Double
  ) -> [Int] {
    var (places, piece, length) = ([Int](), 0, 0.0)
    for place in word.indices {
      let size = LetterWidth.widthInEms(word[place])
      let own = Int((length + size / 2) / whole * Double(count))
      if own > piece { places.append(place) }
      (piece, length) = (own, length + size)
    }
    return places
  }
}
