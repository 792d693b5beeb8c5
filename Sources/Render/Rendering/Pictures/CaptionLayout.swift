package import EditDecisions
import Media
import Support

/// The position and size of captions in output pixels.
package struct CaptionLayout: Hashable, Sendable {
  package var letters: Int
  /// Margin in pixels below captions at the bottom.
  package var bottom: Int
  /// Margin in pixels above captions at the top.
  package var top: Int
  /// Margin in pixels on both sides, equal so that captions are centred.
  package var side: Int
  private let width: Int
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

  /// Width of a line in units of the letter height.
  var room: Double { Double(width - 2 * side) / Double(max(1, letters)) }

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
