/// An audience in bytes, a minute to a block: what the library keeps, so as not to fold again.
///
/// Every value carries a digest of its bytes and is far below what a database takes, whatever the
/// length of the video and the number of viewers.
package struct AudienceBlocks: Hashable, Sendable {
  /// How many bins a block holds: a minute.
  package static let bins = 120

  /// What is known of the whole: settings, viewers, exclusions.
  package var head: [UInt8]
  /// The figures of each minute.
  package var figures: [[UInt8]]
  /// The rows of each minute.
  package var rows: [[UInt8]]

  /// Puts an audience into bytes.
  package init(_ audience: FoldedAudience) {
    let summary = audience.summary
    head = summary.encodedHead()
    let ranges = (0..<Self.count(forBins: summary.bins.count)).map {
      Self.range(of: $0, binCount: summary.bins.count)
    }
    figures = Parallel.map(ranges.count) { BinSummary.encoded(summary.bins[ranges[$0]]) }
    rows = Parallel.map(ranges.count) { AudienceRow.encoded(audience.rows[ranges[$0]]) }
  }

  /// Takes up what was put into bytes before.
  ///
  /// - Parameters:
  ///   - head: what is known of the whole.
  ///   - figures: the figures of each minute.
  ///   - rows: the rows of each minute.
  package init(head: [UInt8], figures: [[UInt8]], rows: [[UInt8]]) {
    self.head = head
    self.figures = figures
    self.rows = rows
  }

  /// How many blocks so many bins take.
  package static func count(forBins count: Int) -> Int { (max(0, count) + bins - 1) / bins }

  package static func range(of block: Int, binCount: Int) -> Range<Int> {
    min(binCount, block * bins)..<min(binCount, (block + 1) * bins)
  }

  package static func bins(of blocks: Range<Int>, binCount: Int) -> Range<Int> {
    min(binCount, blocks.lowerBound * bins)..<min(binCount, blocks.upperBound * bins)
  }

  /// The blocks that hold some bins.
  package static func blocks(of range: Range<Int>) -> Range<Int> {
    range.isEmpty ? 0..<0 : range.lowerBound / bins..<(range.upperBound - 1) / bins + 1
  }
}

extension TimelineSummary {
  /// Takes a summary back, without its looks; `nil` when the bytes are not those of a whole one.
  package init?(head: [UInt8], figures: [[UInt8]]) {
    guard let (summary, count) = Self.decoded(head: head),
      figures.count == AudienceBlocks.count(forBins: count)
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

extension FoldedAudience {
  /// Reads an audience back with all its rows; `nil` if the bytes are not those of a whole one.
  package init?(_ blocks: AudienceBlocks) {
    guard let summary = TimelineSummary(head: blocks.head, figures: blocks.figures) else {
      return nil
    }
    let decoded = Parallel.map(blocks.rows.count) { AudienceRow.decoded(blocks.rows[$0]) }
    let rows = decoded.compactMap(\.self).flatMap(\.self)
    guard rows.count == summary.bins.count, !decoded.contains(where: { $0 == nil }) else {
      return nil
    }
    self.init(summary: summary, rows: rows)
  }
}
