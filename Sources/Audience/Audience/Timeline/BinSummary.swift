/// The figures of an audience in one time bin of 0.5 s, without its rows.
package struct BinSummary: Hashable, Sendable {
  /// Number of viewers who watched.
  package var watching = 0
  /// Number of viewers with usable gaze.
  package var withGaze = 0
  /// Number of viewers with a known reaction level.
  package var withFace = 0
  /// Number of viewers with usable gaze and a known level.
  package var withBoth = 0
  /// Log-likelihood ratio in nats: sum over viewers of weight × (level − baseline) × 0.6.
  package var evidence = 0.0
  /// Number of viewers who react.
  package var reacting = 0.0
  /// Number of viewers who react, by the strongest emotion of each.
  package var reactingBy = EmotionVector.zero
  /// Number of gaze points inside the vertical window that covers most of the others' gaze points.
  package var held = 0.0
  /// Number of viewers who react and whose gaze point is inside the window of `held`.
  package var reactingHeld = 0.0
  /// The gaze clusters with at least 60 % of the largest cluster's weight, the largest first.
  package var clusters: [GazeCluster] = []
  /// A sample of the rows with a gaze point, sorted by position; empty unless requested.
  package var looks: [GazeRow] = []

  package init() {}

  /// Share of the viewers with a known level who react, 0…1; `nil` if there are none.
  package var reactingShare: Double? { Self.share(reacting, of: withFace) }
  /// Gaze coverage of a vertical window, 0…1; `nil` if there is no gaze point.
  package var heldShare: Double? { Self.share(held, of: withGaze) }

  private static func share(_ sum: Double, of count: Int) -> Double? {
    count > 0 ? min(1, max(0, sum / Double(count))) : nil
  }

  /// Adds the sums of other viewers in the same time bin; clusters and gaze points do not change.
  mutating func add(_ other: BinSummary) {
    watching += other.watching
    withGaze += other.withGaze
    withFace += other.withFace
    withBoth += other.withBoth
    evidence += other.evidence
    reacting += other.reacting
    reactingBy.lanes += other.reactingBy.lanes
    held += other.held
    reactingHeld += other.reactingHeld
  }
}

/// A dense cluster of gaze points in one time bin.
package struct GazeCluster: Hashable, Sendable {
  /// Share of the weight of all gaze points, 0…1.
  package var share: Double
  /// The centre, in picture coordinates.
  package var center: PicturePoint
  /// Weighted root mean square distance of its gaze points from the centre, in frame heights.
  package var spread: Double
}
