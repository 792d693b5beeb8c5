import Audience
import EditDecisions
import Foundation
import Library
import Selection
import Settings
import Support
import Workspace

struct TimeExplanation {
  var time: Double
  var bin: PublishedBin
  /// The explained range: the moment's core, the rejected segment, or the surroundings of the time.
  var window: Range<Double>
  /// The figures of the window; `nil` if they are based on too few viewers.
  var evidence: PublishedSegmentFigures?
  var moment: Place?
  /// The moment whose core contains the time, if its clip does not show it.
  var outside: CoreOutsideClip?
  var outcome: Outcome
  /// The reason for the outcome, with figures, if there is one.
  var reason: String?
  var changes: [Change]

  struct Place {
    var moment: Moment
    var part: Part
    /// Whether a clip of the moment was rendered already.
    var isRendered: Bool
  }

  enum Part: String {
    case core, leadIn, decay

    init(of moment: Moment, at time: Double) {
      self = time < moment.coreStart ? .leadIn : time < moment.coreEnd ? .core : .decay
    }

    var name: String {
      switch self {
      case .core: "core"
      case .leadIn: "lead-in"
      case .decay: "decay"
      }
    }
  }

  enum Outcome: String {
    /// The time is in a moment.
    case chosen
    /// The user chose the moment, not the audience.
    case chosenByPerson
    /// The audience would choose it, but the user's decisions or an override exclude it.
    case leftOutByPerson
    /// The time is in a segment that was considered and rejected.
    case refused
    /// The time is not in any segment with enough evidence.
    case unremarkable
    /// No moment is possible in the video.
    case hindered
  }
}

extension Explanation {
  /// Collects the explanation of a time; throws `CommandFailure` 65 outside the video.
  func second(_ time: Double) throws -> TimeExplanation {
    try require(time, "--at")
    let index = min(summary.bins.count - 1, Int(time / TimeBins.length))
    guard let bin = chooser.series(of: summary, in: index..<index + 1).first else {
      throw CommandFailure(.badData, "'\(video)' has no data at --at")
    }
    let document = isNearMoment(time) || state.pin != nil ? try decisions() : nil
    let place = document.flatMap { self.place(time, in: $0) }
    let leftOut = place == nil ? leftOut(at: time) : nil
    let outside =
      place == nil && state.pin == nil
      ? document.flatMap { coreOutsideClip(at: time, $0.moments) } : nil
    let isHindered = choice.candidates.isEmpty && choice.rejected.isEmpty && choice.reason != nil
    let refusal = place == nil && outside == nil && !isHindered ? refusal(at: time, document) : nil
    let chosen =
      place.map { TimeExplanation.evaluated($0.moment) }
      ?? leftOut.map { $0.coreStart..<$0.coreEnd } ?? outside?.core
    let window: Range<Double>, changes: [Change]
    if let chosen {
      (window, changes) = (chosen, [])
    } else {
      let search = try self.changes
      window = refusal.map { $0.start..<$0.end } ?? search.window(around: time)
      changes = try self.changes(for: window, by: search)
    }
    let outcome: TimeExplanation.Outcome =
      if let place {
        place.moment.why.isChosenByPerson || state.pin != nil ? .chosenByPerson : .chosen
      } else if leftOut != nil || outside?.moment.why.wish != nil {
        .leftOutByPerson
      } else if outside != nil || refusal != nil {
        .refused
      } else if isHindered {
        .hindered
      } else {
        .unremarkable
      }
    return TimeExplanation(
      time: time, bin: bin, window: window, evidence: chooser.told(of: window, in: summary),
      moment: place, outside: outside, outcome: outcome,
      reason: outside?.reason(at: time) ?? refusal?.reason
        ?? (outcome == .hindered ? choice.reason : nil),
      changes: changes)
  }

