/// How wide letters are, in heights of a letter.
///
/// Which font `sans-serif` is, only the machine that draws knows; these are the widths of a wide
/// one, DejaVu Sans Bold, in five classes, each as wide as the widest of it.
enum LetterWidth {
  private static let classes: [(width: Double, letters: String)] = [
    (0.35, " \u{A0}'’‘.,:;/\\|IJijlıł·"), (0.45, "!\"()*-[]`_frt–"), (0.75, "#&+<=>^~"),
    (0.96, "%@MWmwæÆœŒ…—ДМФЫжмфшщыю"), (1.1, "ЖШЩЮ"),
  ]
  private static let known = classes.reduce(into: [Character: Double]()) { known, some in
    for letter in some.letters { known[letter] = some.width }
  }
  /// Of letters that have no capitals: Arabic's, which are joined, Hebrew's and others.
  private static let uncased = 0.54

  /// The width of a letter: of Han and Kana its height, of a mark that shows nothing none.
  static func ems(_ letter: Character) -> Double {
    if let width = known[letter] { return width }
    if CaptionText.isIdeographic(letter) { return 1 }
    if letter.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint) { return 0 }
    if letter.isLetter, !letter.isCased { return uncased }
    return letter.isUppercase ? 0.75 : 0.62
  }
}
