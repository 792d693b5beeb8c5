package import Audience
package import EditDecisions

/// A segment that may become a moment: its core, and the range of the clip around it.
package struct Candidate: Hashable, Sendable {
  /// The core, in seconds of play time.
  package var coreStart: Double, coreEnd: Double
  /// The clip's range in seconds: the core plus pre-roll and post-roll, of the minimum length.
  package var start: Double, end: Double
  /// Score 0…1, rounded to 0.01.
  package var score: Double
  /// Sum of the evidence over the core, by which moments are ranked; it is not published.
  package var evidence = 0.0
  package var why: MomentReasons
  var core: ClosedRange<Double> { coreStart...max(coreStart, coreEnd) }
  /// Whether the user gave the range; then its edges are not fitted.
  package var isFixed = false
  /// Whether the user moved its edges.
  package var isMoved = false

  package init(
    coreStart: Double, coreEnd: Double, start: Double, end: Double, score: Double,
    why: MomentReasons
  ) {
    (self.coreStart, self.coreEnd, self.start, self.end) = (coreStart, coreEnd, start, end)
    (self.score, self.why) = (score, why)
  }
}

extension TimelineSummary {
  /// The wide segment that overlaps a candidate's core; `nil` if one crop covers enough gaze.
  package func wideSegment(saving candidate: Candidate) -> WideSegment? {
    guard candidate.why.savedBy != nil else { return nil }
    return wideSegments.first {
      TimeBins.start(of: $0.bins.lowerBound) < candidate.coreEnd
        && candidate.coreStart < TimeBins.start(of: $0.bins.upperBound)
    }
  }
}

extension RejectedSegment {
  /// The rejection of a candidate, with the range of its core.
  package init(of candidate: Candidate, _ reason: String) {
    self.init(
      start: candidate.coreStart, end: candidate.coreEnd, score: candidate.score, reason: reason)
  }
}

/// The result of selection for one video.
package struct Choice: Hashable, Sendable {
  /// The chosen moments, best first.
  package var candidates: [Candidate]
  /// Candidates rejected only for lack of room, best first; empty after edges are fitted.
  ///
  /// The range of each candidate is the largest that its clip could show.
  package var crowdedOut: [Candidate]
  /// All rejections, best first.
  package var rejected: [RejectedSegment]
  /// Why no moment was chosen; `nil` if one was.
  package var reason: String?

  /// The best rejections, at most 12, for the decision document.
  package var nearestRejected: [RejectedSegment] { Array(rejected.prefix(12)) }

  /// The rejection whose core contains a play time in seconds.
  package func rejection(at time: Double) -> RejectedSegment? {
    rejected.first { $0.start <= time && time < $0.end }
  }

  /// The chosen moments, plus those that may still be chosen after edges are fitted.
  ///
  /// The second group is empty if `selection.count` moments are already chosen.
  package func possibleMoments(_ settings: SelectionSettings) -> [Candidate] {
    candidates + (candidates.count < settings.count ? crowdedOut : [])
  }

  /// Replaces the reason of a candidate's rejection; removes the rejection if `reason` is `nil`.
  mutating func replaceReason(_ candidate: Candidate, _ reason: String?) {
    rejected = rejected.compactMap { told in
      guard told.start == candidate.coreStart, told.end == candidate.coreEnd else { return told }
      return reason.map { RejectedSegment(of: candidate, $0) }
    }
  }

  package init(
    candidates: [Candidate], crowdedOut: [Candidate] = [], rejected: [RejectedSegment],
    reason: String?
  ) {
    (self.candidates, self.crowdedOut) = (candidates, crowdedOut)
    (self.rejected, self.reason) = (rejected, reason)
  }
}