  /// Whether a moment can be near a time, so that its edges matter.
  ///
  /// Fitting moves an edge by two seconds at most, so further away nothing needs to be decoded.
  /// Overrides and kept decisions can move a clip further.
  private func isNearMoment(_ time: Double) -> Bool {
    let recorded = (try? state.document).map(\.moments) ?? []
    return choice.candidates.contains { $0.start - 2.5 <= time && time < $0.end + 2.5 }
      || recorded.contains { $0.start <= time && time < $0.end }
      || audienceChoice.candidates.contains { $0.coreStart <= time && time < $0.coreEnd }
  }

  /// The moment of a core that contains a time, for a time that no clip shows.
  private func coreOutsideClip(at time: Double, _ moments: [Moment]) -> CoreOutsideClip? {
    guard moments.count == choice.candidates.count else { return nil }
    let cores = choice.candidates.map { $0.coreStart..<max($0.coreStart, $0.coreEnd) }
    // A core without a clip has its own rejection.
    let chosen = audienceChoice.candidates + audienceChoice.crowdedOut
    let whole =
      choice.rejection(at: time) == nil
      ? chosen.map { $0.coreStart..<max($0.coreStart, $0.coreEnd) } : []
    return CoreOutsideClip(at: time, cores: cores, wholeCores: whole, moments: moments)
  }

  /// The rejection that explains why no moment shows a time, with its range.
  private func refusal(at time: Double, _ document: DecisionDocument?) -> RejectedSegment? {
    let decided = state.pin == nil ? document?.rejected ?? [] : []
    let found = decided.first { $0.start <= time && time < $0.end }
    if let refused = found ?? choice.rejection(at: time) { return refused }
    return chooser.segment(around: time, in: summary).map {
      RejectedSegment(
        start: $0.lowerBound, end: $0.upperBound, score: nil,
        reason: "the weaker part of a segment over 15 s, which was trimmed to its strongest part")
    }
  }

  /// The moment that shows a time, with its final edges.
  private func place(_ time: Double, in document: DecisionDocument) -> TimeExplanation.Place? {
    guard let moment = document.moments.first(where: { $0.start <= time && time < $0.end }) else {
      return nil
    }
    let recorded = state.decisions.map { $0.contains("\"\(moment.id)\"") } ?? false
    return .init(moment: moment, part: .init(of: moment, at: time), isRendered: recorded)
  }
}

extension TimeExplanation {
  /// The range whose figures explain a moment: its core, or the clip if the clip shows no core.
  static func evaluated(_ moment: Moment) -> Range<Double> {
    moment.coreStart < moment.coreEnd
      ? moment.coreStart..<moment.coreEnd : moment.start..<max(moment.start, moment.end)
  }
}

/// A moment whose clip does not show a part of the core that the audience chose.
///
/// Overrides, cuts and decisions of an earlier run can move a clip away from its core.
struct CoreOutsideClip {
  var moment: Moment
  var core: Range<Double>

  init(moment: Moment, core: Range<Double>) { (self.moment, self.core) = (moment, core) }

  /// Finds the moment of the core that contains a time; `nil` if no core does.
  ///
  /// `cores` are those of `moments`, in this order; overrides may have shortened them. `wholeCores`
  /// are the cores that the audience chose, including moments that are not shown.
  init?(at time: Double, cores: [Range<Double>], wholeCores: [Range<Double>], moments: [Moment]) {
    let pairs = Array(zip(cores, moments))
    if let (core, moment) = pairs.first(where: { $0.0.contains(time) }) {
      self.init(moment: moment, core: core)
      return
    }
    guard let whole = wholeCores.first(where: { $0.contains(time) }),
      let (_, moment) = pairs.first(where: { $0.0.overlaps(whole) || $0.1.seconds.overlaps(whole) })
    else { return nil }
    self.init(moment: moment, core: whole)
  }

  func reason(at time: Double) -> String {
    let (edge, reason) =
      time < moment.start
      ? ("begins at \(PlayTime.clock(moment.start))", moment.why.startReason)
      : ("ends at \(PlayTime.clock(moment.end))", moment.why.endReason)
    return "its clip \(edge)" + (reason.map { ": \($0)" } ?? "")
  }
}
