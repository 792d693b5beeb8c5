package import Audience
package import EditDecisions

/// Makes of the moments that the audience chose those that a person wishes.
///
/// Pure. The audience chooses as if nothing were wished; then each wish does what it says, and
/// nothing else: seconds that are never shown are taken from the clip that shows them, a person's
/// own seconds become a clip, and edges move. Other clips stay as they are, but for a neighbour in
/// the way of edges that are moved: it gives way, and is no moment where its core or its least
/// length is not left. Seconds of other wishes do not give way: there the edge stops, and the
/// reason says so.
package struct WishedMoments: Sendable {
  /// A moment that is moved keeps at least so many seconds.
  private static let leastSeconds = 1.0

  private let wishes: [Wish]
  private let settings: SelectionSettings
  private let summary: TimelineSummary
  /// Weighs a person's own seconds.
  private let chooser: MomentChooser
  private let seconds: WishedSeconds
  private var duration: Double { summary.duration }
  /// The least length of a moment that the audience chose.
  private var least: Double { settings.minimumLength(forDuration: duration) }

  /// Takes the wishes of a video.
  ///
  /// - Parameters:
  ///   - wishes: all of them.
  ///   - settings: which lengths are allowed, how many moments, and what may be told.
  ///   - summary: the audience.
  package init(_ wishes: [Wish], settings: SelectionSettings, summary: TimelineSummary) {
    self.wishes = wishes
    self.settings = settings
    self.summary = summary
    chooser = MomentChooser(settings: settings.fitting(summary))
    seconds = WishedSeconds(wishes)
  }

  /// The moments with all seconds that wishes may have them reach, to be looked at for cuts.
  package func reaching(_ candidates: [Candidate]) -> [Candidate] {
    var unfulfilled: [Rejection] = []
    return candidates.map { candidate in
      var wide = candidate
      for case .move(let near, let start, let end) in wishes {
        let shown = EdgeFitter.neededSeconds(of: candidate, least: least)
        guard shown.contains(near) else { continue }
        wide.start = max(0, min(wide.start, start.place(from: wide.start)))
        wide.end = min(duration, max(wide.end, end.place(from: wide.end)))
      }
      return wide
    } + own(rejected: &unfulfilled)
  }

  /// The choice as it is wished.
  ///
  /// - Parameter choice: the audience's, with edges fitted or before that.
  /// - Returns: the moments, best first, and what was refused for a wish.
  package func fulfilled(_ choice: Choice) -> Choice {
    guard !wishes.isEmpty else { return choice }
    var (unfulfilled, rejected): ([Rejection], [Rejection]) = ([], [])
    let own = own(rejected: &unfulfilled)
    var left = choice.candidates.compactMap { trimmed($0, rejected: &rejected) }
    if !own.isEmpty {
      rejected += left.dropFirst(max(0, settings.count - own.count)).map {
        Rejection(
          of: $0,
          "wished clips and better ones fill the \(settings.count) of selection.count")
      }
      left = Array(left.prefix(max(0, settings.count - own.count)))
    }
    var wished = choice
    wished.candidates = MomentChooser.best(moved(own + left, rejected: &rejected))
    // What a person's own clip shows was not left out.
    wished.rejected =
      unfulfilled + (rejected + choice.rejected).filter { !seconds.isShownByOwn($0.start..<$0.end) }
    wished.reason =
      wished.candidates.isEmpty ? choice.reason ?? rejected.first.map(\.reason) : nil
    return wished
  }

  /// The moments that a person always wants; those on which too few stand are refused.
  private func own(rejected: inout [Rejection]) -> [Candidate] {
    seconds.own.compactMap { own in
      let end = min(own.span.upperBound, duration)
      guard own.span.lowerBound < end else { return nil }
      var candidate = chooser.candidate(from: own.span.lowerBound, to: end, in: summary)
      guard chooser.isTold(candidate.why) else {
        rejected.append(
          Rejection(
            start: candidate.start, end: candidate.end, score: nil,
            reason: Why.refusal + "\(own.wish): \(chooser.tooFew)"))
        return nil
      }
      candidate.why.chosenBy = nil
      candidate.why.note(own.wish)
      (candidate.why.startReason, candidate.why.endReason) = ("a wish", "a wish")
      candidate.isFixed = true
      return candidate
    }
  }
}

