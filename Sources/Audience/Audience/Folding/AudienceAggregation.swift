/// Aggregates a video's viewers into its audience, one batch after another.
///
/// Each viewer is stored in two bytes per time bin. `finish()` sums them, and the sums do not
/// depend on the order of viewers. Framing uses the gaze of the first
/// `TimelineSummary.maximumStoredRows` viewers, so their order must not depend on their behaviour.
///
///     var fold = AudienceAggregation(duration: 60, aspect: 16.0 / 9)
///     for batch in batches { fold.add(batch) }
///     let folded = fold.finish()
package struct AudienceAggregation {
  let duration: Double
  let aspect: Double
  let settings: AggregationSettings
  /// Whether `finish()` also computes `resamples`.
  package var isResampled = false
  /// The resampled audiences, after `finish()`.
  package private(set) var resamples: AudienceResamples?
  /// Segments in which gaze is collected by reaction; set before adding viewers.
  package var stretches: [Range<Int>] = [] {
    didSet { gazeByReaction = stretches.map { _ in GazeByReaction() } }
  }
  /// For each segment of `stretches`, its gaze points by reaction.
  package private(set) var gazeByReaction: [GazeByReaction] = []

  /// Objects whose share of the gaze is counted; set this property before adding viewers.
  package var boxes: ObjectBoxesByBin? {
    didSet { objectGaze = boxes.map(ObjectGazeCounter.init) }
  }
  private var objectGaze: ObjectGazeCounter?
  /// The gaze on each object.
  package var objects: [ObjectGazeSummary] { objectGaze?.objects ?? [] }
  package private(set) var departures: ViewerDepartures

  private let binCount: Int
  private var series: [ViewerSeries] = []
  private var watching: [Int]
  private var reactingBy: [EmotionVector]
  /// The first viewers, whose rows are stored.
  private var drawn: [ViewerBins] = []
  private var reported = EmotionSet()
  private var unfit: [String: Int] = [:]
  /// Index of the first viewer whose sums are part of the result.
  private var firstSummed = 0

  /// Creates an audience without viewers; `duration` is in seconds, `aspect` is width / height.
  package init(
    duration: Double, aspect: Double, settings: AggregationSettings = AggregationSettings()
  ) {
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.aspect = aspect.isFinite && aspect > 0 ? aspect : 16.0 / 9
    self.settings = settings
    binCount = TimeBins.count(for: self.duration)
    watching = Array(repeating: 0, count: binCount)
    reactingBy = Array(repeating: .zero, count: binCount)
    departures = ViewerDepartures(binCount: binCount)
  }

  package var folding: ViewerAggregation {
    ViewerAggregation(duration: duration, aspect: aspect, settings: settings)
  }

  package mutating func add(_ viewers: [ViewerAggregate]) {
    var found: [ViewerBins] = []
    for viewer in viewers {
      switch viewer {
      case .bins(let bins): found.append(bins)
      case .unfit(let reason): unfit[reason, default: 0] += 1
      }
    }
    let all = found
    let leastBins = Int((settings.reactionSeconds / TimeBins.length).rounded(.up))
    let new = Parallel.map(all.count) { ViewerSeries(all[$0], leastBins: leastBins) }
    for (viewer, series) in zip(all, new) {
      reported.formUnion(viewer.reported)
      departures.add(viewer)
      objectGaze?.add(viewer, series)
      for index in stretches.indices {
        gazeByReaction[index].add(viewer, series, in: stretches[index])
      }
      for bin in 0..<binCount where viewer.isWatching[bin] {
        watching[bin] += 1
        if series.reacts(bin) { reactingBy[bin].lanes[Int(viewer.emotions[bin])] += 1 }
      }
    }
    drawn += all.prefix(TimelineSummary.maximumStoredRows - drawn.count)
    series += new
  }

  /// Makes `finish()` sum only the viewers that are added from now on.
  ///
  /// The viewers added before still affect the weights and the position of the 9:16 window.
  package mutating func startResult() {
    firstSummed = series.count
    watching = Array(repeating: 0, count: binCount)
    reactingBy = Array(repeating: .zero, count: binCount)
    (drawn, unfit, reported) = ([], [:], [])
  }

  /// Computes the audience of all viewers, or of those added since `startResult()`.
  package mutating func finish() -> AggregatedAudience {
    var head = TimelineSummary(duration: duration, aspect: aspect, fold: settings)
    head.viewers = series.count - firstSummed
    head.excluded = TimelineSummary.Exclusion.sorted(unfit)
    head.reportedEmotions = reported
    let sums = AudienceBinSums(
      series, counts: Array(repeating: 1, count: series.count), binCount: binCount
    ).bins(of: firstSummed..<series.count)
    let clustering = GazeClustering(aspect: aspect, noise: settings.gazeNoise)
    // Split the viewers into halves by a hash of their content, so that their order has no effect.
    let digests = drawn.map(\.digest)
    let drawn = drawn.indices.sorted { digests[$0] < digests[$1] }.map { self.drawn[$0] }
    let (watching, reactingBy) = (watching, reactingBy)
    let found = Parallel.map(binCount) { index in
      let rows = GazeRow.sorted(
        drawn.enumerated().compactMap { rank, viewer in
          var row = viewer.row(index)
          row?.isInSecondHalf = rank % 2 == 1
          return row
        })
      var bin = sums[index]
      (bin.watching, bin.reactingBy) = (watching[index], reactingBy[index])
      bin.clusters = clustering.clusters(of: rows)
      return (summary: bin, rows: rows)
    }
    head.bins = found.map(\.summary)
    if isResampled { resamples = AudienceResamples(series, of: head) }
    return AggregatedAudience(summary: head, rows: found.map(\.rows))
  }
}

/// An audience after aggregation: its summary, and the rows that framing reads.
package struct AggregatedAudience: Hashable, Sendable {
  package var summary: TimelineSummary
  /// The rows of each time bin, at most `TimelineSummary.maximumStoredRows`, sorted by content.
  package var rows: [[GazeRow]]

  package init(summary: TimelineSummary, rows: [[GazeRow]]) {
    (self.summary, self.rows) = (summary, rows)
  }
}
