import Audience
import Density
import Library

/// A video's audience: its summary, and on demand the rows of some seconds.
struct VideoAudience {
  /// What choosing and explaining read; without looks.
  let summary: TimelineSummary
  /// What it was made from, and how.
  let key: String
  /// Whether the library keeps it.
  let isKept: Bool
  /// Its resamples, where it was folded now and they were asked for.
  let resamples: AudienceResamples?
  /// The rows of some blocks, bin by bin.
  private let load: (_ blocks: Range<Int>) throws -> [[AudienceRow]]

  init(
    summary: TimelineSummary, key: String, isKept: Bool, resamples: AudienceResamples? = nil,
    load: @escaping (_ blocks: Range<Int>) throws -> [[AudienceRow]]
  ) {
    self.summary = summary
    (self.key, self.isKept, self.resamples) = (key, isKept, resamples)
    self.load = load
  }

  /// An audience whose rows are all at hand.
  init(_ folded: FoldedAudience, key: String, resamples: AudienceResamples?) {
    let rows = folded.rows
    self.init(summary: folded.summary, key: key, isKept: false, resamples: resamples) { blocks in
      Array(rows[AudienceBlocks.bins(of: blocks, binCount: rows.count)])
    }
  }

  /// The audience with all its rows.
  ///
  /// - Returns: figures and rows.
  /// - Throws: `LibraryError` where the rows cannot be read.
  func folded() throws -> FoldedAudience {
    let blocks = AudienceBlocks.count(forBins: summary.bins.count)
    return FoldedAudience(summary: summary, rows: blocks > 0 ? try load(0..<blocks) : [])
  }

  /// A timeline with the rows of some seconds; all other bins have none.
  ///
  /// - Parameter window: seconds of play time.
  /// - Returns: the timeline.
  /// - Throws: `LibraryError` where the rows cannot be read.
  func timeline(around window: Range<Double>) throws -> AudienceTimeline {
    var timeline = summary.timeline
    let (bins, rows) = try loaded(window)
    for (bin, rows) in zip(bins, rows) { timeline.bins[bin].rows = rows }
    return timeline
  }

  /// The summary with the looks of some seconds.
  ///
  /// - Parameter window: seconds of play time.
  /// - Returns: the summary.
  /// - Throws: `LibraryError` where the rows cannot be read.
  func summary(withLooksIn window: Range<Double>) throws -> TimelineSummary {
    let (bins, rows) = try loaded(window)
    return summary.with(looksOf: rows, in: bins)
  }

  /// Most rows of a half second that framing and drawing look at: an even draw of more.
  ///
  /// Framing costs what it looks at, and 128 looks keep what 512 do (`gazecut-bench even-draw`).
  private static let mostLooks = 128

  /// The rows of the minutes that hold a window, and of which bins they are.
  private func loaded(_ window: Range<Double>) throws -> (Range<Int>, [[AudienceRow]]) {
    let count = summary.bins.count
    let blocks = AudienceBlocks.blocks(of: HalfSeconds.covering(window, count: count))
    guard !blocks.isEmpty else { return (0..<0, []) }
    let rows = try load(blocks).map { rows in
      evenDraw(of: rows.count, atMost: Self.mostLooks).map { rows[$0] }
    }
    return (AudienceBlocks.bins(of: blocks, binCount: count), rows)
  }
}
