internal import Audience
internal import EditDecisions

/// Gives each core its window: lead-in and tail, the length in force, no overlap.
///
/// The best score is placed first; later ones take what room is left around their core, and are
/// refused where that is shorter than the minimum.
struct WindowPlacing {
  let settings: SelectionSettings
  let duration: Double
  /// Whether a frame holds what is looked at, of each half second.
  let isSeen: [Bool]
  private var placed: [Candidate] = []
  private var others: [Candidate] = []

  /// Places nothing yet.
  init(settings: SelectionSettings, duration: Double, isSeen: [Bool]) {
    self.settings = settings
    self.duration = duration
    self.isSeen = isSeen
  }

  mutating func place(_ candidates: [Candidate], rejected: inout [Rejection]) -> [Candidate] {
    others = candidates
    for candidate in MomentChooser.best(candidates) {
      if placed.count >= settings.count {
        // Of the best some may yet be refused as chance.
        rejected.append(
          Rejection(of: candidate, "not of the \(settings.count) best (selection.count)"))
      } else if let window = window(for: candidate, in: roomBesideCores(of: candidate))
        ?? window(for: candidate, in: room(around: candidate))
      {
        var fitted = candidate
        fitted.start = milliseconds(window.lowerBound)
        fitted.end = milliseconds(window.upperBound)
        placed.append(fitted)
      } else {
        let told = apart(
          room(around: candidate).length, settings.minimumLength(forDuration: duration), places: 1)
        let isTaken = placed.contains {
          $0.start < candidate.coreEnd && candidate.coreStart < $0.end
        }
        rejected.append(
          Rejection(
            of: candidate,
            isTaken
              ? "a better moment takes these seconds: its clip lasts \(told[1]) s at least "
                + "(selection.minimumLength)"
              : "too short: \(told[0]) s of room beside better moments (minimum \(told[1]))"))
      }
    }
    return placed
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
    // It begins with the cause where that is seen: nobody waits before an empty picture.
    var start = candidate.coreStart
    let earliest = max(room.lowerBound, start - MomentChooser.leadIn)
    while start > earliest, seen(start - HalfSeconds.length..<start) > 0 {
      start = max(earliest, start - HalfSeconds.length)
    }
    var end = min(room.upperBound, candidate.coreEnd + MomentChooser.tail)
    let missing = max(0, least - (end - start))
    // What is missing to the minimum is taken where something is seen; of equals two thirds before,
    // where the cause is.
    let windows = stride(from: 0, through: missing, by: HalfSeconds.length).map { before in
      let low = max(room.lowerBound, start - before)
      let high = min(room.upperBound, max(end, low + least))
      return max(room.lowerBound, min(low, high - least))..<high
    }
    if let best = windows.max(by: { first, second in
      let usual = start - missing * 2 / 3
      return (seen(first), -abs(first.lowerBound - usual))
        < (seen(second), -abs(second.lowerBound - usual))
    }) {
      (start, end) = (best.lowerBound, best.upperBound)
    }
    if end - start > most { end = max(candidate.coreEnd, start + most) }
    if end - start > most { start = end - most }
    return start...end
  }

  /// How many half seconds of a stretch are seen.
  private func seen(_ seconds: Range<Double>) -> Int {
    isSeen[
      HalfSeconds.centered(
        from: seconds.lowerBound, to: seconds.upperBound, count: isSeen.count)
    ].count { $0 }
  }
}

extension ClosedRange<Double> {
  /// Seconds from one bound to the other.
  var length: Double { upperBound - lowerBound }
}
