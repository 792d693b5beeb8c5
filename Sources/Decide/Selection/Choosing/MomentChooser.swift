package import Audience
package import EditDecisions
import Glibc

/// Selects the moments of a video, as the manual's page *Specification* defines.
///
/// A moment is a segment in which viewers keep reacting while one vertical crop covers most of
/// their gaze. The result depends only on the input.
package struct MomentChooser: Sendable {
  /// Length of the pre-roll in seconds: a clip shows this much before the core, for the cause.
  static let leadIn = 1.5
  /// Length of the post-roll in seconds: the reaction fades in this time.
  static let tail = 1.0

  package internal(set) var settings: SelectionSettings

  package init(settings: SelectionSettings = SelectionSettings()) { self.settings = settings }

  package var disclosure: MinimumGroupRule { MinimumGroupRule(settings) }
  package var reasons: RejectionReasons { RejectionReasons(settings) }

  /// Selects the moments of a video; if there are none, the result contains a reason.
  package func choose(from summary: TimelineSummary) -> Choice {
    if let reason = reasons.impossibilityReason(summary) {
      return Choice(candidates: [], rejected: [], reason: reason)
    }
    let (fit, refused) = candidates(in: summary)
    var rejected = refused
    var placing = ClipPlacement(
      settings: settings, duration: summary.duration, isSeen: hasCoverage(in: summary), others: fit)
    let (placed, crowdedOut) = placing.place(rejected: &rejected)
    rejected.sort { ($1.score ?? 0, $0.start) < ($0.score ?? 0, $1.start) }
    return Choice(
      candidates: placed, crowdedOut: crowdedOut, rejected: rejected,
      reason: placed.isEmpty ? reasons.noMomentReason(rejected) : nil)
  }

  /// The segments that meet every threshold, and the rejections of the others, in order of time.
  func candidates(in summary: TimelineSummary) -> (fit: [Candidate], rejected: [RejectedSegment]) {
    var fit: [Candidate] = []
    var rejected: [RejectedSegment] = []
    let curves = CurveEvidence(of: summary, settings)
    let evidence = evidence(of: summary)
    for core in cores(by: evidence, curves) {
      let window = SegmentFigures(core, of: summary, settings)
      let start = Double(core.lowerBound) * TimeBins.length
      let end = min(summary.duration, Double(core.upperBound) * TimeBins.length)
      var candidate = candidate(from: start, to: end, window, window.why)
      candidate.evidence = total(evidence, core, curves)
      curves.note(core, in: &candidate)
      let wide = summary.wideSegment(of: core)
      if settings.evidence != .curve,
        let reason = reasons.refusal(of: window, isShownWide: wide != nil)
      {
        // If one viewer alone may have caused the segment, its time would reveal that viewer.
        guard window.isShared else { continue }
        var rejection = RejectedSegment(of: candidate, reason)
        if !mayPublish(candidate.why) { rejection.score = nil }
        rejected.append(rejection)
      } else {
        candidate.why.savedBy = wide.flatMap { reasons.widerLayoutReason(by: $0, window) }
        fit.append(candidate)
      }
    }
    return (fit, rejected)
  }

  /// The segments that miss only the threshold for gaze coverage, as ranges of time bins.
  ///
  /// A wider layout may make them moments (`WideSegment`).
  package func scatteredCores(in summary: TimelineSummary) -> [Range<Int>] {
    guard reasons.impossibilityReason(summary) == nil else { return [] }
    let cores = cores(by: evidence(of: summary), CurveEvidence(of: summary, settings))
    return cores.filter { core in
      let window = SegmentFigures(core, of: summary, settings)
      return reasons.refusal(of: window) != nil
        && reasons.refusal(of: window, isShownWide: true) == nil
    }
  }

  private func total(_ evidence: [Double], _ core: Range<Int>, _ curves: CurveEvidence) -> Double {
    evidence[core].reduce(0, +) + SelectionSettings.segmentCost * curves.evidence(core)
  }

  /// Whether each time bin has enough gaze coverage, averaged with its neighbours.
  ///
  /// An element is `true` if no gaze is known.
  func hasCoverage(in summary: TimelineSummary) -> [Bool] {
    summary.bins.indices.map { index in
      let near = SegmentFigures(max(0, index - 1)..<index + 2, of: summary, settings)
      return near.held ?? 1 >= settings.leastHeld
    }
  }

  /// The evidence of each time bin that viewers react: a log-likelihood ratio in nats.
  ///
  /// With gaze alone it is the evidence of a higher gaze coverage than usual, with a curve alone 0.
  func evidence(of summary: TimelineSummary) -> [Double] {
    if settings.evidence == .curve { return Array(repeating: 0, count: summary.bins.count) }
    let bins = summary.bins.map(disclosure.told)
    guard settings.evidence == .gaze else { return bins.map(\.evidence) }
    // Gaze may be concentrated for most of a video, so the lower quartile is the usual coverage.
    let usual = quantile(bins.compactMap(\.heldShare), 0.25)
    // If gaze is concentrated, assume that half of the usually uncovered gaze is covered.
    let drawn = (1 + usual) / 2
    guard usual > 0, drawn < 1 else { return Array(repeating: 0, count: bins.count) }
    let (held, lost) = (log(drawn / usual), log((1 - drawn) / (1 - usual)))
    return bins.map { $0.held * held + (Double($0.withGaze) - $0.held) * lost }
  }

  /// The reaction rate per time bin, for fitting edges only; it is not published.
  ///
  /// With a curve alone it is 1, because a curve cannot show that nobody reacts in a shot. With
  /// gaze alone it is −1, below every threshold.
  package func reactingShares(of summary: TimelineSummary) -> [Double] {
    switch settings.evidence {
    case .both, .emotion: summary.bins.map { disclosure.told($0).reactingShare ?? 0 }
    case .gaze: summary.bins.map { _ in -1 }
    case .curve: summary.bins.map { _ in 1 }
    }
  }

  package static func best(_ candidates: [Candidate]) -> [Candidate] {
    candidates.sorted { ($1.evidence, $0.coreStart) < ($0.evidence, $1.coreStart) }
  }

  private func bins(_ seconds: Double) -> Int { Int((seconds / TimeBins.length).rounded()) }

  /// The segments whose evidence exceeds the cost per segment, before they are trimmed.
  private func segments(
    by evidence: [Double], _ curves: CurveEvidence
  ) -> (search: SegmentSearch, found: [Range<Int>]) {
    let lengths = SelectionSettings.segmentLengths
    let longest = min(lengths.upperBound, max(settings.maximumLength, lengths.lowerBound))
    let search = SegmentSearch(
      evidence, cost: SelectionSettings.segmentCost,
      lengths: bins(lengths.lowerBound)...bins(longest))
    let found = search.segments { SelectionSettings.segmentCost * curves.evidence($0) }
    return (search, found)
  }

  /// The cores, as ranges of time bins: the segments, with long ones trimmed.
  private func cores(by evidence: [Double], _ curves: CurveEvidence) -> [Range<Int>] {
    let (search, found) = segments(by: evidence, curves)
    return found.compactMap { segment in
      let isTrimmed =
        segment.count > bins(SelectionSettings.trimmedAbove) && settings.evidence != .curve
      let core = isTrimmed ? search.core(of: segment, above: SelectionSettings.coreShare) : segment
      return total(evidence, core, curves) > SelectionSettings.segmentCost ? core : nil
    }
  }

  /// The range in seconds of the untrimmed segment that contains a play time.
  package func segment(around time: Double, in summary: TimelineSummary) -> Range<Double>? {
    segments(by: evidence(of: summary), CurveEvidence(of: summary, settings)).found.lazy.map {
      Double($0.lowerBound) * TimeBins.length..<Double($0.upperBound) * TimeBins.length
    }.first { $0.contains(time) }
  }

  /// A candidate whose core is a range in seconds that the user gave; thresholds are not applied.
  package func candidate(
    from start: Double, to end: Double, in summary: TimelineSummary
  ) -> Candidate {
    let bins = TimeBins.covering(start..<max(start, end), count: summary.bins.count)
    let window = SegmentFigures(bins, of: summary, settings)
    var why = window.why
    why.chosenBy = "person"
    // The range may start or end inside a time bin, but bins are counted as a whole.
    why.sustainedSeconds = why.sustainedSeconds.map { min($0, max(0, end - start)) }
    var candidate = candidate(from: start, to: end, window, why)
    let curves = CurveEvidence(of: summary, settings)
    candidate.evidence = total(evidence(of: summary), bins, curves)
    curves.note(bins, in: &candidate)
    return candidate
  }

  /// Whether a moment may be published: it has enough viewers, or a curve alone selected it.
  package func mayPublish(_ why: MomentReasons) -> Bool {
    disclosure.mayPublish(why.viewers) || settings.evidence == .curve && why.curve != nil
  }

  private func candidate(
    from start: Double, to end: Double, _ window: SegmentFigures, _ why: MomentReasons
  ) -> Candidate {
    let (start, end) = (milliseconds(start), milliseconds(end))
    return Candidate(
      coreStart: start, coreEnd: end, start: start, end: end, score: window.score, why: why)
  }
}
