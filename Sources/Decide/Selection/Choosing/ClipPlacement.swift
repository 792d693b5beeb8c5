import Audience
import EditDecisions

/// Extends each core to the range of a clip: pre-roll, post-roll, minimum length, no overlap.
///
/// Candidates are placed in order of evidence, highest first. A later candidate uses the free
/// seconds around its core, and is rejected if they are fewer than the minimum length. Clips get
/// exactly that length, because the cuts are not known yet; `EdgeFitter` later tries rejected
/// candidates again.
struct ClipPlacement {
  let settings: SelectionSettings
  let duration: Double
  /// For each time bin, whether a vertical window covers enough of the gaze.
  let isSeen: [Bool]
  let others: [Candidate]
  /// The placed candidates, whose seconds are not free.
  var placed: [Candidate] = []

  /// Places the best candidates, and appends a rejection for each of the others.
  mutating func place(
    rejected: inout [RejectedSegment]
  ) -> (placed: [Candidate], crowdedOut: [Candidate]) {
    var crowdedOut: [Candidate] = []
    for candidate in MomentChooser.best(others) {
      if placed.count >= settings.count {
        rejected.append(
          RejectedSegment(of: candidate, "not among the \(settings.count) best (selection.count)"))
      } else if let window = placed(candidate) {
        placed.append(window)
      } else {
        rejected.append(RejectedSegment(of: candidate, noRoomReason(of: candidate)))
        crowdedOut.append(withWidestRange(candidate))
      }
    }
    return (placed, crowdedOut)
  }

  /// The candidate with a clip range that fits between the placed ones; `nil` if none fits.
  func placed(_ candidate: Candidate) -> Candidate? {
    let window =
      window(for: candidate, in: roomOutsideOtherCores(of: candidate))
      ?? window(for: candidate, in: room(around: candidate))
    guard let window else { return nil }
    var placed = candidate
    placed.start = milliseconds(window.lowerBound)
    placed.end = milliseconds(window.upperBound)
    return placed
  }

  func noRoomReason(of candidate: Candidate) -> String {
    let least = settings.minimumLength(forDuration: duration)
    let other = placed.first { $0.start < candidate.coreEnd && candidate.coreStart < $0.end }
    if let other {
      return
        "another moment contains these seconds: its clip lasts \(tenths(other.end - other.start)) s "
        + "(minimum \(tenths(least)), selection.minimumLength)"
    }
    let texts = distinguishableNumbers(room(around: candidate).length, least, places: 1)
    return "too short: \(texts[0]) s of room next to other moments (minimum \(texts[1]))"
  }

  /// The candidate with the largest range that its clip could show.
  private func withWidestRange(_ candidate: Candidate) -> Candidate {
    let least = settings.minimumLength(forDuration: duration)
    var widest = candidate
    let start = min(candidate.coreStart - MomentChooser.leadIn, candidate.coreEnd - least)
    let end = max(candidate.coreEnd + MomentChooser.tail, candidate.coreStart + least)
    (widest.start, widest.end) = (max(0, start), min(duration, end))
    return widest
  }

  /// The free range around a core, in seconds.
  private func room(around candidate: Candidate) -> ClosedRange<Double> {
    let ends = placed.filter { $0.coreStart < candidate.coreStart }.map(\.end)
    let starts = placed.filter { $0.coreStart > candidate.coreStart }.map(\.start)
    let (before, after) = (ends.max() ?? 0, starts.min() ?? duration)
    return before...max(before, min(after, duration))
  }

  /// The free range around a core, without the cores of candidates that are not placed yet.
  ///
  /// It is tried first, so that a clip extends into another core only if there is no other room.
  private func roomOutsideOtherCores(of candidate: Candidate) -> ClosedRange<Double> {
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
    // Add pre-roll only while gaze coverage is high enough, so that a clip does not start on
    // filler.
    var start = candidate.coreStart
    let earliest = max(room.lowerBound, start - MomentChooser.leadIn)
    while start > earliest, seenBinCount(start - TimeBins.length..<start) > 0 {
      start = max(earliest, start - TimeBins.length)
    }
    var end = min(room.upperBound, candidate.coreEnd + MomentChooser.tail)
    let missing = max(0, least - (end - start))
    // To reach the minimum length, prefer time bins with enough gaze coverage. If equal, add two
    // thirds of the missing seconds before the core, where the cause is.
    let windows = stride(from: 0, through: missing, by: TimeBins.length).map { before in
      let low = max(room.lowerBound, start - before)
      let high = min(room.upperBound, max(end, low + least))
      return max(room.lowerBound, min(low, high - least))..<high
    }
    if let best = windows.max(by: { first, second in
      let usual = start - missing * 2 / 3
      return (seenBinCount(first), -abs(first.lowerBound - usual))
        < (seenBinCount(second), -abs(second.lowerBound - usual))
    }) {
      (start, end) = (best.lowerBound, best.upperBound)
    }
    if end - start > most { end = max(candidate.coreEnd, start + most) }
    if end - start > most { start = end - most }
    return start...end
  }

  private func seenBinCount(_ seconds: Range<Double>) -> Int {
    let bins = TimeBins.centered(
      from: seconds.lowerBound, to: seconds.upperBound, count: isSeen.count)
    return isSeen[bins].count { $0 }
  }
}

extension ClosedRange<Double> {
  var length: Double { upperBound - lowerBound }
}
