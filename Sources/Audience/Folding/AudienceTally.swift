import Dispatch

/// Counts corrected viewers half second by half second, and keeps a draw of their rows.
struct AudienceTally {
  private(set) var viewers = 0
  private var bins: [BinTally]

  /// Bins that one core counts at a time.
  private static let stretch = 120

  init(binCount: Int) { bins = Array(repeating: BinTally(), count: max(0, binCount)) }

  var binCount: Int { bins.count }

  /// Adds viewers: for each one a row or none a bin.
  mutating func add(_ batch: [[AudienceRow?]]) {
    let first = viewers
    viewers += batch.count
    let count = bins.count
    bins.withUnsafeMutableBufferPointer { buffer in
      // Each stretch of bins is one piece of work's own.
      nonisolated(unsafe) let bins = buffer
      DispatchQueue.concurrentPerform(iterations: (count + Self.stretch - 1) / Self.stretch) {
        let stretch = $0 * Self.stretch..<min(count, ($0 + 1) * Self.stretch)
        // A bin at a time: what is counted of it stays near.
        for bin in stretch { bins[bin].add(batch, bin, first: first) }
      }
    }
  }

  /// The audience of all that was added.
  ///
  /// - Parameters:
  ///   - head: what is known of the video and its viewers.
  ///   - figures: chance and agreement of each bin.
  ///   - locating: finds the clusters of the drawn rows.
  /// - Returns: the summary, and the rows that were drawn.
  func audience(
    _ head: TimelineSummary, figures: [ChanceOfGathering.Figures], locating: LookLocating
  ) -> FoldedAudience {
    let bins = bins
    let found = Parallel.map(bins.count) { index in
      let rows = AudienceRow.sorted(bins[index].drawn)
      var summary = bins[index].summary
      summary.chance = figures[index].chance
      summary.agreement = figures[index].agreement
      locating.locate(rows, in: &summary)
      return (summary: summary, rows: rows)
    }
    var summary = head
    summary.bins = found.map(\.summary)
    summary.toldClasses = summary.bins.reduce(into: EmotionSet()) { all, bin in
      for group in bin.faces { all.formUnion(group.told) }
    }
    return FoldedAudience(summary: summary, rows: found.map(\.rows))
  }
}

/// The viewers of one half second, counted.
private struct BinTally: Sendable {
  var watching = 0
  var withGaze = 0
  /// The first rows, `TimelineSummary.mostDrawn` at most.
  var drawn: [AudienceRow] = []
  /// All faces, once there are more rows than are drawn.
  var faces: FaceTally?

  /// Adds a bin of some viewers, the first of whom has a number.
  mutating func add(_ batch: [[AudienceRow?]], _ bin: Int, first: Int) {
    var more: [AudienceRow] = []
    if drawn.count + batch.count > TimelineSummary.mostDrawn { more.reserveCapacity(batch.count) }
    for number in batch.indices {
      guard var row = batch[number][bin] else { continue }
      row.isInSecondHalf = (first + number) % 2 == 1
      // Single looks served to tell agreement.
      row.glance = .zero
      watching += 1
      if row.hasGaze { withGaze += 1 }
      if drawn.count < TimelineSummary.mostDrawn { drawn.append(row) } else { more.append(row) }
    }
    guard !more.isEmpty else { return }
    if faces == nil { faces = FaceTally(drawn) }
    faces?.add(more)
  }

  var summary: BinSummary {
    var summary = BinSummary()
    summary.watching = watching
    summary.withGaze = withGaze
    summary.faces = faces?.found ?? FaceGroup.groups(of: drawn)
    return summary
  }
}
