internal import Audience
internal import EditDecisions

/// Gives each core its window: lead-in and tail, the length in force, no overlap.
///
/// The candidate with the most evidence is placed first. Later ones take what room is left around
/// their core, and are refused if that is shorter than the minimum. Each takes the least length,
/// since cuts are not known yet. `EdgeFitter` places those without room once more, next to the
/// clips as fitted.
struct WindowPlacing {
  let settings: SelectionSettings
  let duration: Double
  /// Whether a frame holds what is looked at, of each half second.
  let isSeen: [Bool]
  /// Those that are to be placed, and those that were.
  let others: [Candidate]
  /// Those whose seconds are taken.
  var placed: [Candidate] = []

  /// Places the best of all.
  ///
  /// - Parameter rejected: takes the refusals.
  /// - Returns: what is placed, and what lacks nothing but room, each best first.
  mutating func place(
    rejected: inout [Rejection]
  ) -> (placed: [Candidate], crowdedOut: [Candidate]) {
    var crowdedOut: [Candidate] = []
    for candidate in MomentChooser.best(others) {
      if placed.count >= settings.count {
        rejected.append(
          Rejection(of: candidate, "not of the \(settings.count) best (selection.count)"))
      } else if let window = placed(candidate) {
        placed.append(window)
      } else {
        rejected.append(Rejection(of: candidate, crowding(of: candidate)))
        crowdedOut.append(widest(candidate))
      }
    }
    return (placed, crowdedOut)
  }

  /// A candidate with its window beside those that are placed; `nil` where there is no room.
  func placed(_ candidate: Candidate) -> Candidate? {
    let window =
      window(for: candidate, in: roomBesideCores(of: candidate))
      ?? window(for: candidate, in: room(around: candidate))
    return window.map { window in
      var placed = candidate
      placed.start = milliseconds(window.lowerBound)
      placed.end = milliseconds(window.upperBound)
      return placed
    }
  }

  /// Why there is no room for a candidate beside those that are placed.
  func crowding(of candidate: Candidate) -> String {
    let least = settings.minimumLength(forDuration: duration)
    if let other = placed.first(where: {
      $0.start < candidate.coreEnd && candidate.coreStart < $0.end
    }) {
      return
        "another moment takes these seconds: its clip lasts \(tenths(other.end - other.start)) s "
        + "(minimum \(tenths(least)), selection.minimumLength)"
    }
    let told = apart(room(around: candidate).length, least, places: 1)
    return "too short: \(told[0]) s of room beside other moments (minimum \(told[1]))"
  }

  /// A candidate with all that its window may come to hold.
  private func widest(_ candidate: Candidate) -> Candidate {
    let least = settings.minimumLength(forDuration: duration)
    var widest = candidate
    widest.start = max(
      0, min(candidate.coreStart - MomentChooser.leadIn, candidate.coreEnd - least))
    widest.end = min(
      duration, max(candidate.coreEnd + MomentChooser.tail, candidate.coreStart + least))
    return widest
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
