/// An aggregated audience as bytes, as the library stores it, split into blocks of one minute.
///
/// Each block ends with a checksum, and is far smaller than the size limit of a database value.
package struct EncodedAudience: Hashable, Sendable {
  /// Time bins per block: one minute of bins of 0.5 s.
  package static let bins = 120

  /// The encoded `TimelineSummary` without its time bins.
  package var head: [UInt8]
  /// The encoded figures of each block (`BinSummary.encoded`).
  package var figures: [[UInt8]]
  /// The encoded rows of each block (`GazeRow.encoded`).
  package var rows: [[UInt8]]

  package init(_ audience: AggregatedAudience) {
    let summary = audience.summary
    head = summary.encodedHead()
    let ranges = (0..<Self.count(forBins: summary.bins.count)).map {
      Self.bins(of: $0..<$0 + 1, binCount: summary.bins.count)
    }
    figures = Parallel.map(ranges.count) { BinSummary.encoded(summary.bins[ranges[$0]]) }
    rows = Parallel.map(ranges.count) { GazeRow.encoded(audience.rows[ranges[$0]]) }
  }

  package init(head: [UInt8], figures: [[UInt8]], rows: [[UInt8]]) {
    (self.head, self.figures, self.rows) = (head, figures, rows)
  }

  /// The number of blocks that `count` time bins need.
  package static func count(forBins count: Int) -> Int { (max(0, count) + bins - 1) / bins }

  /// The time bins of several consecutive blocks; the last block of a video may be shorter.
  package static func bins(of blocks: Range<Int>, binCount: Int) -> Range<Int> {
    min(binCount, blocks.lowerBound * bins)..<min(binCount, blocks.upperBound * bins)
  }

  /// The blocks that contain the time bins of `range`.
  package static func blocks(of range: Range<Int>) -> Range<Int> {
    range.isEmpty ? 0..<0 : range.lowerBound / bins..<(range.upperBound - 1) / bins + 1
  }
}

extension TimelineSummary {
  /// Decodes a summary without its gaze points; `nil` if the bytes are damaged or incomplete.
  package init?(head: [UInt8], figures: [[UInt8]]) {
    guard let (summary, count) = Self.decoded(head: head),
      figures.count == EncodedAudience.count(forBins: count)
    else { return nil }
    self = summary
    let blocks = Parallel.map(figures.count) { BinSummary.decoded(figures[$0]) }
    bins.reserveCapacity(count)
    for block in blocks {
      guard let block else { return nil }
      bins += block
    }
    guard bins.count == count else { return nil }
  }
}

extension AggregatedAudience {
  /// Decodes an audience with all its rows; `nil` if the bytes are damaged or incomplete.
  package init?(_ blocks: EncodedAudience) {
    let decoded = Parallel.map(blocks.rows.count) { GazeRow.decoded(blocks.rows[$0]) }
    let rows = decoded.compactMap(\.self)
    guard let summary = TimelineSummary(head: blocks.head, figures: blocks.figures),
      rows.count == decoded.count, rows.joined().count == summary.bins.count
    else { return nil }
    self.init(summary: summary, rows: rows.flatMap(\.self))
  }
}
