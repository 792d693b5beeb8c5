import Dispatch

/// A viewer as an audience counts one: the rows, and what was learned of each half second.
struct TalliedViewer: Sendable {
  var rows: [AudienceRow?]
  var face: FaceSeries
  /// Probability that the viewer reacts.
  var reacting: [Float]
  var marks: [LookMark]
  /// What the face says of the audience's state, by the level shown.
  var says: [Float]
  var count = 1
}

/// Counts viewers half second by half second, and keeps a draw of their looks.
struct AudienceTally {
  private(set) var viewers = 0
  private(set) var toldClasses = EmotionSet()
  private var bins: [BinTally]
  private let weights: SIMD8<Float>
  private let mostDrawn: Int

  /// Bins that one core counts at a time.
  private static let stretch = 120

  /// - Parameters:
  ///   - binCount: half seconds of the video.
  ///   - settings: how much each class counts.
  ///   - mostDrawn: rows of a half second that are kept; resamples keep none.
  init(
    binCount: Int, _ settings: ModelSettings, mostDrawn: Int = TimelineSummary.mostDrawn
  ) {
    self.mostDrawn = mostDrawn
    bins = Array(repeating: BinTally(), count: max(0, binCount))
    var weights = settings.emotions.lanes
    weights[7] = 0
    self.weights = weights
  }

  mutating func add(_ batch: [TalliedViewer]) {
    let first = viewers
    viewers += batch.reduce(0) { $0 + $1.count }
    for viewer in batch where toldClasses != .all {
      for row in viewer.rows { toldClasses.formUnion(row?.told ?? []) }
    }
    let count = bins.count
    let (weights, mostDrawn) = (weights, mostDrawn)
    bins.withUnsafeMutableBufferPointer { buffer in
      // Each stretch of bins is one piece of work's own.
      nonisolated(unsafe) let bins = buffer
      DispatchQueue.concurrentPerform(iterations: (count + Self.stretch - 1) / Self.stretch) {
        let stretch = $0 * Self.stretch..<min(count, ($0 + 1) * Self.stretch)
        // A viewer at a time: the rows lie side by side, and so few bins stay near.
        for (number, viewer) in batch.enumerated() {
          for bin in stretch {
            bins[bin].add(viewer, bin, weights)
            bins[bin].draw(
              viewer.rows[bin], atMost: mostDrawn, isInSecondHalf: (first + number) % 2 == 1)
          }
        }
      }
    }
  }

  /// The audience of all that was added.
  ///
  /// - Parameters:
  ///   - head: what is known of the video and its viewers.
  ///   - locating: finds the clusters of the drawn rows.
  /// - Returns: the summary, and the rows that were drawn.
  func audience(_ head: TimelineSummary, locating: LookLocating) -> FoldedAudience {
    let bins = bins
    let found = Parallel.map(bins.count) { index in
      let rows = AudienceRow.sorted(bins[index].drawn)
      var summary = bins[index].sums
      locating.locate(rows, in: &summary)
      return (summary: summary, rows: rows)
    }
    var summary = head
    summary.bins = found.map(\.summary)
    summary.toldClasses = toldClasses
    return FoldedAudience(summary: summary, rows: found.map(\.rows))
  }

  /// The sums alone.
  var summaries: [BinSummary] { bins.map(\.sums) }
}

/// The viewers of one half second, counted.
private struct BinTally: Sendable {
  var sums = BinSummary()
  /// The first rows, as many as are asked for at most; without faces.
  var drawn: [AudienceRow] = []

  @inline(__always)
  mutating func add(_ viewer: TalliedViewer, _ bin: Int, _ weights: SIMD8<Float>) {
    guard let row = viewer.rows[bin] else { return }
    let (count, times) = (viewer.count, Double(viewer.count))
    sums.watching += count
    let mark = viewer.marks[bin]
    let isHeld = mark == .held
    if mark != .none {
      sums.withGaze += count
      if isHeld { sums.held += times }
    }
    let level = viewer.face.levels[bin]
    if level != FaceSeries.unknown {
      sums.withFace += count
      sums.evidence += times * Double(viewer.says[Int(level)])
      let reacting = viewer.reacting[bin]
      sums.reacting += times * Double(reacting)
      if let shown = row.shown(weights) {
        sums.reactingBy.lanes[shown] += Float(count) * reacting
      }
      if mark != .none {
        sums.withBoth += count
        if isHeld { sums.reactingHeld += times * Double(reacting) }
      }
    }
  }

  @inline(__always)
  mutating func draw(_ row: AudienceRow?, atMost most: Int, isInSecondHalf: Bool) {
    guard let row, drawn.count < most else { return }
    drawn.append(row.withoutFace(isInSecondHalf: isInSecondHalf))
  }
}

extension AudienceRow {
  /// The class that counts and is shown most; `nil` where none is.
  @inline(__always)
  fileprivate func shown(_ weights: SIMD8<Float>) -> Int? {
    let scores = SIMD8<Float>(levels) * weights
    var (best, most) = (7, Float(0))
    for lane in 0..<7 where scores[lane] > most { (best, most) = (lane, scores[lane]) }
    return best < 7 ? best : nil
  }

  /// Where they look alone: what faces served to tell is told.
  @inline(__always)
  fileprivate func withoutFace(isInSecondHalf: Bool) -> AudienceRow {
    var row = self
    row.levels = .zero
    row.isInSecondHalf = isInSecondHalf
    return row
  }
}
