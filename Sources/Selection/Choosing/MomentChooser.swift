public import Audience
internal import EditDecisions

/// Chooses the moments of a video: windows in which people react and look at one thing.
///
/// Pure and deterministic. The evidence of both sides is divided into stretches by exact dynamic
/// programming (`StretchSegmentation`); those that both sides explain, and that pass the limits of
/// the settings, become candidates with a window around their core; everything else is refused
/// with its figures.
public struct MomentChooser: Sendable {
  /// Seconds before the onset that hold the cause.
  static let leadIn = 1.5
  /// Seconds in which a reaction decays.
  static let tail = 1.0

  /// What counts as a moment.
  public let settings: SelectionSettings

  /// Makes a chooser.
  public init(settings: SelectionSettings = SelectionSettings()) { self.settings = settings }

  /// The raw figures of every bin, as `choose` uses them; `series` has what may be told.
  @_spi(Undisclosed)
  public func figures(of timeline: AudienceTimeline) -> [BinFigures] {
    figures(of: timeline, in: 0..<timeline.bins.count, locating: true)
  }

  private func figures(
    of timeline: AudienceTimeline, in bins: Range<Int>, locating: Bool
  ) -> [BinFigures] {
    bins.map {
      BinFigures(
        timeline.bins[$0], index: $0, of: timeline, settings: settings,
        locating: locating)
    }
  }

  /// Chooses.
  ///
  /// - Parameter timeline: the audience.
  /// - Returns: the moments best first, the nearest refusals, and the reason when there is none.
  public func choose(from timeline: AudienceTimeline) -> Choice {
    let bins = 0..<timeline.bins.count
    let figures = figures(of: timeline, in: bins, locating: false)
    if let reason = hindrance(timeline, figures) {
      return Choice(candidates: [], rejected: [], reason: reason)
    }
    let usual = usualShare(in: timeline)
    var rejected: [Rejection] = []
    var fit: [Candidate] = []
    for stretch in merged(stretches(in: figures)) {
      let window = WindowFigures(
        self.figures(of: timeline, in: stretch.bins, locating: true), of: timeline,
        settings: settings)
      let candidate = candidate(for: stretch, window, duration: timeline.duration)
      if let reason = refusal(of: stretch, window, usualShare: usual) {
        rejected.append(rejection(of: candidate, reason))
      } else {
        fit.append(candidate)
      }
    }
    var placing = WindowPlacing(settings: settings, duration: timeline.duration)
    let candidates = placing.place(fit, rejected: &rejected)
    rejected.sort { ($1.score, $0.start) < ($0.score, $1.start) }
    // What too few stand behind has its place among the others, and no figure.
    let few = tooFew
    for index in rejected.indices where rejected[index].reason == few { rejected[index].score = 0 }
    return Choice(
      candidates: candidates, rejected: rejected,
      reason: candidates.isEmpty ? dullness(rejected) : nil)
  }

  /// The figures of a person's own window; its length and evidence are not judged.
  ///
  /// - Parameters:
  ///   - start: first second.
  ///   - end: end in seconds.
  ///   - person: who chose, for the record.
  ///   - timeline: the audience.
  /// - Returns: the candidate, its core the window itself.
  public func candidate(
    from start: Double, to end: Double, chosenBy person: String = "person",
    in timeline: AudienceTimeline
  ) -> Candidate {
    let count = timeline.bins.count
    let first = min(count, max(0, Int(start / AudienceTimeline.binSeconds)))
    let last = min(count, max(first, Int((end / AudienceTimeline.binSeconds).rounded(.up))))
    let bins = figures(of: timeline, in: first..<last, locating: true)
    let window = WindowFigures(bins, of: timeline, settings: settings)
    var why = window.why(settings.evidence)
    why.chosenBy = person
    return Candidate(
      coreStart: milliseconds(start), coreEnd: milliseconds(end), start: milliseconds(start),
      end: milliseconds(end), score: window.score(settings.evidence), why: why)
  }

  /// Median share of the gaze in the densest cluster, from a bin every five seconds.
  private func usualShare(in timeline: AudienceTimeline) -> Double {
    let shares = stride(from: 0, to: timeline.bins.count, by: 10).compactMap {
      BinFigures.gathered(timeline.bins[$0].rows, of: timeline)
    }
    return quantile(shares, 0.5)
  }

  private func stretches(in figures: [BinFigures]) -> [Stretch] {
    let bin = AudienceTimeline.binSeconds
    let least = max(1, min(figures.count, Int((settings.leastCore / bin).rounded(.up))))
    return StretchSegmentation(
      track: EvidenceTrack(figures), asksFaces: settings.evidence != .gaze,
      asksGaze: settings.evidence != .emotion, leastReaction: settings.leastReaction,
      cost: settings.stretchCost, least: least,
      most: max(least, Int(settings.maximumLength / bin))
    ).stretches()
  }

  /// Near-duplicates become one: the same kind, at most a second apart, not too long together.
  private func merged(_ stretches: [Stretch]) -> [Stretch] {
    let most = Int(settings.maximumLength / AudienceTimeline.binSeconds)
    var merged: [Stretch] = []
    for stretch in stretches {
      if let last = merged.last, last.kind == stretch.kind,
        stretch.bins.lowerBound - last.bins.upperBound <= 2,
        stretch.bins.upperBound - last.bins.lowerBound <= most
      {
        merged[merged.count - 1].bins = last.bins.lowerBound..<stretch.bins.upperBound
      } else {
        merged.append(stretch)
      }
    }
    return merged
  }

  private func candidate(
    for stretch: Stretch, _ window: WindowFigures, duration: Double
  ) -> Candidate {
    let bin = AudienceTimeline.binSeconds
    let start = Double(stretch.bins.lowerBound) * bin
    let end = min(duration, Double(stretch.bins.upperBound) * bin)
    return Candidate(
      coreStart: milliseconds(start), coreEnd: milliseconds(end), start: milliseconds(start),
      end: milliseconds(end), score: window.score(settings.evidence),
      why: window.why(settings.evidence))
  }

  private func rejection(of candidate: Candidate, _ reason: String) -> Rejection {
    Rejection(
      start: candidate.coreStart, end: candidate.coreEnd, score: candidate.score, reason: reason)
  }
}
