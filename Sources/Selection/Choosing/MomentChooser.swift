package import Audience
package import EditDecisions

/// Chooses the moments of a video: windows in which people react and look at what a frame holds.
///
/// Pure and deterministic. The video is divided into stretches by the evidence of each half second
/// (`StretchSegmentation`); those that pass the limits of the settings become candidates with a
/// window around their core; everything else is refused with its figures.
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

  /// The cores that pass every limit, and why the others do not, in order of time.
  func candidates(in summary: TimelineSummary) -> (fit: [Candidate], rejected: [Rejection]) {
    var fit: [Candidate] = []
    var rejected: [Rejection] = []
    let curves = CurveEvidence(of: summary, settings)
    for core in cores(in: summary, curves) {
      let window = WindowFigures(core, of: summary, settings)
      var candidate = candidate(for: core, window, duration: summary.duration)
      curves.note(core, in: &candidate)
      if settings.evidence != .curve, let reason = refusal(of: window) {
        var rejection = Rejection(of: candidate, reason)
        // What too few stand behind has its place among the others, and no figure.
        if !isTold(candidate.why) { rejection.score = nil }
        rejected.append(rejection)
      } else {
        fit.append(candidate)
      }
    }
    return (fit, rejected)
  }

  /// Of each half second, whether a frame holds what is looked at in it and the two beside it;
  /// true where nobody's looks are known.
  func seen(in summary: TimelineSummary) -> [Bool] {
    summary.bins.indices.map { index in
      let near = WindowFigures(max(0, index - 1)..<index + 2, of: summary, settings)
      return near.held ?? 1 >= settings.leastHeld
    }
  }

  /// Candidates by their score, the best first.
  static func best(_ candidates: [Candidate]) -> [Candidate] {
    candidates.sorted { ($1.score, $0.coreStart) < ($0.score, $1.coreStart) }
  }

  /// Bins that a core has at least, of a video of so many.
  private func leastBins(_ count: Int) -> Int {
    max(1, min(count, Int((settings.leastCore / HalfSeconds.length).rounded(.up))))
  }

  /// Bins that a core has at most.
  private var mostBins: Int { Int(settings.maximumLength / HalfSeconds.length) }

  /// The stretch that stands out around a time of which strong parts alone become moments.
  ///
  /// - Parameters:
  ///   - time: seconds of play time.
  ///   - summary: the audience.
  /// - Returns: its seconds; `nil` where nothing stands out.
  package func stretch(around time: Double, in summary: TimelineSummary) -> Range<Double>? {
    stretches(by: evidence(of: summary), CurveEvidence(of: summary, settings)).lazy.map { bins in
      Double(bins.lowerBound) * HalfSeconds.length..<Double(bins.upperBound) * HalfSeconds.length
    }.first { $0.contains(time) }
  }

  /// The half seconds that stand out, as stretches.
  private func stretches(by evidence: [Double], _ curves: CurveEvidence) -> [Range<Int>] {
    let cost = settings.stretchCost
    var stretches: [Range<Int>] = []
    for stretch in StretchSegmentation(
      evidence, cost: cost, least: leastBins(evidence.count), most: mostBins,
      whole: { cost * curves.evidence($0) }
    ).stretches() {
      // What only the greatest length divides is one: nobody stopped laughing.
      let isOn = stretches.last?.upperBound == stretch.lowerBound
      let start = isOn ? stretches.removeLast().lowerBound : stretch.lowerBound
      stretches.append(start..<stretch.upperBound)
    }
    return stretches
  }

  /// The half seconds of the cores: the stretches, of long ones their strong parts.
  ///
  /// A stretch that is no longer than the shortest clip is shown whole all the same.
  private func cores(in summary: TimelineSummary, _ curves: CurveEvidence) -> [Range<Int>] {
    let evidence = evidence(of: summary)
    return stretches(by: evidence, curves).flatMap { stretch -> [Range<Int>] in
      guard Double(stretch.count) * HalfSeconds.length > settings.minimumLength else {
        return [stretch]
      }
      let parts = StretchParts(
        evidence, in: stretch, above: settings.coreShare, least: leastBins(evidence.count)
      ).parts(upTo: mostBins)
      // Where a curve alone stands out no half second has evidence of its own.
      return parts.isEmpty ? [stretch.prefix(mostBins)] : parts
    }
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
    CurveEvidence(of: summary, settings).note(bins, in: &candidate)
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
