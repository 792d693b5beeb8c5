/// The figures of a video's audience per time bin of 0.5 s, without its rows.
///
/// Selection and `explain` read only this, so their cost does not depend on the number of viewers.
/// Framing also reads the rows of the chosen moments.
package struct TimelineSummary: Hashable, Sendable {
  /// Largest number of rows per time bin that are kept; if there are more, an even draw of them.
  package static let mostDrawn = 512

  /// Length of the video in seconds; bin i covers [i / 2, (i + 1) / 2) seconds.
  package var duration: Double
  /// Width of the frame divided by its height; distances are measured in frame heights.
  package var aspect: Double
  /// The settings of aggregation.
  package var fold: AggregationSettings
  /// The time bins from play time 0 without gaps.
  package var bins: [BinSummary]
  /// Number of aggregated viewers.
  package var viewers: Int
  /// Numbers of viewers who were left out, by reason.
  package var excluded: [Exclusion]
  /// The emotions that any viewer's source reports.
  package var toldClasses: EmotionSet
  /// Engagement curves of platforms, which are separate from the aggregated viewers.
  package var curves: [EngagementCurve] = []
  /// Segments for which framing found a wider layout; kept apart from what is folded.
  package var wideSegments: [WideSegment] = []

  package init(
    duration: Double, aspect: Double = 16.0 / 9, fold: AggregationSettings = AggregationSettings()
  ) {
    self.duration = duration
    self.aspect = aspect
    self.fold = fold
    bins = []
    viewers = 0
    excluded = []
    toldClasses = []
  }

  /// The number of viewers who were left out for one reason.
  package struct Exclusion: Hashable, Sendable {
    package var viewers: Int
    package var reason: String

    package init(viewers: Int, reason: String) {
      self.viewers = viewers
      self.reason = reason
    }
  }

  /// Evidence that one more reacting viewer adds to a time bin.
  package static var gain: Double { AudienceBinSums.gain }

  /// Number of time bins with a known face that a viewer must exceed to have a weight.
  package static var leastKnownBins: Int { AudienceBinSums.leastKnown }

  /// Whether no viewer was aggregated and none was left out.
  package var isEmpty: Bool { viewers == 0 && excluded.isEmpty }

  /// A timeline with the same number of time bins and without rows.
  package var timeline: GazeTimeline {
    GazeTimeline(gazeNoise: fold.gazeNoise, bins: bins.map { _ in AudienceBin(rows: []) })
  }

  /// A copy with the gaze points of some time bins.
  ///
  /// - Parameters:
  ///   - rows: the rows of those bins.
  ///   - bins: indices of the bins.
  /// - Returns: the copy; gaze points of other bins are unchanged.
  package func with(looksOf rows: [[GazeRow]], in bins: Range<Int>) -> TimelineSummary {
    var copy = self
    for (bin, rows) in zip(bins, rows) {
      copy.bins[bin].looks = rows.compactMap(SampledGazePoint.init)
    }
    return copy
  }
}
