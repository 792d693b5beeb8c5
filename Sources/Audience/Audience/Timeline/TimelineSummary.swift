/// The figures of a video's audience per time bin of 0.5 s, without its rows.
///
/// Selection and `explain` use only these, so their cost does not depend on the number of viewers.
package struct TimelineSummary: Hashable, Sendable {
  /// Maximum number of stored rows per time bin; if there are more, an evenly spaced sample.
  package static let maximumStoredRows = 512

  /// Length of the video in seconds; bin i covers [i / 2, (i + 1) / 2) seconds.
  package var duration: Double
  /// Aspect ratio of the frame (width / height); distances are measured in frame heights.
  package var aspect: Double
  package var fold: AggregationSettings
  /// The time bins from play time 0 without gaps.
  package var bins: [BinSummary] = []
  /// Number of aggregated viewers.
  package var viewers = 0
  /// Numbers of viewers who were left out, by reason.
  package var excluded: [Exclusion] = []
  /// The emotions that any viewer's source reports.
  package var reportedEmotions: EmotionSet = []
  /// Engagement curves of platforms, which are separate from the aggregated viewers.
  package var curves: [EngagementCurve] = []
  /// Segments with a wider layout, found by framing; they are not part of aggregation.
  package var wideSegments: [WideSegment] = []

  package init(
    duration: Double, aspect: Double = 16.0 / 9, fold: AggregationSettings = AggregationSettings()
  ) {
    (self.duration, self.aspect, self.fold) = (duration, aspect, fold)
  }

  package struct Exclusion: Hashable, Sendable {
    package var viewers: Int
    package var reason: String

    package init(viewers: Int, reason: String) { (self.viewers, self.reason) = (viewers, reason) }
  }

  /// Evidence in nats that one more reacting viewer adds to a time bin.
  package static var gain: Double { AudienceBinSums.gain }

  /// Number of time bins with a known face that a viewer must exceed to have a weight.
  package static var minimumKnownBins: Int { AudienceBinSums.minimumKnownBins }

  package var isEmpty: Bool { viewers == 0 && excluded.isEmpty }

  package var timeline: GazeTimeline {
    GazeTimeline(gazeNoise: fold.gazeNoise, bins: bins.map { _ in [] })
  }

  /// A copy with the gaze points of the time bins `bins`, given by their rows.
  package func with(looksOf rows: [[GazeRow]], in bins: Range<Int>) -> TimelineSummary {
    var copy = self
    for (bin, rows) in zip(bins, rows) { copy.bins[bin].looks = rows.filter(\.hasGaze) }
    return copy
  }
}
