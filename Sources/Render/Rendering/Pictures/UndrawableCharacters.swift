import EditDecisions
package import Media

/// Finds and removes characters of captions and titles that no installed font can draw.
///
/// libass draws boxes for characters without a font, and nothing for those in colour fonts only.
package enum UndrawableCharacters {
  /// Number of rows and columns in the grid of characters that are tested at once.
  private static let side = 20
  private static let cell = 32
  /// Luma above which a pixel belongs to a white character on black.
  private static let ink: UInt8 = 40

  /// Returns the characters of a text that cannot be drawn, each once, in order of code points.
  package static func missing(in text: String) throws(MediaError) -> [Unicode.Scalar] {
    // Every font has ASCII; joiners and variation selectors are invisible.
    let asked = Set(
      text.unicodeScalars.filter {
        $0.value > 0x7F && !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace
      }
    ).sorted()
    var missing: [Unicode.Scalar] = []
    for start in stride(from: 0, to: asked.count, by: side * side) {
      missing += try undrawableCharacters(
        Array(asked[start..<min(start + side * side, asked.count)]))
    }
    return missing
  }

  private static func undrawableCharacters(
    _ letters: [Unicode.Scalar]
  ) throws(MediaError) -> [Unicode.Scalar] {
    let layers = try CaptionLayer(
      output: (side * cell, side * cell), safeArea: SafeArea(top: 0, bottom: 0, left: 0, right: 0))
    _ = MissingGlyphs.take()
    let sheet = try layers.sheet(letters.map { String($0) }, side: side, cell: cell)
    let boxes = MissingGlyphs.take()
    return letters.enumerated().filter { index, letter in
      boxes.contains(letter) || !hasInk(sheet, column: index % side, row: index / side)
    }.map(\.element)
  }

  private static func hasInk(_ sheet: Frame, column: Int, row: Int) -> Bool {
    (row * cell..<(row + 1) * cell).contains { y in
      (column * cell..<(column + 1) * cell).contains { x in
        sheet.sample(plane: 0, x: x, y: y) > ink
      }
    }
  }

  /// Removes symbols such as emoji that cannot be drawn; `nil` if a letter or digit is missing,
  /// which would change a word, or if nothing is left.
  package static func shown(_ text: String, without missing: Set<Unicode.Scalar>) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.contains(where: missing.contains) else { return text }
    guard scalars.allSatisfy({ !missing.contains($0) || isSign($0) }) else { return nil }
    let lines = text.split(separator: "\n").compactMap { line in
      let words = line.filter { !$0.unicodeScalars.contains(where: missing.contains) }
        .split(whereSeparator: \.isWhitespace)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Whether text stays readable without it; an unassigned code point may be a letter.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmoji { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber, .unassigned:
      return false
    default: return true
    }
  }
}
