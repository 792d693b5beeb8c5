package import Audience
package import EditDecisions
package import Selection

/// Applies the user's wishes (editorial overrides) to the moments that the audience chose.
///
/// Selection first ignores wishes. Then each wish is applied. Seconds that must never be shown are
/// removed from clips, seconds that must always be shown become clips, and edges move. Other clips
/// do not change, except a neighbour that overlaps a moved edge. The neighbour is shortened. It is
/// dropped if its core or its minimum length would not be left. A moved edge stops at the seconds
/// of another wish, and its reason records that.
package struct WishApplication: Sendable {
  /// Minimum seconds that must be left of a moment whose edges move.
  private static let minimumRemainingSeconds = 1.0

  private let wishes: [Wish]
  private let settings: SelectionSettings
  private let summary: TimelineSummary
  private let chooser: MomentChooser
  private let seconds: WishedRanges
  private var duration: Double { summary.duration }
  /// Minimum length of a moment that the audience chose, in seconds.
  private var least: Double { settings.minimumLength(forDuration: duration) }

  package init(_ wishes: [Wish], settings: SelectionSettings, summary: TimelineSummary) {
    (self.wishes, self.settings, self.summary) = (wishes, settings, summary)
    chooser = MomentChooser(settings: settings.fitting(summary))
    seconds = WishedRanges(wishes)
  }

  /// The moments extended by all seconds that wishes may add, so that cuts are detected there.
  package func withWishedRanges(_ candidates: [Candidate]) -> [Candidate] {
    var unfulfilled: [RejectedSegment] = []
    return candidates.map { candidate in
      var wide = candidate
      for case .move(let near, let start, let end) in wishes {
        let shown = EdgeFitter.neededSeconds(of: candidate, least: least)
        guard shown.contains(near) else { continue }
        wide.start = max(0, min(wide.start, start.place(from: wide.start)))
        wide.end = min(duration, max(wide.end, end.place(from: wide.end)))
      }
      return wide
    } + demandedClips(candidates, rejected: &unfulfilled)
  }

  /// Applies the wishes to the audience's choice, before or after fitting edges.
  ///
  /// Moments are sorted best first. Segments that a wish prevents are added to the rejections.
  package func applyingWishes(_ choice: Choice) -> Choice {
    guard !wishes.isEmpty else { return choice }
    var (unfulfilled, rejected): ([RejectedSegment], [RejectedSegment]) = ([], [])
    let own = demandedClips(choice.candidates, rejected: &unfulfilled)
    var left = choice.candidates.compactMap { removingTakenSeconds($0, rejected: &rejected) }
    if !own.isEmpty {
      rejected += left.dropFirst(max(0, settings.count - own.count)).map {
        RejectedSegment(
          of: $0, "overrides and better moments fill selection.count (\(settings.count))")
      }
      left = Array(left.prefix(max(0, settings.count - own.count)))
    }
    var wished = choice
    wished.candidates = MomentChooser.best(movingEdges(own + left, rejected: &rejected))
    // Do not report a segment as rejected if one of the user's clips shows it.
    wished.rejected =
      unfulfilled
      + (rejected + choice.rejected).filter { !seconds.isMostlyInUserClip($0.start..<$0.end) }
    wished.reason = wished.candidates.isEmpty ? choice.reason ?? rejected.first.map(\.reason) : nil
    return wished
  }

  /// Seconds by which a wish may cut into a core, because the edges of clips are rounded to frames.
  private static let frameTolerance = 0.05

  /// The clips that `always` wishes demand.
  ///
  /// If a clip shows the whole core of a moment that the audience chose, it keeps the core and the
  /// figures of that moment. Clips with too few viewers are rejected.
  private func demandedClips(
    _ chosen: [Candidate], rejected: inout [RejectedSegment]
  ) -> [Candidate] {
    seconds.own.compactMap { own in
      let end = min(own.span.upperBound, duration)
      guard own.span.lowerBound < end else { return nil }
      let whole = chooser.candidate(from: own.span.lowerBound, to: end, in: summary)
      let approved = chosen.first {
        $0.coreStart >= whole.start - Self.frameTolerance
          && $0.coreEnd <= whole.end + Self.frameTolerance
      }
      var candidate = approved ?? whole
      (candidate.start, candidate.end) = (whole.start, whole.end)
      candidate.coreStart = max(candidate.coreStart, candidate.start)
      candidate.coreEnd = min(candidate.coreEnd, candidate.end)
      candidate.why.shortened = nil
      guard chooser.mayPublish(candidate.why) else {
        rejected.append(
          RejectedSegment(
            start: candidate.start, end: candidate.end, score: nil,
            reason: MomentReasons.refusal + "\(own.wish): \(chooser.reasons.tooFewViewers)"))
        return nil
      }
      candidate.why.chosenBy = nil
      candidate.why.note(own.wish)
      (candidate.why.startReason, candidate.why.endReason) = ("an override", "an override")
      candidate.isFixed = true
      return candidate
    }
  }
}

