package import EditDecisions

/// Moves the edges of moments as a person wishes, once the audience's are fitted.
///
/// Pure. What is moved goes before what the audience chose beside it: a neighbour gives way, and is
/// no moment where its core or its least length is not left. Seconds of other wishes do not give
/// way: there the edge stops, and the reason says so.
package struct WishedEdges: Sendable {
  /// A moment that is moved keeps at least so many seconds.
  static let leastSeconds = 1.0

  private let wishes: [Wish]
  private let duration: Double
  /// The least length of a moment that the audience chose.
  private let least: Double
  private let seconds: WishedSeconds

  /// Takes the wishes of a video.
  ///
  /// - Parameters:
  ///   - wishes: all of them.
  ///   - settings: which lengths are allowed.
  ///   - duration: length of the video, seconds.
  package init(_ wishes: [Wish], settings: SelectionSettings, duration: Double) {
    self.wishes = wishes
    self.duration = duration
    least = settings.minimumLength(forDuration: duration)
    seconds = WishedSeconds(wishes)
  }

  /// The moments with all seconds that they may reach, to be looked at for cuts.
  package func reaching(_ candidates: [Candidate]) -> [Candidate] {
    candidates.map { candidate in
      var wide = candidate
      for case .move(let near, let start, let end) in wishes {
        let shown = EdgeFitter.neededSeconds(of: candidate, least: least)
        guard shown.contains(near) else { continue }
        wide.start = max(0, wide.start + min(0, start))
        wide.end = min(duration, wide.end + max(0, end))
      }
      return wide
    }
  }

  /// Moves.
  ///
  /// - Parameters:
  ///   - candidates: moments with fitted edges, in any order.
  ///   - rejected: takes those that had to give way.
  /// - Returns: what is left of them, in the same order.
  package func moved(_ candidates: [Candidate], rejected: inout [Rejection]) -> [Candidate] {
    var all = candidates
    for wish in wishes {
      guard case .move(let near, let start, let end) = wish,
        let index = all.firstIndex(where: { $0.start <= near && near < $0.end }),
        !all[index].isFixed
      else { continue }
      guard move(&all[index], by: (start, end), wish) else { continue }
      all[index].isMoved = true
      yield(to: all[index], wish, &all, &rejected)
    }
    return all
  }

  /// Moves a moment; whether anything of it is left.
  private func move(
    _ candidate: inout Candidate, by offsets: (start: Double, end: Double), _ wish: Wish
  ) -> Bool {
    let start = max(0, candidate.start + offsets.start)
    let end = min(duration, candidate.end + offsets.end)
    guard end - start >= min(Self.leastSeconds, candidate.end - candidate.start) else {
      candidate.why.endReason = "cannot be: '\(wish)' leaves nothing of it"
      return false
    }
    let (before, after) = (candidate.start, candidate.end)
    candidate.start = milliseconds(start)
    candidate.end = milliseconds(end)
    candidate.why.note(wish)
    candidate.why.shortened = nil
    if offsets.start != 0 { candidate.why.startReason = "a wish" }
    if offsets.end != 0 { candidate.why.endReason = "a wish" }
    for other in seconds.taken {
      if other.span.upperBound <= before + 1e-6, other.span.upperBound > candidate.start {
        candidate.start = other.span.upperBound
        candidate.why.startReason = "cannot be: '\(wish)' stops at '\(other.wish)'"
      }
      if other.span.lowerBound >= after - 1e-6, other.span.lowerBound < candidate.end {
        candidate.end = other.span.lowerBound
        candidate.why.endReason = "cannot be: '\(wish)' stops at '\(other.wish)'"
      }
    }
    return true
  }

  /// Makes room for a moment that was moved.
  private func yield(
    to moved: Candidate, _ wish: Wish, _ all: inout [Candidate], _ rejected: inout [Rejection]
  ) {
    let isIt = { (other: Candidate) in
      other.coreStart == moved.coreStart && other.coreEnd == moved.coreEnd
    }
    for index in all.indices.reversed() where !isIt(all[index]) {
      let other = all[index]
      guard other.start < moved.end, other.end > moved.start else { continue }
      var cut = other
      let isEarlier = other.coreStart < moved.coreStart
      if isEarlier {
        cut.end = moved.start
        cut.why.endReason = "room for a wish: \(wish)"
      } else {
        cut.start = moved.end
        cut.why.startReason = "room for a wish: \(wish)"
      }
      let keepsCore = cut.start <= other.coreStart && cut.end >= other.coreEnd
      let keepsLength = cut.end - cut.start >= min(least, other.end - other.start)
      if other.isMoved ? cut.end > cut.start : keepsCore && keepsLength {
        all[index] = cut
      } else {
        all.remove(at: index)
        rejected.append(
          Rejection(
            start: other.coreStart, end: other.coreEnd, score: other.score,
            reason: "no room beside a wish: \(wish)"))
      }
    }
  }
}
