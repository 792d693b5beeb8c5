/// Widths of letters in units of the letter height.
///
/// The actual font of `sans-serif` is only known when drawing. These are the widths of a wide font,
/// DejaVu Sans Bold, in five classes. Each class has the width of its widest letter.
enum LetterWidth {
  private static let classes: [(width: Double, letters: String)] = [
    (0.35, " \u{A0}'’‘.,:;/\\|IJijlıł·"), (0.45, "!\"()*-[]`_frt–"), (0.75, "#&+<=>^~"),
    (0.96, "%@MWmwæÆœŒ…—ДМФЫжмфшщыю"), (1.1, "ЖШЩЮ"),
  ]
  private static let known = classes.reduce(into: [Character: Double]()) { known, some in
    for letter in some.letters { known[letter] = some.width }
  }
  /// For scripts without capitals, such as Arabic and Hebrew.
  private static let uncased = 0.54

  /// The width of a letter: 1 for Han and kana, 0 for invisible characters.
  static func widthInEms(_ letter: Character) -> Double {
    if let width = known[letter] { return width }
    if CaptionText.isIdeographic(letter) { return 1 }
    if letter.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint) { return 0 }
    if letter.isLetter, !letter.isCased { return uncased }
    return letter.isUppercase ? 0.75 : 0.62
  }

  /// The width of a text in one line.
  static func widthInEms(_ letters: some Collection<Character>) -> Double {
    letters.reduce(0) { $0 + widthInEms($1) }
  }
}
