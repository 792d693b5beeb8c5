extension AggregatedAudience {
  /// Merges this audience with another one that was aggregated with the same settings.
  ///
  /// All sums are added. Each audience keeps its weights and 9:16 windows. If there are too many
  /// rows, both audiences contribute rows in proportion to their viewers. If the numbers of time
  /// bins differ, the result is this audience alone.
  package func joined(with later: AggregatedAudience) -> AggregatedAudience {
    guard !later.summary.isEmpty, later.summary.bins.count == summary.bins.count else {
      return self
    }
    guard !summary.isEmpty else { return later }
    var head = summary
    head.viewers += later.summary.viewers
    var excluded: [String: Int] = [:]
    for exclusion in summary.excluded + later.summary.excluded {
      excluded[exclusion.reason, default: 0] += exclusion.viewers
    }
    head.excluded = TimelineSummary.Exclusion.sorted(excluded)
    head.reportedEmotions.formUnion(later.summary.reportedEmotions)
    let clustering = GazeClustering(aspect: summary.aspect, noise: summary.fold.gazeNoise)
    let bins = Parallel.map(rows.count) { index in
      let (a, b) = (summary.bins[index], later.summary.bins[index])
      var bin = a
      bin.add(b)
      let rows = Self.mergedRows(rows[index], of: a.watching, later.rows[index], of: b.watching)
      bin.clusters = clustering.clusters(of: rows)
      return (summary: bin, rows: rows)
    }
    head.bins = bins.map(\.summary)
    return AggregatedAudience(summary: head, rows: bins.map(\.rows))
  }

  /// The same audience with another duration in seconds; its last time bins are added or removed.
  package func withDuration(_ duration: Double) -> AggregatedAudience {
    guard duration != summary.duration else { return self }
    var copy = self
    copy.summary.duration = duration
    let missing = TimeBins.count(for: duration) - rows.count
    if missing > 0 {
      copy.summary.bins += Array(repeating: BinSummary(), count: missing)
      copy.rows += Array(repeating: [], count: missing)
    } else {
      copy.summary.bins.removeLast(-missing)
      copy.rows.removeLast(-missing)
    }
    return copy
  }

  /// Merges the rows of two audiences in a time bin.
  ///
  /// If there are too many, each audience keeps a share in proportion to its number of viewers.
  /// The rows that it keeps are evenly spaced.
  private static func mergedRows(
    _ a: [GazeRow], of countA: Int, _ b: [GazeRow], of countB: Int
  ) -> [GazeRow] {
    let most = TimelineSummary.maximumStoredRows
    guard a.count + b.count > most else { return (a + b).sorted() }
    let share = Double(countA) / Double(max(1, countA + countB))
    let countFromA = min(a.count, max(most - b.count, Int((share * Double(most)).rounded())))
    let fromA = evenlySpacedIndices(of: a.count, atMost: countFromA).map { a[$0] }
    let fromB = evenlySpacedIndices(of: b.count, atMost: most - countFromA).map { b[$0] }
    return (fromA + fromB).sorted()
  }
}

extension TimelineSummary.Exclusion {
  static func sorted(_ counts: [String: Int]) -> [TimelineSummary.Exclusion] {
    counts.map { TimelineSummary.Exclusion(viewers: $1, reason: $0) }
      .sorted { ($1.viewers, $0.reason) < ($0.viewers, $1.reason) }
  }
}
