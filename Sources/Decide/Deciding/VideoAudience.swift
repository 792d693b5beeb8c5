package import Audience
import EditDecisions
import Framing
import Media
package import Selection
package import Settings

/// A video's audience: its summary, and on demand the rows of some seconds.
package struct VideoAudience {
  /// What choosing and explaining read; without looks.
  package internal(set) var summary: TimelineSummary
  /// What it was made from, and how.
  let key: String
  let isKept: Bool
  /// Its resamples, where it was folded now and they were asked for.
  package var resamples: AudienceResamples?
  /// The rows of some blocks, bin by bin.
  let load: (_ blocks: Range<Int>) throws -> [[GazeRow]]
}

extension VideoAudience {
  /// An audience whose rows are all at hand.
  init(_ folded: AggregatedAudience, key: String, resamples: AudienceResamples?) {
    let rows = folded.rows
    self.init(summary: folded.summary, key: key, isKept: false, resamples: resamples) { blocks in
      Array(rows[EncodedAudience.bins(of: blocks, binCount: rows.count)])
    }
  }

  /// The audience with all its rows.
  ///
  /// - Returns: figures and rows.
  /// - Throws: `LibraryError` where the rows cannot be read.
  func folded() throws -> AggregatedAudience {
    let blocks = EncodedAudience.count(forBins: summary.bins.count)
    return AggregatedAudience(summary: summary, rows: blocks > 0 ? try load(0..<blocks) : [])
  }

  /// A timeline with the rows of some seconds; all other bins have none, nor those in which too few
  /// looked: no window is placed by so few.
  ///
  /// - Parameters:
  ///   - window: seconds of play time.
  ///   - disclosure: how many are few.
  /// - Returns: the timeline.
  /// - Throws: `LibraryError` where the rows cannot be read.
  func timeline(
    around window: Range<Double>, _ disclosure: Disclosure
  ) throws -> GazeTimeline {
    var timeline = summary.timeline
    let (bins, rows) = try loaded(window, disclosure)
    for (bin, rows) in zip(bins, rows) { timeline.bins[bin].rows = rows }
    return timeline
  }

  /// Finds the segments that only a stack or a wide crop shows; choosing reads them in `summary`.
  ///
  /// - Parameters:
  ///   - source: the video.
  ///   - settings: what counts as a moment, and which layouts are allowed.
  /// - Throws: `LibraryError` if the rows cannot be read.
  package mutating func findWideSegments(of source: SourceVideo, _ settings: Settings) throws {
    let cores = MomentChooser(settings: settings.selection).scatteredCores(in: summary)
    summary.wideSegments = try cores.flatMap { core in
      let seconds = HalfSeconds.start(of: core.lowerBound)..<HalfSeconds.start(of: core.upperBound)
      let request = FramingRequest(
        start: seconds.lowerBound, end: seconds.upperBound, cuts: [],
        timeline: try timeline(around: seconds, Disclosure(settings.selection)),
        pictureWidth: source.info.video.width, pictureHeight: source.info.video.height,
        frameRate: source.description.frameRate, settings: settings.framing)
      return wideSegments(in: [core], request)
    }
  }

  /// The summary with the looks of some seconds, but where they are too few.
  ///
  /// - Parameters:
  ///   - window: seconds of play time.
  ///   - disclosure: how many are few.
  /// - Returns: the summary.
  /// - Throws: `LibraryError` where the rows cannot be read.
  package func summary(
    withLooksIn window: Range<Double>, _ disclosure: Disclosure
  ) throws -> TimelineSummary {
    let (bins, rows) = try loaded(window, disclosure)
    return summary.with(looksOf: rows, in: bins)
  }

  /// Most rows of a half second that framing and drawing look at: an even draw of more.
  ///
  /// Framing costs what it looks at, and 128 looks keep what 512 do (`gazecut-bench even-draw`).
  private static let mostLooks = 128

  /// The rows of the minutes that hold a window, and of which bins they are.
  private func loaded(
    _ window: Range<Double>, _ disclosure: Disclosure
  ) throws -> (Range<Int>, [[GazeRow]]) {
    let count = summary.bins.count
    let blocks = EncodedAudience.blocks(of: HalfSeconds.covering(window, count: count))
    guard !blocks.isEmpty else { return (0..<0, []) }
    let bins = EncodedAudience.bins(of: blocks, binCount: count)
    let rows = zip(bins, try load(blocks)).map { bin, rows in
      disclosure.isTold(summary.bins[bin].withGaze)
        ? evenlySpacedIndices(of: rows.count, atMost: Self.mostLooks).map { rows[$0] } : []
    }
    return (bins, rows)
  }
}
