internal import EditDecisions
package import Media

/// Cuts a title to what two lines inside the safe area hold, with an ellipsis.
///
/// Widths are those of the fonts that libass finds, so it is libass that is asked: each try is laid
/// out once and looked at.
struct TitleFitting {
  let layers: CaptionLayer

  /// Lines of two heights span up to 2.2 letters' heights with their descenders; three span 2.5 at
  /// least.
  private static let mostHeights = 2.35
  /// Luma above which a sample of a layer is a letter: they are white on black.
  private static let ink: UInt8 = 120

  /// The longest beginning of a line that fits, with an ellipsis where that is not all of it.
  ///
  /// - Parameter line: one line.
  /// - Returns: what to show; `nil` where not even a letter has room.
  /// - Throws: what laying out throws.
  func fitted(_ line: String) throws(MediaError) -> String? {
    if try fits(line) { return line }
    let letters = Array(line)
    var (good, bad) = (0, letters.count)
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if try fits(Self.cut(letters, to: middle)) { good = middle } else { bad = middle }
    }
    guard good > 0 else { return nil }
    // Between words where the last one is not most of it.
    let space = letters[..<good].lastIndex(of: " ").map { $0 * 3 > good * 2 ? $0 : good } ?? good
    return Self.cut(letters, to: letters[good] == " " ? good : space)
  }

  private static func cut(_ letters: [Character], to count: Int) -> String {
    var kept = letters[..<count]
    while kept.last == " " { kept.removeLast() }
    return String(kept) + "…"
  }

  /// Whether a line is at most two high and inside the margins.
  private func fits(_ line: String) throws(MediaError) -> Bool {
    let layer = try layers.layer(of: [CaptionBurner.title(line)])
    var rows: ClosedRange<Int>?
    for row in 0..<layers.output.height where hasInk(layer, row) {
      rows = (rows?.lowerBound ?? row)...row
    }
    guard let rows else { return true }
    return Double(rows.count) <= Double(layers.band.letters) * Self.mostHeights
      && isBetweenMargins(layer, rows)
  }

  private func hasInk(_ layer: Frame, _ row: Int) -> Bool {
    stride(from: 0, to: layers.output.width, by: 2).contains {
      layer.sample(plane: 0, x: $0, y: row) > Self.ink
    }
  }

  private func hasInk(_ layer: Frame, column: Int, _ rows: ClosedRange<Int>) -> Bool {
    rows.contains { layer.sample(plane: 0, x: column, y: $0) > Self.ink }
  }

  /// A word that is too long for a line is not broken, and goes on beyond both margins.
  private func isBetweenMargins(_ layer: Frame, _ rows: ClosedRange<Int>) -> Bool {
    let margin = max(0, layers.band.side - 1)
    return !(0..<margin).contains { column in
      [column, layers.output.width - 1 - column].contains { hasInk(layer, column: $0, rows) }
    }
  }
}

extension RenderSettings {
  /// What a short shows of a title.
  ///
  /// - Parameter title: one line, of letters that can be drawn.
  /// - Returns: all of it, or its beginning with an ellipsis where two lines inside the margins of
  ///   the platform hold no more; `nil` where they hold not even a letter.
  /// - Throws: `missingComponent` when this build has no libass.
  package func shown(title: String) throws(MediaError) -> String? {
    let layers = try CaptionLayer(output: (width, height), safeArea: profile.safeArea)
    return try TitleFitting(layers: layers).fitted(title)
  }
}
