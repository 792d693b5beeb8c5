import Audience
import EditDecisions
import Foundation
import Library
import Selection
import Settings
import Support

/// The explanation of one time in a video.
struct ExplainedSecond {
  var video: String
  var time: Double
  /// Number of viewers of the whole video, as text.
  var viewers: String
  var disclosure: MinimumGroupRule
  var asked: SelectionSettings
  var bin: PublishedBin
  /// The explained range: the moment's core, the rejected segment, or the surroundings of the time.
  var window: Range<Double>
  /// The figures of the window; `nil` if they are based on too few viewers.
  var evidence: PublishedSegmentFigures?
  var moment: Place?
  var outcome: Outcome
  /// The reason for the outcome, with figures, if there is one.
  var reason: String?
  var changes: [Change]

  /// The position of a time in a moment.
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
    /// The audience would choose it, but the user's decisions do not contain it.
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
  func second(_ time: Double) throws -> ExplainedSecond {
    try require(time, "--at")
    let index = min(summary.bins.count - 1, Int(time / TimeBins.length))
    guard let bin = chooser.series(of: summary, in: index..<index + 1).first else {
      throw CommandFailure(.badData, "'\(video)' has no half second at --at")
    }
    // Edges move by two seconds at most, so further away nothing needs to be decoded.
    let isNear = choice.candidates.contains { $0.start - 2.5 <= time && time < $0.end + 2.5 }
    let document = isNear || state.pin != nil ? try decisions() : nil
    let place = document.flatMap { self.place(time, in: $0) }
    let leftOut = place == nil ? leftOut(at: time) : nil
    let isHindered = choice.candidates.isEmpty && choice.rejected.isEmpty && choice.reason != nil
    let refusal = place == nil && !isHindered ? refusal(at: time, document) : nil
    let chosen =
      place.map { $0.moment.coreStart..<max($0.moment.coreStart, $0.moment.coreEnd) }
      ?? leftOut.map { $0.coreStart..<$0.coreEnd }
    let window: Range<Double>, changes: [Change]
    if let chosen {
      (window, changes) = (chosen, [])
    } else {
      let search = try self.changes
      window = refusal.map { $0.start..<$0.end } ?? search.window(around: time)
      changes = try self.changes(for: window, by: search)
    }
    let outcome: ExplainedSecond.Outcome =
      if let place {
        place.moment.why.isChosenByPerson || state.pin != nil ? .chosenByPerson : .chosen
      } else if leftOut != nil {
        .leftOutByPerson
      } else if refusal != nil {
        .refused
      } else if isHindered {
        .hindered
      } else {
        .unremarkable
      }
    return ExplainedSecond(
      video: video, time: time, viewers: disclosure.lines(of: summary).viewers,
      disclosure: disclosure, asked: settings.selection, bin: bin,
      window: window, evidence: chooser.told(of: window, in: summary),
      moment: place, outcome: outcome,
      reason: refusal?.reason ?? (outcome == .hindered ? choice.reason : nil),
      changes: changes)
  }

  /// The rejection that explains why no moment shows a time, with its range.
  private func refusal(at time: Double, _ document: DecisionDocument?) -> RejectedSegment? {
    let decided = state.pin == nil ? document?.rejected ?? [] : []
    let found = decided.first { $0.start <= time && time < $0.end }
    if let refused = found ?? choice.rejection(at: time) { return refused }
    func refused(_ seconds: Range<Double>, _ reason: String) -> RejectedSegment {
      RejectedSegment(
        start: seconds.lowerBound, end: seconds.upperBound, score: nil, reason: reason)
    }
    let chosen = audienceChoice.candidates + audienceChoice.crowdedOut
    if let found = chosen.first(where: { $0.coreStart <= time && time < $0.coreEnd }) {
      let core = found.coreStart..<found.coreEnd
      let clips =
        document?.moments.map { ($0.start..<$0.end, $0.why) }
        ?? choice.candidates.map { ($0.start..<$0.end, $0.why) }
      guard let (clip, why) = clips.first(where: { core.overlaps($0.0) }) else { return nil }
      let (edge, reason) =
        time < clip.lowerBound
        ? ("begins at \(ExplanationSentences.clock(clip.lowerBound))", why.startReason)
        : ("ends at \(ExplanationSentences.clock(clip.upperBound))", why.endReason)
      return refused(core, "its clip \(edge)" + (reason.map { ": \($0)" } ?? ""))
    }
    return chooser.segment(around: time, in: summary).map {
      refused($0, "the weaker part of a segment over 15 s, which was trimmed to its strongest part")
    }
  }

  /// The moment that shows a time, with its final edges.
  private func place(
    _ time: Double, in document: DecisionDocument
  ) -> ExplainedSecond.Place? {
    guard let moment = document.moments.first(where: { $0.start <= time && time < $0.end })
    else { return nil }
    let recorded = state.decisions.map { $0.contains("\"\(moment.id)\"") } ?? false
    return .init(moment: moment, part: .init(of: moment, at: time), isRendered: recorded)
  }
}
