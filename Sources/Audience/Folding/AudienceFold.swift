/// Folds a video's viewers into its audience, one batch after another.
///
/// The first viewers, `TimelineSummary.mostDrawn` at most, are the crowd by which the audience is
/// learned; their rows are held until it is whole. Every other viewer is told by it and tallied,
/// and only a draw of the rows stays. Viewers must therefore come in an order that says nothing of
/// what they did (by a digest of their content); how many come at a time changes nothing.
///
///     var fold = AudienceFold(duration: 60, aspect: 16.0 / 9)
///     for batch in batches { fold.add(batch) }
///     let folded = fold.finish()
package struct AudienceFold {
  let duration: Double
  let aspect: Double
  let settings: FoldSettings
  /// Whether audiences are resampled, too; said before viewers are added.
  package var isResampled = false
  /// The resampled audiences, once `finish` was called.
  package private(set) var resamples: AudienceResamples?
  /// Stretches of half seconds of which looks are told by reaction; said before viewers are added.
  package var stretches: [Range<Int>] = []
  /// For each of the stretches the looks of the crowd, once `finish` was called.
  package private(set) var looksByReaction: [LooksByReaction] = []
  private var waiting: [[AudienceRow?]] = []
  private var crowd: ReferenceCrowd?
  private var tally: AudienceTally
  private var unfit: [String: Int] = [:]
  private let binCount: Int

  /// Begins an empty audience.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean and to learn.
  package init(duration: Double, aspect: Double, settings: FoldSettings = FoldSettings()) {
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.aspect = aspect.isFinite && aspect > 0 ? aspect : 16.0 / 9
    self.settings = settings
    binCount = HalfSeconds.count(for: self.duration)
    tally = AudienceTally(binCount: binCount, settings.model)
  }

  /// Folds single viewers of this video.
  package var folding: ViewerFolding {
    ViewerFolding(duration: duration, settings: settings)
  }

  /// Adds some viewers that are folded already.
  package mutating func add(_ viewers: [FoldedViewer]) {
    var found: [[AudienceRow?]] = []
    for viewer in viewers {
      switch viewer {
      case .rows(let rows): found.append(rows)
      case .unfit(let reason): unfit[reason, default: 0] += 1
      }
    }
    if crowd == nil {
      let missing = TimelineSummary.mostDrawn - waiting.count
      waiting += found.prefix(missing)
      found.removeFirst(min(missing, found.count))
      guard !found.isEmpty else { return }
      gather()
    }
    guard let crowd else { return }
    let others = found
    tally.add(Parallel.map(others.count) { crowd.told(others[$0]) })
  }

  /// Whether the crowd has as many viewers as it may have: more of them change no figure of it.
  package var isCrowdWhole: Bool { crowd != nil }

  /// Begins to count anew, told by the crowd of those added so far: of many viewers some can be
  /// counted apart, with what all of them tell.
  package mutating func countAnew() {
    if crowd == nil { gather() }
    tally = AudienceTally(binCount: binCount, settings.model)
    unfit = [:]
  }

  /// The crowd is whole: it is learned and tallied.
  private mutating func gather() {
    let (learned, members) = ReferenceCrowd.learned(
      waiting, settings: settings.model, aspect: aspect, binCount: binCount)
    if isResampled {
      resamples = AudienceResamples(
        members, settings: settings.model, aspect: aspect, binCount: binCount)
    }
    looksByReaction = stretches.map { LooksByReaction(members, in: $0) }
    waiting = []
    crowd = learned
    tally.add(members)
  }

  /// The probability that each of a crowd reacts, half second by half second; a bench asks.
  package func reacting(_ crowd: [FoldedViewer]) -> [[Double]] {
    let rows = crowd.map { viewer -> [AudienceRow?] in
      guard case .rows(let rows) = viewer else { return Array(repeating: nil, count: binCount) }
      return rows
    }
    return CrowdLearning(rows, settings.model, aspect: aspect, binCount: binCount)
      .members().map { $0.reacting.map(Double.init) }
  }

  /// The audience of all viewers added.
  package mutating func finish() -> FoldedAudience {
    if crowd == nil { gather() }
    var head = TimelineSummary(duration: duration, aspect: aspect, fold: settings)
    head.viewers = tally.viewers
    head.excluded = TimelineSummary.Exclusion.sorted(unfit)
    head.gain = crowd?.gain ?? 0
    head.certainty = crowd?.certainty ?? 1
    let folded = tally.audience(
      head, locating: LookLocating(aspect: aspect, noise: settings.gazeNoise))
    resamples?.whole = folded.summary
    return folded
  }
}

/// An audience as it was folded: its summary, and the rows that framing reads.
package struct FoldedAudience: Hashable, Sendable {
  /// What choosing and explaining read; without looks, which the rows hold.
  package var summary: TimelineSummary
  /// For each bin its rows, at most `TimelineSummary.mostDrawn`, sorted by what they hold.
  package var rows: [[AudienceRow]]

  /// Puts figures and rows together.
  ///
  /// - Parameters:
  ///   - summary: without looks.
  ///   - rows: for each of its bins.
  package init(summary: TimelineSummary, rows: [[AudienceRow]]) {
    self.summary = summary
    self.rows = rows
  }
}
