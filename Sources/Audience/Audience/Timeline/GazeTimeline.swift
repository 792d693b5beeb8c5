/// The gaze of all viewers per time bin, without identities, for framing.
package struct GazeTimeline: Hashable, Sendable {
  /// Standard deviation of the gaze noise, as a share of the frame height.
  package var gazeNoise: Double
  /// The time bins from play time 0 without gaps; bin i covers [i / 2, (i + 1) / 2) seconds.
  ///
  /// A bin has one anonymous row per viewer who watched, sorted by content, so that the order
  /// reveals nothing.
  package var bins: [[GazeRow]]

  package init(gazeNoise: Double = 0.1, bins: [[GazeRow]]) {
    (self.gazeNoise, self.bins) = (gazeNoise, bins)
  }
}