extension WishApplication {
  /// Removes seconds that wishes exclude from a moment; `nil` if too little is left.
  ///
  /// Rank and figures remain those of the whole moment.
  private func removingTakenSeconds(_ candidate: Candidate, rejected: inout [RejectedSegment])
    -> Candidate?
  {
    var left = candidate
    for taken in seconds.taken {
      let (low, high) = (milliseconds(taken.span.lowerBound), milliseconds(taken.span.upperBound))
      guard low < left.end, high > left.start else { continue }
      var (head, tail) = (left, left)
      (head.end, head.why.endReason) = (max(left.start, low), "override: \(taken.wish)")
      (tail.start, tail.why.startReason) = (min(left.end, high), "override: \(taken.wish)")
      let isHead = (head.shownCore, head.length) >= (tail.shownCore, tail.length)
      left = isHead ? head : tail
      left.why.note(taken.wish)
      left.why.shortened = nil
      let asked = min(settings.minimumCore, candidate.length)
      guard left.length >= asked, left.shownCore > 0 else {
        let texts = distinguishableNumbers(left.length, asked, places: 1)
        let rest =
          left.shownCore > 0
          ? ": \(texts[0]) s remain (needed \(texts[1]) s with a part of the core)" : ""
        rejected.append(RejectedSegment(of: candidate, "override: \(taken.wish)\(rest)"))
        return nil
      }
    }
    guard left != candidate else { return candidate }
    let rest = chooser.candidate(from: left.start, to: left.end, in: summary)
    guard chooser.mayPublish(rest.why) else {
      rejected.append(
        RejectedSegment(
          of: candidate, "override: \(left.why.wish ?? ""): \(chooser.reasons.tooFewViewers)"))
      return nil
    }
    left.coreStart = max(left.coreStart, left.start)
    left.coreEnd = min(left.coreEnd, left.end)
    return left
  }

  private func movingEdges(_ candidates: [Candidate], rejected: inout [RejectedSegment])
    -> [Candidate]
  {
    var all = candidates
    for wish in wishes {
      guard case .move(let near, let start, let end) = wish,
        let index = all.firstIndex(where: { $0.start <= near && near < $0.end }),
        !all[index].isFixed
      else { continue }
      guard move(&all[index], (start, end), wish) else { continue }
      all[index].isMoved = true
      makeRoom(to: all[index], wish, &all, &rejected)
    }
    return all
  }

  /// Moves the edges of a moment; `false` if too little of it would be left.
  private func move(
    _ candidate: inout Candidate, _ edges: (start: WishEdge, end: WishEdge), _ wish: Wish
  ) -> Bool {
    var moved = candidate
    moved.start = milliseconds(max(0, edges.start.place(from: candidate.start)))
    moved.end = milliseconds(min(duration, edges.end.place(from: candidate.end)))
    moved.why.note(wish)
    moved.why.shortened = nil
    if !edges.start.isLeft { moved.why.startReason = "an override" }
    if !edges.end.isLeft { moved.why.endReason = "an override" }
    for other in seconds.taken {
      if other.span.upperBound <= candidate.start + 1e-6, other.span.upperBound > moved.start {
        moved.start = other.span.upperBound
        moved.why.startReason = MomentReasons.refusal + "'\(wish)' stops at '\(other.wish)'"
      }
      if other.span.lowerBound >= candidate.end - 1e-6, other.span.lowerBound < moved.end {
        moved.end = other.span.lowerBound
        moved.why.endReason = MomentReasons.refusal + "'\(wish)' stops at '\(other.wish)'"
      }
    }
    guard moved.length >= min(Self.minimumRemainingSeconds, candidate.length) else {
      candidate.why.endReason = MomentReasons.refusal + "'\(wish)' leaves nothing of it"
      return false
    }
    candidate = moved
    return true
  }

  /// Shortens or removes the moments that overlap a moved one.
  private func makeRoom(
    to moved: Candidate, _ wish: Wish, _ all: inout [Candidate], _ rejected: inout [RejectedSegment]
  ) {
    let isSame = { (other: Candidate) in
      other.coreStart == moved.coreStart && other.coreEnd == moved.coreEnd
    }
    for index in all.indices.reversed() where !isSame(all[index]) {
      let other = all[index]
      guard other.start < moved.end, other.end > moved.start else { continue }
      var cut = other
      let isEarlier = other.coreStart < moved.coreStart
      if isEarlier {
        cut.end = moved.start
        cut.why.endReason = "room for an override: \(wish)"
      } else {
        cut.start = moved.end
        cut.why.startReason = "room for an override: \(wish)"
      }
      let keepsCore = cut.start <= other.coreStart && cut.end >= other.coreEnd
      let keepsLength = cut.length >= min(least, other.length)
      if other.isMoved ? cut.end > cut.start : keepsCore && keepsLength {
        all[index] = cut
      } else {
        all.remove(at: index)
        rejected.append(RejectedSegment(of: other, "no room next to an override: \(wish)"))
      }
    }
  }
}

extension Candidate {
  fileprivate var length: Double { milliseconds(end - start) }
  /// Number of core seconds that the clip's range contains.
  fileprivate var shownCore: Double { max(0, min(end, coreEnd) - max(start, coreStart)) }
}

/// Wishes are the overrides that `explain` reports.
extension [Wish]: ChoiceOverrides {
  package func applied(
    to choice: Choice, settings: SelectionSettings, summary: TimelineSummary
  ) -> Choice {
    WishApplication(self, settings: settings, summary: summary).applyingWishes(choice)
  }

  package var removingEachRule: [(rule: String, others: any ChoiceOverrides)] {
    map { wish in ("\(wish)", filter { $0 != wish }) }
  }
}
