internal import EditDecisions

/// Gives each core its window: lead-in and tail, the length in force, no overlap.
///
/// The best score is placed first; later ones take what room is left around their core, and are
/// refused where that is shorter than the minimum.
struct WindowPlacing {
  let settings: SelectionSettings
  let duration: Double
  private var placed: [Candidate] = []
  private var others: [Candidate] = []

  /// Places nothing yet.
  init(settings: SelectionSettings, duration: Double) {
    self.settings = settings
    self.duration = duration
  }

  mutating func place(_ candidates: [Candidate], rejected: inout [Rejection]) -> [Candidate] {
    others = candidates
    let best = candidates.sorted { ($1.score, $0.coreStart) < ($0.score, $1.coreStart) }
    for candidate in best {
      if placed.count >= settings.count {
        reject(candidate, "weaker than the \(settings.count) chosen (selection.count)", &rejected)
      } else if let window = window(for: candidate, in: roomBesideCores(of: candidate))
        ?? window(for: candidate, in: room(around: candidate))
      {
        var fitted = candidate
        fitted.start = milliseconds(window.lowerBound)
        fitted.end = milliseconds(window.upperBound)
        placed.append(fitted)
      } else {
        let least = settings.minimumLength(forDuration: duration)
        reject(
          candidate,
          "too short: \(tenths(room(around: candidate).length)) s of room "
            + "beside better moments (minimum \(tenths(least)))", &rejected)
      }
    }
    return placed
  }

  private func reject(_ candidate: Candidate, _ reason: String, _ rejected: inout [Rejection]) {
    rejected.append(
      Rejection(
        start: candidate.coreStart, end: candidate.coreEnd, score: candidate.score,
        reason: reason))
  }

  /// The free seconds around a core.
  private func room(around candidate: Candidate) -> ClosedRange<Double> {
    let ends = placed.filter { $0.coreStart < candidate.coreStart }.map(\.end)
    let starts = placed.filter { $0.coreStart > candidate.coreStart }.map(\.start)
    let (before, after) = (ends.max() ?? 0, starts.min() ?? duration)
    return before...max(before, min(after, duration))
  }

  /// The same without the cores of moments still to be placed, so that length is not taken from
  /// them as long as there is other room.
  private func roomBesideCores(of candidate: Candidate) -> ClosedRange<Double> {
    let room = room(around: candidate)
    let before = others.filter { $0.coreEnd <= candidate.coreStart }.map(\.coreEnd).max() ?? 0
    let after = others.filter { $0.coreStart >= candidate.coreEnd }.map(\.coreStart).min()
    let start = max(room.lowerBound, before)
    return start...max(start, min(room.upperBound, after ?? duration))
  }

  private func window(
    for candidate: Candidate, in room: ClosedRange<Double>
  ) -> ClosedRange<Double>? {
    guard room.lowerBound <= candidate.coreStart, room.upperBound >= candidate.coreEnd else {
      return nil
    }
    let least = settings.minimumLength(forDuration: duration)
    let most = max(least, settings.maximumLength)
    guard room.length >= least - 1e-9 else { return nil }
    var start = max(room.lowerBound, candidate.coreStart - MomentChooser.leadIn)
    var end = min(room.upperBound, candidate.coreEnd + MomentChooser.tail)
    // What is missing to the minimum is taken two thirds before, where the cause is.
    let missing = max(0, least - (end - start))
    start = max(room.lowerBound, start - missing * 2 / 3)
    end = min(room.upperBound, max(end, start + least))
    start = max(room.lowerBound, min(start, end - least))
    if end - start > most { end = max(candidate.coreEnd, start + most) }
    if end - start > most { start = end - most }
    return start...end
  }
}

extension ClosedRange<Double> {
  /// Seconds from one bound to the other.
  var length: Double { upperBound - lowerBound }
}
