package import EditDecisions
internal import Media
import Support

/// The position and size of captions in output pixels.
package struct CaptionBand: Hashable, Sendable {
  package var letters: Int
  /// Margin in pixels below captions at the bottom.
  package var bottom: Int
  /// Margin in pixels above captions at the top.
  package var top: Int
  /// Margin in pixels on both sides, equal so that captions are centred.
  package var side: Int
  let width: Int
  private let height: Int

  /// Letter height as a share of a vertical output's width, or of a horizontal one's height.
  private static let letterShares = (width: 0.064, height: 0.052)
  /// Height reserved for captions in letter heights, including line spacing: three lines.
  private static let lines = 3.6

  /// Creates the layout for an output of a size in pixels.
  package init(output: (width: Int, height: Int), safeArea: SafeArea) {
    let (width, height) = (Double(output.width), Double(output.height))
    letters = Int(min(width * Self.letterShares.width, height * Self.letterShares.height).rounded())
    bottom = Int((height * safeArea.bottom).rounded(.up))
    top = Int((height * safeArea.top).rounded(.up))
    // Text close to the edge is hard to read, so the margin is at least 12 %.
    side = Int((width * max(0.12, safeArea.left, safeArea.right)).rounded(.up))
    (self.width, self.height) = output
  }

  /// The rows that three lines of captions cover, as shares of the output height from its top.
  package func rows(_ place: ClipShot.CaptionPlace) -> ClosedRange<Double> {
    let (whole, high) = (Double(height), Double(letters) * Self.lines)
    switch place {
    case .bottom: return max(0, whole - Double(bottom) - high) / whole...1 - Double(bottom) / whole
    case .top: return Double(top) / whole...min(whole, Double(top) + high) / whole
    case .middle: return 0.5 - high / whole / 2...0.5 + high / whole / 2
    }
  }
}

extension Framing {
  /// The caption position of the shot that is visible for most of the cue.
  func captionPlace(from start: Double, to end: Double) -> ClipShot.CaptionPlace {
    func overlap(_ shot: ClipShot) -> Double { min(end, shot.end) - max(start, shot.start) }
    return shots.max { overlap($0) < overlap($1) }?.captions ?? .bottom
  }
}

/// Converts text to ASS events: escapes commands, and allows line breaks without spaces.
///
/// libass breaks lines at spaces only. Chinese and Japanese have none, so a very narrow space is
/// inserted wherever their lines may break, and into words that are wider than a line.
enum CaptionText {
  /// Converts one or more lines to the text of an event.
  ///
  /// Words that are wider than the lines of `band` are broken.
  static func script(_ text: String, in band: CaptionBand? = nil) -> String {
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
  static func breaks(in line: [Character], _ band: CaptionBand?) -> [Bool] {
    var breaks = line.indices.map { $0 > 0 && isBreakable(line[$0 - 1], line[$0]) }
    guard let band else { return breaks }
    var start = 0
    for index in 0...line.count
    where index == line.count || isSpace(line[index]) || breaks[index] {
      for place in band.places(in: line[start..<index]) { breaks[place] = true }
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
}
