public import EditDecisions

/// A chosen stretch of evidence and the window around it, before its edges are fitted.
public struct Candidate: Hashable, Sendable {
  /// Where the evidence begins, seconds.
  public var coreStart: Double
  /// Where it ends, seconds.
  public var coreEnd: Double
  /// First second of the window: the core, what led to it, and what its length asks for.
  public var start: Double
  /// End of the window, seconds.
  public var end: Double
  /// 0…1, rounded to 0.01.
  public var score: Double
  /// The figures behind it.
  public var why: Why
  /// Whether a person gave its seconds: its edges stay where they are.
  public var isFixed = false
  /// Whether a person moved its edges.
  var isMoved = false

  /// Makes a candidate.
  public init(
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

/// What choosing gave for one video.
public struct Choice: Hashable, Sendable {
  /// The chosen moments, best first.
  public var candidates: [Candidate]
  /// All refusals, best first; `nearestRejected` are those worth telling.
  public var rejected: [Rejection]
  /// Why nothing was chosen; `nil` when something was.
  public var reason: String?

  /// The best refusals, at most a dozen: what a decision document tells.
  public var nearestRejected: [Rejection] { Array(rejected.prefix(12)) }

  /// The chosen moment whose window holds a play time; `nil` when none does.
  public func candidate(at time: Double) -> Candidate? {
    candidates.first { $0.start <= time && time < $0.end }
  }

  /// The refusal that covers a play time; `nil` when nothing stood out there.
  public func rejection(at time: Double) -> Rejection? {
    rejected.first { $0.start <= time && time < $0.end }
  }

  /// Makes a choice.
  public init(candidates: [Candidate], rejected: [Rejection], reason: String?) {
    self.candidates = candidates
    self.rejected = rejected
    self.reason = reason
  }
}
