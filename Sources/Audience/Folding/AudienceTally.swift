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
        // A viewer at a time: the rows lie side by side, and so few bins stay near.
        for (number, rows) in batch.enumerated() {
          rows.withUnsafeBufferPointer { rows in
            for bin in stretch {
              guard let row = rows[bin] else { continue }
              bins[bin].add(row, isInSecondHalf: (first + number) % 2 == 1)
            }
          }
        }
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

  /// Adds the row of a viewer.
  @inline(__always)
  mutating func add(_ row: AudienceRow, isInSecondHalf: Bool) {
    watching += 1
    if row.hasGaze { withGaze += 1 }
    // Asked of a number that is at hand: the draw lies elsewhere.
    guard watching > TimelineSummary.mostDrawn else {
      drawn.append(row)
      drawn[drawn.count - 1].isInSecondHalf = isInSecondHalf
      // Single looks served to tell agreement.
      drawn[drawn.count - 1].glance = .zero
      return
    }
    if faces == nil { faces = FaceTally(drawn) }
    faces?.add(row)
  }

  var summary: BinSummary {
    var summary = BinSummary()
    summary.watching = watching
    summary.withGaze = withGaze
    summary.faces = faces?.found ?? FaceGroup.groups(of: drawn)
    return summary
  }
}
