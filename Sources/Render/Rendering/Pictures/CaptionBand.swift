package import EditDecisions
import Support

/// Where captions stand in an output, in output pixels.
package struct CaptionBand: Hashable, Sendable {
  package var letters: Int
  /// Pixels left free below captions that stand at the bottom.
  package var bottom: Int
  /// Pixels left free above captions that stand at the top.
  package var top: Int
  /// Pixels left free on either side; both sides alike, so that captions stand in the middle.
  package var side: Int
  let width: Int
  private let height: Int

  /// Size of the letters as a share of an upright output's width, and of a wide one's height.
  private static let letterShares = (width: 0.064, height: 0.052)
  /// Lines that a cue is taken to have at most, with what lies between them: two wrap into three.
  private static let lines = 3.6

  /// Plans for an output.
  ///
  /// - Parameters:
  ///   - output: its size in pixels.
  ///   - safeArea: what the platform leaves free.
  package init(output: (width: Int, height: Int), safeArea: SafeArea) {
    let (width, height) = (Double(output.width), Double(output.height))
    letters = Int(min(width * Self.letterShares.width, height * Self.letterShares.height).rounded())
    bottom = Int((height * safeArea.bottom).rounded(.up))
    top = Int((height * safeArea.top).rounded(.up))
    // Text that hugs a side is hard to read, whatever the platform leaves free there.
    side = Int((width * max(0.12, safeArea.left, safeArea.right)).rounded(.up))
    (self.width, self.height) = output
  }

  /// The rows that captions of three lines cover, as shares of the output's height from its top.
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
  /// Where a cue stands: as the shot says that is on for most of it.
  func captionPlace(from start: Double, to end: Double) -> ClipShot.CaptionPlace {
    func overlap(_ shot: ClipShot) -> Double { min(end, shot.end) - max(start, shot.start) }
    return shots.max { overlap($0) < overlap($1) }?.captions ?? .bottom
  }
}

/// What is said, as libass reads it: nothing in it is a command, and it can be broken into lines.
///
/// libass breaks lines at spaces only. Chinese and Japanese have none, so a space of hardly any
/// width stands wherever their lines may be broken, and where a word is that no line holds.
enum CaptionText {
  /// A text of one or more lines.
  ///
  /// - Parameters:
  ///   - text: its lines.
  ///   - band: where they stand; words that no line of it holds are broken.
  /// - Returns: the text of an event.
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

  /// Braces and backslashes are commands there, whatever marks follow them: a backslash takes the
  /// meaning of a brace away, a word joiner that of a backslash.
  private static func plain(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": "\\\u{2060}"
    case "{", "}": "\\\(scalar)"
    default: String(scalar)
    }
  }

  /// Whether a line may end between two characters, at a space or without one.
  static func mayBreak(between one: Character, _ next: Character) -> Bool {
    isSpace(one) || isBreakable(one, next)
  }

  /// Whether a line may end with it: a space, unless it is one that holds words together.
  static func isSpace(_ character: Character) -> Bool {
    character.isWhitespace && !"\u{A0}\u{2007}\u{202F}".contains(character)
  }

  /// Before which characters of a line it may be broken where no space is.
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

  /// Kana, Han and their punctuation.
  ///
  /// Korean is written with spaces.
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
