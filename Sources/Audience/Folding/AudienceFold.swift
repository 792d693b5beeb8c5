import Dispatch

/// Folds a video's viewers into its audience, one batch after another.
///
/// The first viewers, `TimelineSummary.mostDrawn` at most, are the crowd by which offsets,
/// agreement and chance are told; their rows are held until it is whole. Every other viewer is
/// corrected against it and tallied, and only a draw of the rows stays. Viewers must therefore
/// come in an order that says nothing of what they did (by a digest of their content); how many
/// come at a time changes nothing.
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
  private var waiting: [[AudienceRow?]] = []
  private var crowd: ReferenceCrowd?
  private var tally: AudienceTally
  private var unfit: [String: Int] = [:]
  /// When those were there who are counted anew; `nil` while the crowd itself is counted.
  private var presences: [ViewerPresence]?

  /// Begins an empty audience.
  ///
  /// - Parameters:
  ///   - duration: length of the video in seconds.
  ///   - aspect: width of the picture divided by its height.
  ///   - settings: how to clean.
  package init(duration: Double, aspect: Double, settings: FoldSettings = FoldSettings()) {
    self.duration = duration.isFinite ? max(0, duration) : 0
    self.aspect = aspect.isFinite && aspect > 0 ? aspect : 16.0 / 9
    self.settings = settings
    tally = AudienceTally(binCount: HalfSeconds.count(for: self.duration))
  }

  /// Folds single viewers of this video.
  package var folding: ViewerFolding {
    ViewerFolding(duration: duration, aspect: aspect, settings: settings)
  }

  /// Folds the sessions of some viewers, on all cores, and adds them.
  ///
  /// - Parameter viewers: for each viewer all sessions, oldest first.
  package mutating func add(sessions viewers: [[SampleColumns]]) {
    let folding = folding
    add(Parallel.map(viewers.count) { folding.fold(viewers[$0]) })
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
    }
    let crowd = crowd ?? gather()
    guard !found.isEmpty else { return }
    let missing = TimelineSummary.mostDrawn - (presences?.count ?? 0)
    presences? += found.prefix(max(0, missing)).map(ViewerPresence.init(rows:))
    let rows = found
    tally.add(Parallel.map(rows.count) { crowd.corrected(rows[$0]) })
  }

  /// Whether the crowd has as many viewers as it may have: more of them change no figure of it.
  package var isCrowdWhole: Bool { crowd != nil }

  /// Begins to count anew, against the crowd of those added so far: of many viewers some can be
  /// counted apart, with what all of them tell.
  package mutating func countAnew() {
    if crowd == nil { crowd = gather().withoutRows() }
    tally = AudienceTally(binCount: tally.binCount)
    unfit = [:]
    presences = []
  }

  /// The crowd is whole: it is corrected against itself and tallied.
  private mutating func gather() -> ReferenceCrowd {
    let gathered = ReferenceCrowd(
      waiting, settings: settings, aspect: aspect, binCount: tally.binCount,
      isResampled: isResampled)
    waiting = []
    tally.add(gathered.rows)
    crowd = gathered.withoutRows()
    return gathered
  }

  /// The audience of all viewers added.
  package mutating func finish() -> FoldedAudience {
    let crowd = crowd ?? gather()
    var head = TimelineSummary(duration: duration, aspect: aspect, fold: settings)
    head.viewers = tally.viewers
    head.excluded = AudienceTimeline.Exclusion.sorted(unfit)
    head.presences = presences?.sorted() ?? crowd.presences
    let folded = tally.audience(
      head, figures: crowd.figures,
      locating: LookLocating(aspect: aspect, noise: settings.gazeNoise))
    resamples = crowd.resampled.map { AudienceResamples($0, of: folded.summary) }
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

  /// The rows with their figures in one value.
  package var timeline: AudienceTimeline {
    var timeline = summary.timeline
    for index in rows.indices { timeline.bins[index].rows = rows[index] }
    return timeline
  }
}

extension TimelineSummary {
  /// A timeline of the summary's figures, in which no bin has rows.
  package var timeline: AudienceTimeline {
    var timeline = AudienceTimeline(
      duration: duration, aspect: aspect, gazeNoise: fold.gazeNoise,
      bins: bins.map { AudienceBin(rows: [], chance: $0.chance, agreement: $0.agreement) },
      viewers: viewers, excluded: excluded)
    timeline.presences = presences
    timeline.eyeLag = fold.eyeLag
    timeline.faceLag = fold.faceLag
    return timeline
  }
}

/// The viewers by whom the others are told: where they gathered, what they showed, and what
/// chance would give.
struct ReferenceCrowd: Sendable {
  /// The crowd's own rows, corrected and weighed, in an order of their own.
  private(set) var rows: [[AudienceRow?]]
  /// When they were there, sorted by what they hold.
  let presences: [ViewerPresence]
  /// What is known of each bin.
  let figures: [ChanceOfGathering.Figures]
  /// The crowd as resampling counts it, where that is asked for.
  let resampled: ResampledCrowd?
  private let offset: CalibrationOffset
  private let agreement: AgreementWeight

  init(
    _ viewers: [[AudienceRow?]], settings: FoldSettings, aspect: Double, binCount: Int,
    isResampled: Bool = false
  ) {
    presences = viewers.map(ViewerPresence.init(rows:)).sorted()
    var rows = ViewerOrder.sorted(viewers)
    // Who comes how often depends on nobody else: on rows that no crowd has corrected.
    let draws = isResampled ? ResampleDraws(rows) : nil
    offset = CalibrationOffset(rows, settings: settings, aspect: aspect, binCount: binCount)
    offset.correct(&rows)
    agreement = AgreementWeight(rows, settings: settings)
    agreement.apply(to: &rows)
    let found =
      ChanceOfGathering(settings: settings, aspect: aspect, viewers: rows, binCount: binCount)
      .figures(resampledBy: draws)
    figures = found.all
    let corrected = rows
    resampled = draws.map { ResampledCrowd(corrected, $0, agreements: found.resampled) }
    self.rows = rows
  }

  /// A viewer outside the crowd, corrected and weighed against it.
  func corrected(_ viewer: [AudienceRow?]) -> [AudienceRow?] {
    var rows = offset.corrected(viewer)
    agreement.apply(toOutsider: &rows)
    return rows
  }

  /// The crowd once its rows are tallied.
  func withoutRows() -> ReferenceCrowd {
    var copy = self
    copy.rows = []
    return copy
  }
}
