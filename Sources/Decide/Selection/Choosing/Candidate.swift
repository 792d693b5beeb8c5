package import EditDecisions

/// A chosen stretch of evidence and the window around it, before its edges are fitted.
package struct Candidate: Hashable, Sendable {
  /// Where the evidence begins, seconds.
  package var coreStart: Double
  /// Where it ends, seconds.
  package var coreEnd: Double
  /// First second of the window: the core, what led to it, and what its length asks for.
  package var start: Double
  /// End of the window, seconds.
  package var end: Double
  /// 0…1, rounded to 0.01.
  package var score: Double
  /// Sum of the evidence over the core, by which moments are ranked; it is not published.
  package var evidence = 0.0
  /// The figures behind it.
  package var why: Why
  /// The seconds of the evidence.
  var core: ClosedRange<Double> { coreStart...max(coreStart, coreEnd) }
  /// Whether a person gave its seconds: its edges stay where they are.
  package var isFixed = false
  /// Whether a person moved its edges.
  var isMoved = false

  /// Makes a candidate.
  package init(
    coreStart: Double, coreEnd: Double, start: Double, end: Double, score: Double, why: Why
  ) {
    self.coreStart = coreStart
    self.coreEnd = coreEnd
    self.start = start
    self.end = end
    self.score = score
    self.why = why
  }
}

extension Rejection {
  /// A candidate refused, with the seconds of its evidence.
  init(of candidate: Candidate, _ reason: String) {
    self.init(
      start: candidate.coreStart, end: candidate.coreEnd, score: candidate.score, reason: reason)
  }
}

/// What choosing gave for one video.
package struct Choice: Hashable, Sendable {
  /// The chosen moments, best first.
  package var candidates: [Candidate]
  /// Those of the refused that lack nothing but room, best first; none once edges are fitted.
  ///
  /// The window of each is all that its clip may come to show.
  package var crowdedOut: [Candidate]
  /// All refusals, best first; `nearestRejected` are those worth telling.
  package var rejected: [Rejection]
  /// Why nothing was chosen; `nil` when something was.
  package var reason: String?

  /// The best refusals, at most a dozen: what a decision document tells.
  package var nearestRejected: [Rejection] { Array(rejected.prefix(12)) }

  /// The refusal that covers a play time; `nil` when nothing stood out there.
  package func rejection(at time: Double) -> Rejection? {
    rejected.first { $0.start <= time && time < $0.end }
  }

  /// The chosen moments, and those that may be shown as well once edges are fitted: none where as
  /// many are chosen as may be.
  package func mayShow(_ settings: SelectionSettings) -> [Candidate] {
    candidates + (candidates.count < settings.count ? crowdedOut : [])
  }

  /// Tells why a candidate is refused now; nothing where it is refused no more.
  mutating func tell(_ candidate: Candidate, _ reason: String?) {
    rejected = rejected.compactMap { told in
      guard told.start == candidate.coreStart, told.end == candidate.coreEnd else { return told }
      return reason.map { Rejection(of: candidate, $0) }
    }
  }

  /// Makes a choice.
  package init(
    candidates: [Candidate], crowdedOut: [Candidate] = [], rejected: [Rejection], reason: String?
  ) {
    self.candidates = candidates
    self.crowdedOut = crowdedOut
    self.rejected = rejected
    self.reason = reason
  }
}
