/// Who looked where, half second by half second: what framing reads; it names no viewer.
package struct AudienceTimeline: Hashable, Sendable {
  /// Standard deviation of the gaze noise in picture heights.
  package var gazeNoise: Double
  /// The bins from play time 0 on, without a gap; bin i covers [i / 2, (i + 1) / 2).
  package var bins: [AudienceBin]

  package init(gazeNoise: Double = 0.1, bins: [AudienceBin]) {
    self.gazeNoise = gazeNoise
    self.bins = bins
  }
}

/// Half a second of the audience.
package struct AudienceBin: Hashable, Sendable {
  /// One anonymous row a viewer who watched; sorted by what they hold, so their order tells
  /// nothing.
  package var rows: [AudienceRow]

  package init(rows: [AudienceRow]) { self.rows = rows }
}
