package import Audience
import EditDecisions
import Framing
import Media
package import Selection
package import Settings

/// A video's audience: its summary, and the rows of some seconds on demand.
package struct VideoAudience {
  /// The summary for selection and explanations, without gaze points.
  package internal(set) var summary: TimelineSummary
  /// The key of the audience: a hash of its input and parameters.
  let key: String
  let isKept: Bool
  /// The resamples, if the audience was aggregated now and resamples were requested.
  package var resamples: AudienceResamples?
  /// Loads the rows of some blocks, one list per time bin.
  let load: (_ blocks: Range<Int>) throws -> [[GazeRow]]
}

extension VideoAudience {
  init(_ folded: AggregatedAudience, key: String, resamples: AudienceResamples?) {
    let rows = folded.rows
    self.init(summary: folded.summary, key: key, isKept: false, resamples: resamples) { blocks in
      Array(rows[EncodedAudience.bins(of: blocks, binCount: rows.count)])
    }
  }

  func folded() throws -> AggregatedAudience {
    let blocks = EncodedAudience.count(forBins: summary.bins.count)
    return AggregatedAudience(summary: summary, rows: blocks > 0 ? try load(0..<blocks) : [])
  }

  /// The timeline with the rows of a range of seconds.
  ///
  /// Other time bins have no rows, nor do those with too few viewers, so that so few cannot place a
  /// crop.
  func timeline(
    around window: Range<Double>, _ disclosure: MinimumGroupRule
  ) throws -> GazeTimeline {
    var timeline = summary.timeline
    let (bins, rows) = try loadRows(window, disclosure)
    for (bin, rows) in zip(bins, rows) { timeline.bins[bin] = rows }
    return timeline
  }

  /// Finds the segments that only a split screen or a wide crop covers, for `summary.wideSegments`.
  package mutating func findWideSegments(of source: SourceVideo, _ settings: Settings) throws {
    let cores = MomentChooser(settings: settings.selection).scatteredCores(in: summary)
    summary.wideSegments = try cores.flatMap { core in
      let seconds = TimeBins.start(of: core.lowerBound)..<TimeBins.start(of: core.upperBound)
      let request = FramingRequest(
        start: seconds.lowerBound, end: seconds.upperBound, cuts: [],
        timeline: try timeline(around: seconds, MinimumGroupRule(settings.selection)),
        pictureWidth: source.info.video.width, pictureHeight: source.info.video.height,
        frameRate: source.description.frameRate, settings: settings.framing)
      return wideSegments(in: [core], request)
    }
  }

  /// The summary with the gaze points of a range of seconds, where there are enough viewers.
  package func summary(
    withLooksIn window: Range<Double>, _ disclosure: MinimumGroupRule
  ) throws -> TimelineSummary {
    let (bins, rows) = try loadRows(window, disclosure)
    return summary.with(looksOf: rows, in: bins)
  }

  /// Maximum number of rows per time bin for framing and drawing; more are sampled evenly.
  ///
  /// The cost of framing grows with this number, and 128 gaze points give the same coverage as 512
  /// (`gazecut-bench even-draw`).
  private static let maximumRowsPerBin = 128

  /// The rows of the blocks that contain a window, and their time bins.
  private func loadRows(
    _ window: Range<Double>, _ disclosure: MinimumGroupRule
  ) throws -> (Range<Int>, [[GazeRow]]) {
    let count = summary.bins.count
    let blocks = EncodedAudience.blocks(of: TimeBins.covering(window, count: count))
    guard !blocks.isEmpty else { return (0..<0, []) }
    let bins = EncodedAudience.bins(of: blocks, binCount: count)
    let rows = zip(bins, try load(blocks)).map { bin, rows in
      disclosure.mayPublish(summary.bins[bin].withGaze)
        ? evenlySpacedIndices(of: rows.count, atMost: Self.maximumRowsPerBin).map { rows[$0] } : []
    }
    return (bins, rows)
  }
}
