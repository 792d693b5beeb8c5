import EditDecisions
import Foundation
import Framing
import Library
import Settings

/// What the last run decided, as far as a new decision may leave it as it is.
struct EarlierDecisions {
  /// Chosen by the audience, of this very source, under these very settings.
  var moments: [Moment]
  /// When the clip of each was made, by its id.
  var since: [String: String]

  /// None.
  static let none = EarlierDecisions(moments: [], since: [:])
}

extension DecisionMaker {
  /// What the last run decided by the audience; empty where anything but the audience is another:
  /// source, settings, the judgement, a person's say, or figures that were erased.
  func earlier() throws -> EarlierDecisions {
    let state = try database.state(of: video)
    guard state.pin == nil, state.fingerprint?.hasPrefix("\(GazecutVersion.judgement) ") == true,
      let text = state.decisions
    else { return .none }
    // A shape that comes first now may have been another's companion before, and the reverse.
    let documents = try DecisionDocument(json: Data(text.utf8)).inAllShapes
    guard let recorded = documents.first(where: { $0.settings == settings.digest }) else {
      return .none
    }
    let moments = try recorded.moments.filter { moment in
      // The id tells source and renderer: another of either gives another.
      try moment.why.chosenBy == nil && moment.score != nil && identified(moment).id == moment.id
    }
    let clips = try database.clips(of: video).filter { $0.state == .current }
    return EarlierDecisions(
      moments: moments,
      since: Dictionary(
        clips.map { ($0.id, $0.createdAt.formatted(.iso8601)) },
        uniquingKeysWith: { first, _ in first }))
  }

  /// A moment as it is decided anew, or as it was before where that is as good.
  ///
  /// - Parameters:
  ///   - fresh: decided now.
  ///   - earlier: the last run's decisions.
  ///   - others: seconds that it may not reach into.
  ///   - request: what it was framed from.
  /// - Returns: either, with what it says of the earlier one.
  func steadied(
    _ fresh: Moment, by earlier: EarlierDecisions, besides others: [Range<Double>],
    _ request: FramingRequest
  ) -> Moment {
    func shared(_ moment: Moment) -> Double {
      min(moment.end, fresh.end) - max(moment.start, fresh.start)
    }
    guard fresh.why.chosenBy == nil, let old = earlier.moments.max(by: { shared($0) < shared($1) }),
      old.id != fresh.id
    else { return fresh }
    let isFree = !others.contains { $0.lowerBound < old.end && $0.upperBound > old.start }
    var decided = fresh
    switch standing(of: old, against: fresh, request) {
    case .apart: return fresh
    case .replaced(let reason): decided.why.replaces = "\(old.id): \(reason)"
    case .stands(let kept) where isFree:
      decided = kept
      decided.why.since = old.why.since ?? earlier.since[old.id]
    case .stands: decided.why.replaces = "\(old.id): it would reach into another moment"
    }
    return decided
  }
}
