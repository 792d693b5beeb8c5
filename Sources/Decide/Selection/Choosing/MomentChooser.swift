package import Audience
package import EditDecisions

/// Chooses the moments of a video: segments in which viewers keep reacting and look at what one
/// vertical window holds.
///
/// Pure and deterministic. The manual's page *Specification* has each step and number.
package struct MomentChooser: Sendable {
  /// Seconds before the onset that hold the cause.
  static let leadIn = 1.5
  /// Seconds in which a reaction decays.
  static let tail = 1.0

  /// What counts as a moment.
  package internal(set) var settings: SelectionSettings

  /// Makes a chooser.
  ///
  /// - Parameter settings: what counts as a moment.
  package init(settings: SelectionSettings = SelectionSettings()) {
    self.settings = settings
  }

  /// Chooses.
  ///
  /// - Parameter summary: the audience.
  /// - Returns: the moments best first, the nearest refusals, and the reason when there is none.
  package func choose(from summary: TimelineSummary) -> Choice {
    if let reason = hindrance(summary) {
      return Choice(candidates: [], rejected: [], reason: reason)
    }
    let (fit, refused) = candidates(in: summary)
    var rejected = refused
    var placing = WindowPlacing(
      settings: settings, duration: summary.duration, isSeen: seen(in: summary), others: fit)
    let (placed, crowdedOut) = placing.place(rejected: &rejected)
    rejected.sort { ($1.score ?? 0, $0.start) < ($0.score ?? 0, $1.start) }
    return Choice(
      candidates: placed, crowdedOut: crowdedOut, rejected: rejected,
      reason: placed.isEmpty ? dullness(rejected) : nil)
  }

  /// The segments that meet every threshold, and why the others do not, in order of time.
  func candidates(in summary: TimelineSummary) -> (fit: [Candidate], rejected: [Rejection]) {
    var fit: [Candidate] = []
    var rejected: [Rejection] = []
    let curves = CurveEvidence(of: summary, settings)
    let evidence = evidence(of: summary)
    for core in cores(by: evidence, curves) {
      let window = WindowFigures(core, of: summary, settings)
      var candidate = candidate(for: core, window, duration: summary.duration)
      candidate.evidence = total(evidence, core, curves)
      curves.note(core, in: &candidate)
      if settings.evidence != .curve, let reason = refusal(of: window) {
        // The seconds of a segment to which one viewer alone may have led are that viewer's.
        guard window.isShared else { continue }
        var rejection = Rejection(of: candidate, reason)
        if !isTold(candidate.why) { rejection.score = nil }
        rejected.append(rejection)
      } else {
        fit.append(candidate)
      }
    }
    return (fit, rejected)
  }

  private func total(_ evidence: [Double], _ core: Range<Int>, _ curves: CurveEvidence) -> Double {
    evidence[core].reduce(0, +) + SelectionSettings.segmentCost * curves.evidence(core)
  }

  /// Of each half second, whether a frame holds what is looked at in it and the two beside it;
  /// true where nobody's looks are known.
  func seen(in summary: TimelineSummary) -> [Bool] {
    summary.bins.indices.map { index in
      let near = WindowFigures(max(0, index - 1)..<index + 2, of: summary, settings)
      return near.held ?? 1 >= settings.leastHeld
    }
  }

  /// Candidates by their evidence, the best first.
  static func best(_ candidates: [Candidate]) -> [Candidate] {
    candidates.sorted { ($1.evidence, $0.coreStart) < ($0.evidence, $1.coreStart) }
  }

  private func bins(_ seconds: Double) -> Int { Int((seconds / HalfSeconds.length).rounded()) }

  /// The segments that stand out, before they are trimmed.
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

  /// The cores: the segments, the long ones trimmed to their strongest part.
  private func cores(by evidence: [Double], _ curves: CurveEvidence) -> [Range<Int>] {
    let (search, found) = segments(by: evidence, curves)
    return found.compactMap { segment in
      let isTrimmed =
        segment.count > bins(SelectionSettings.trimmedAbove) && settings.evidence != .curve
      let core =
        isTrimmed ? search.core(of: segment, above: SelectionSettings.coreShare) : segment
      return total(evidence, core, curves) > SelectionSettings.segmentCost ? core : nil
    }
  }

  /// The segment around a time before it is trimmed.
  ///
  /// - Parameters:
  ///   - time: seconds of play time.
  ///   - summary: the audience.
  /// - Returns: its seconds; `nil` if nothing stands out.
  package func segment(around time: Double, in summary: TimelineSummary) -> Range<Double>? {
    segments(by: evidence(of: summary), CurveEvidence(of: summary, settings)).found.lazy.map {
      Double($0.lowerBound) * HalfSeconds.length..<Double($0.upperBound) * HalfSeconds.length
    }.first { $0.contains(time) }
  }

  /// The figures of a person's own window; its length and evidence are not judged.
  ///
  /// - Parameters:
  ///   - start: first second.
  ///   - end: end in seconds.
  ///   - summary: the audience.
  /// - Returns: the candidate, its core the window itself.
  package func candidate(
    from start: Double, to end: Double, in summary: TimelineSummary
  ) -> Candidate {
    let bins = HalfSeconds.covering(start..<max(start, end), count: summary.bins.count)
    let window = WindowFigures(bins, of: summary, settings)
    var why = window.why
    why.chosenBy = "person"
    // A person's seconds may begin and end within a half second, which is counted whole.
    why.sustainedSeconds = why.sustainedSeconds.map { min($0, max(0, end - start)) }
    var candidate = Candidate(
      coreStart: milliseconds(start), coreEnd: milliseconds(end), start: milliseconds(start),
      end: milliseconds(end), score: window.score, why: why)
    let curves = CurveEvidence(of: summary, settings)
    candidate.evidence = total(evidence(of: summary), bins, curves)
    curves.note(bins, in: &candidate)
    return candidate
  }

  /// Whether a moment may be told: enough viewers stand behind it, or it rests on a curve alone.
  package func isTold(_ why: Why) -> Bool {
    disclosure.isTold(why.viewers) || settings.evidence == .curve && why.curve != nil
  }

  private func candidate(
    for core: Range<Int>, _ window: WindowFigures, duration: Double
  ) -> Candidate {
    let bin = HalfSeconds.length
    let start = Double(core.lowerBound) * bin
    let end = min(duration, Double(core.upperBound) * bin)
    return Candidate(
      coreStart: milliseconds(start), coreEnd: milliseconds(end), start: milliseconds(start),
      end: milliseconds(end), score: window.score, why: window.why)
  }
}
