package import EditDecisions

/// Where captions stand in an output, in output pixels.
package struct CaptionBand: Hashable, Sendable {
  /// Height of the letters.
  package var letters: Int
  /// Pixels left free below captions that stand at the bottom.
  package var bottom: Int
  /// Pixels left free above captions that stand at the top.
  package var top: Int
  /// Pixels left free on either side; both sides alike, so that captions stand in the middle.
  package var side: Int
  /// Height of the output.
  private var height: Int

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
    self.height = output.height
  }

  /// The rows that captions of three lines cover, as shares of the output's height from its top.
  package func rows(_ place: FramedShot.CaptionPlace) -> ClosedRange<Double> {
    let (whole, high) = (Double(height), Double(letters) * Self.lines)
    switch place {
    case .bottom: return max(0, whole - Double(bottom) - high) / whole...1 - Double(bottom) / whole
    case .top: return Double(top) / whole...min(whole, Double(top) + high) / whole
    }
  }
}

extension Framing {
  /// Where a cue stands: as the shot says that is on for most of it.
  func captionPlace(from start: Double, to end: Double) -> FramedShot.CaptionPlace {
    func overlap(_ shot: FramedShot) -> Double { min(end, shot.end) - max(start, shot.start) }
    return shots.max { overlap($0) < overlap($1) }?.captions ?? .bottom
  }
}
