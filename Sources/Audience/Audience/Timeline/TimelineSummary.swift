/// What is known of a video's audience for each half second without its rows.
///
/// It is computed while the viewers are known. Choosing and explaining read nothing else, so what
/// they cost does not depend on how many watched; framing reads the rows of its moments.
package struct TimelineSummary: Hashable, Sendable {
  /// Most rows of a half second that are kept: all of fewer, an even draw of more.
  package static let mostDrawn = 512

  /// Length of the video in seconds; bin i covers [i / 2, (i + 1) / 2).
  package var duration: Double
  /// Width of the picture divided by its height; distances are taken in picture heights.
  package var aspect: Double
  /// The settings that it was folded with.
  package var fold: FoldSettings
  /// The bins from play time 0 on, without a gap.
  package var bins: [BinSummary]
  /// How many viewers were folded in.
  package var viewers: Int
  /// Viewers left out, counted by reason.
  package var excluded: [Exclusion]
  /// The emotions that any viewer's source reports.
  package var toldClasses: EmotionSet
  /// What platforms counted of everybody; kept apart from what is folded.
  package var curves: [AudienceCurve] = []

  package init(duration: Double, aspect: Double = 16.0 / 9, fold: FoldSettings = FoldSettings()) {
    self.duration = duration
    self.aspect = aspect
    self.fold = fold
    bins = []
    viewers = 0
    excluded = []
    toldClasses = []
  }

  /// Viewers left out for one reason.
  package struct Exclusion: Hashable, Sendable {
    package var viewers: Int
    package var reason: String

    package init(viewers: Int, reason: String) {
      self.viewers = viewers
      self.reason = reason
    }
  }

  /// Evidence that one more viewer who reacts brings in a time bin.
  package static var gain: Double { AudienceSums.gain }

  /// Bins with a face above which a viewer can have a weight.
  package static var leastKnownBins: Int { AudienceSums.leastKnown }

  /// Whether nobody was folded in, and nobody left out.
  package var isEmpty: Bool { viewers == 0 && excluded.isEmpty }

  /// A timeline of as many half seconds, in which no bin has rows.
  package var timeline: AudienceTimeline {
    AudienceTimeline(gazeNoise: fold.gazeNoise, bins: bins.map { _ in AudienceBin(rows: []) })
  }

  /// The same summary with the looks of some bins.
  ///
  /// - Parameters:
  ///   - rows: the rows of those bins.
  ///   - bins: which bins.
  /// - Returns: a summary; the looks of other bins stay as they were.
  package func with(looksOf rows: [[AudienceRow]], in bins: Range<Int>) -> TimelineSummary {
    var copy = self
    for (bin, rows) in zip(bins, rows) { copy.bins[bin].looks = rows.compactMap(DrawnLook.init) }
    return copy
  }
}
