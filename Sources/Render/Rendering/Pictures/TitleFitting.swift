import EditDecisions
package import Media

/// Truncates a title to two lines inside the safe area, with an ellipsis.
///
/// The width of text depends on the fonts that libass finds. So each attempt is rendered once and
/// measured.
extension CaptionLayer {
  /// Height limit of two lines in letter heights: two lines need up to 2.2, three at least 2.5.
  private static let maximumLetterHeights = 2.35
  /// Luma above which a pixel belongs to a white character on black.
  private static let ink: UInt8 = 120

  /// Returns the longest beginning of a line that fits, with an ellipsis if it is truncated; `nil`
  /// if not even one letter fits.
  func fittedTitle(_ line: String) throws(MediaError) -> String? {
    if try fits(line) { return line }
    let letters = Array(line)
    var (good, bad) = (0, letters.count)
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if try fits(Self.cut(letters, to: middle)) { good = middle } else { bad = middle }
    }
    guard good > 0 else { return nil }
    // Truncates between words, unless that would remove more than a third.
    let space = letters[..<good].lastIndex(of: " ").map { $0 * 3 > good * 2 ? $0 : good } ?? good
    return Self.cut(letters, to: letters[good] == " " ? good : space)
  }

  private static func cut(_ letters: [Character], to count: Int) -> String {
    var kept = letters[..<count]
    while kept.last == " " { kept.removeLast() }
    return String(kept) + "…"
  }

  /// Whether a line wraps to at most two rows inside the margins.
  private func fits(_ line: String) throws(MediaError) -> Bool {
    let layer = try layer(of: [CaptionBurner.title(line)])
    var rows: ClosedRange<Int>?
    for row in 0..<output.height where hasInk(layer, row) {
      rows = (rows?.lowerBound ?? row)...row
    }
    guard let rows else { return true }
    return Double(rows.count) <= Double(band.letters) * Self.maximumLetterHeights
      && isBetweenMargins(layer, rows)
  }

  private func hasInk(_ layer: Frame, _ row: Int) -> Bool {
    stride(from: 0, to: output.width, by: 2).contains {
      layer.sample(plane: 0, x: $0, y: row) > Self.ink
    }
  }

  private func hasInk(_ layer: Frame, column: Int, _ rows: ClosedRange<Int>) -> Bool {
    rows.contains { layer.sample(plane: 0, x: column, y: $0) > Self.ink }
  }

  /// libass does not break a word that is too wide; it then exceeds both margins.
  private func isBetweenMargins(_ layer: Frame, _ rows: ClosedRange<Int>) -> Bool {
    let margin = max(0, band.side - 1)
    return !(0..<margin).contains { column in
      [column, output.width - 1 - column].contains { hasInk(layer, column: $0, rows) }
    }
  }
}

extension RenderSettings {
  /// Returns the part of a title that a clip shows, at most two lines with an ellipsis; `nil` if
  /// not even one letter fits.
  package func shown(title: String) throws(MediaError) -> String? {
    let layers = try CaptionLayer(output: (width, height), safeArea: profile.safeArea)
    return try layers.fittedTitle(title)
  }
}