extension WishedMoments {
  /// What is left of a moment without the seconds that wishes take; `nil` where that is no clip.
  ///
  /// Its evidence is not judged again: rank and figures are those of all of it.
  private func trimmed(_ candidate: Candidate, rejected: inout [Rejection]) -> Candidate? {
    var left = candidate
    for taken in seconds.taken {
      let (low, high) = (milliseconds(taken.span.lowerBound), milliseconds(taken.span.upperBound))
      guard low < left.end, high > left.start else { continue }
      var (head, tail) = (left, left)
      (head.end, head.why.endReason) = (max(left.start, low), "a wish: \(taken.wish)")
      (tail.start, tail.why.startReason) = (min(left.end, high), "a wish: \(taken.wish)")
      let isHead = (head.shownCore, head.length) >= (tail.shownCore, tail.length)
      left = isHead ? head : tail
      left.why.note(taken.wish)
      left.why.shortened = nil
      let asked = min(settings.leastCore, candidate.length)
      guard left.length >= asked, left.shownCore > 0 else {
        let told = apart(left.length, asked, places: 1)
        let rest =
          left.shownCore > 0
          ? ": \(told[0]) s of it are left, \(told[1]) with some of its evidence are asked" : ""
        rejected.append(Rejection(of: candidate, "a wish: \(taken.wish)\(rest)"))
        return nil
      }
    }
    guard left != candidate else { return candidate }
    let rest = chooser.candidate(from: left.start, to: left.end, in: summary)
    guard chooser.isTold(rest.why) else {
      rejected.append(Rejection(of: candidate, "a wish: \(left.why.wish ?? ""): \(chooser.tooFew)"))
      return nil
    }
    left.coreStart = max(left.coreStart, left.start)
    left.coreEnd = min(left.coreEnd, left.end)
    return left
  }

  /// Moves edges.
  private func moved(_ candidates: [Candidate], rejected: inout [Rejection]) -> [Candidate] {
    var all = candidates
    for wish in wishes {
      guard case .move(let near, let start, let end) = wish,
        let index = all.firstIndex(where: { $0.start <= near && near < $0.end }),
        !all[index].isFixed
      else { continue }
      guard move(&all[index], (start, end), wish) else { continue }
      all[index].isMoved = true
      yield(to: all[index], wish, &all, &rejected)
    }
    return all
  }

  /// Moves a moment; whether anything of it is left.
  private func move(
    _ candidate: inout Candidate, _ edges: (start: WishedEdge, end: WishedEdge), _ wish: Wish
  ) -> Bool {
    var moved = candidate
    moved.start = milliseconds(max(0, edges.start.place(from: candidate.start)))
    moved.end = milliseconds(min(duration, edges.end.place(from: candidate.end)))
    moved.why.note(wish)
    moved.why.shortened = nil
    if !edges.start.isLeft { moved.why.startReason = "a wish" }
    if !edges.end.isLeft { moved.why.endReason = "a wish" }
    for other in seconds.taken {
      if other.span.upperBound <= candidate.start + 1e-6, other.span.upperBound > moved.start {
        moved.start = other.span.upperBound
        moved.why.startReason = Why.refusal + "'\(wish)' stops at '\(other.wish)'"
      }
      if other.span.lowerBound >= candidate.end - 1e-6, other.span.lowerBound < moved.end {
        moved.end = other.span.lowerBound
        moved.why.endReason = Why.refusal + "'\(wish)' stops at '\(other.wish)'"
      }
    }
    guard moved.length >= min(Self.leastSeconds, candidate.length) else {
      candidate.why.endReason = Why.refusal + "'\(wish)' leaves nothing of it"
      return false
    }
    candidate = moved
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
      let keepsLength = cut.length >= min(least, other.length)
      if other.isMoved ? cut.end > cut.start : keepsCore && keepsLength {
        all[index] = cut
      } else {
        all.remove(at: index)
        rejected.append(Rejection(of: other, "no room beside a wish: \(wish)"))
      }
    }
  }
}

extension Candidate {
  /// Seconds of its window.
  fileprivate var length: Double { milliseconds(end - start) }
  /// Seconds of its evidence that its window shows.
  fileprivate var shownCore: Double { max(0, min(end, coreEnd) - max(start, coreStart)) }
}
