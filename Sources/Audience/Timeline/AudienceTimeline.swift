/// One video's sessions folded into half-second bins; it names no viewer.
package struct AudienceTimeline: Hashable, Sendable {
  /// Length of the video in seconds; bin i covers [i / 2, (i + 1) / 2).
  package var duration: Double
  /// Width of the picture divided by its height; distances are taken in picture heights.
  package var aspect: Double
  /// Standard deviation of the gaze noise in picture heights, for clustering as chance was.
  package var gazeNoise: Double
  /// The bins from play time 0 on, without a gap.
  package var bins: [AudienceBin]
  /// How many viewers were folded in.
  package var viewers: Int
  /// Viewers left out, counted by reason.
  package var excluded: [Exclusion]

  package init(
    duration: Double, aspect: Double = 16.0 / 9, gazeNoise: Double = 0.1, bins: [AudienceBin],
    viewers: Int,
    excluded: [Exclusion]
  ) {
    self.duration = duration
    self.aspect = aspect
    self.gazeNoise = gazeNoise
    self.bins = bins
    self.viewers = viewers
    self.excluded = excluded
  }

  /// Viewers left out for one reason.
  package struct Exclusion: Hashable, Sendable {
    /// How many.
    package var viewers: Int
    /// Why, in a few words.
    package var reason: String

    package init(viewers: Int, reason: String) {
      self.viewers = viewers
      self.reason = reason
    }
  }
}

/// Half a second of the audience.
package struct AudienceBin: Hashable, Sendable {
  /// One anonymous row a viewer who watched; sorted by what they hold, so their order tells
  /// nothing.
  package var rows: [AudienceRow]

  package init(rows: [AudienceRow]) { self.rows = rows }
}
