/// What is said, as libass reads it: nothing in it is a command, and it can be broken into lines.
///
/// libass breaks lines at spaces only. Chinese and Japanese have none, so a space of hardly any
/// width stands wherever their lines may be broken.
enum CaptionText {
  /// A text of one or more lines.
  static func script(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      var script = ""
      var last: Character?
      for character in line {
        if let last, isBreakable(last, character) { script += "{\\fscx1} {\\fscx100}" }
        for scalar in character.unicodeScalars { script += plain(scalar) }
        last = character
      }
      return script
    }.joined(separator: "\\N")
  }

  /// Braces and backslashes are commands there, whatever marks follow them; a word joiner takes the
  /// meaning of a backslash away.
  private static func plain(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\u{2060}"
    case "{": "("
    case "}": ")"
    default: String(scalar)
    }
  }

  private static func isBreakable(_ one: Character, _ next: Character) -> Bool {
    guard !one.isWhitespace, !next.isWhitespace else { return false }
    return (isIdeographic(one) || isIdeographic(next))
      && !lastOfNoLine.contains(one) && !firstOfNoLine.contains(next)
  }

  /// Kana, Han and their punctuation.
  ///
  /// Korean is written with spaces.
  private static func isIdeographic(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFF9F, 0x20000...0x3FFFF: true
    default: false
    }
  }

  private static let lastOfNoLine = Set("「『（【〈《〔［｛([“‘")
  private static let firstOfNoLine = Set(
    "、。，．・：；？！」』）】〉》〕］｝)]”’,.:;?!…ー～〜々ゝヽぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")
}
