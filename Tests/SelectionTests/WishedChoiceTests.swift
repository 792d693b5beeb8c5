import Audience
import EditDecisions
import Overrides
@testable import Selection
import Testing

@Suite("Choosing with overrides")
struct WishedChoiceTests {
  /// Four minutes with delight at 60 to 72 and 150 to 170 s.
  private static let timeline = MadeUp.delight([60..<72, 150..<170])

  private func choose(
    _ wishes: String..., from timeline: TimelineSummary = timeline,
    _ change: (inout SelectionSettings) -> Void = { _ in }
  ) throws -> Choice {
    var settings = SelectionSettings()
    change(&settings)
    return WishApplication(
      try wishes.map { try Wish(text: $0) }, settings: settings, summary: timeline
    ).applyingWishes(MomentChooser(settings: settings).choose(from: timeline))
  }

  /// Fits the edges to `cuts`, then applies the overrides.
  private func decide(_ wishes: String..., cuts: [Double] = []) throws -> Choice {
    var choice = MomentChooser().choose(from: Self.timeline)
    choice.candidates = EdgeFitter(settings: SelectionSettings(), duration: 240)
      .fit(choice.candidates, to: CutPoints(cuts: cuts))
    return WishApplication(
      try wishes.map { try Wish(text: $0) }, settings: SelectionSettings(),
      summary: Self.timeline
    ).applyingWishes(choice)
  }

  @Test("without overrides nothing changes")
  func withoutOverrides() throws {
    #expect(try choose() == MomentChooser().choose(from: Self.timeline))
  }

  @Test("never at the start or end of a clip trims it, and other clips stay")
  func neverAtTheEdges() throws {
    let before = try decide()
    let (best, other) = (before.candidates[0], before.candidates[1])
    // 4 s at each end, including a part of the core; then half of the clip.
    let (cut, begin) = (best.end - 4, best.start + 4)
    let half = (best.start + best.end) / 2
    for (span, start, end) in [
      (cut...(best.end + 2), best.start, cut), ((best.start - 2)...begin, begin, best.end),
      (half...(best.end + 2), best.start, half),
    ] {
      let wish = Wish.never(span)
      let after = try decide("\(wish)")
      let trimmed = after.candidates[0]
      #expect(after.candidates.count == 2 && after.candidates[1] == other, "\(wish)")
      #expect((trimmed.start, trimmed.end) == (start, end), "\(wish)")
      // Score and figures of the core stay.
      #expect(trimmed.score == best.score && trimmed.why.reactingShare == best.why.reactingShare)
      #expect(trimmed.why.wish == "\(wish)" && trimmed.why.chosenBy == "wish")
      #expect(trimmed.coreStart >= trimmed.start && trimmed.coreEnd <= trimmed.end)
      #expect(after.rejected == before.rejected)
    }
  }

  @Test("never next to a clip changes nothing")
  func neverNextToAClip() throws {
    let before = try decide()
    let best = before.candidates[0]
    #expect(try decide("\(Wish.never(best.end...(best.end + 9)))") == before)
  }

  @Test("never over nearly all of a clip removes it, and the reason gives the rest")
  func neverOverNearlyAll() throws {
    let all = try decide("never 0:50-1:20")
    #expect(all.candidates.count == 1)
    #expect(all.rejected.first?.reason == "override: never 0:50-1:20")
    let before = try decide()
    let best = before.candidates[0]
    let most = try decide("\(Wish.never((best.start + 3)...best.end))")
    #expect(most.candidates.map(\.coreStart) == [before.candidates[1].coreStart])
    #expect(
      most.rejected.first?.reason.contains(
        ": 3.0 s remain (needed 5.0 s with a part of the core)") == true)
    let little = try decide("\(Wish.never((best.start + 4.96)...best.end))")
    #expect(
      little.rejected.first?.reason.contains(
        ": 4.96 s remain (needed 5.00 s with a part of the core)") == true)
    // No other clip takes the place of a vetoed one.
    let veto = "\(Wish.never(best.start...best.end))"
    let none = try choose(veto) { $0.count = 1 }
    #expect(none.candidates.isEmpty && none.reason == "override: \(veto)")
  }

  @Test("never in the middle leaves the part with more evidence")
  func neverInTheMiddle() throws {
    let part = try decide("never 2:31-2:34")
    let later = try #require(part.candidates.max { $0.start < $1.start })
    #expect(later.start == 154 && later.coreStart == 154 && later.coreEnd == 170)
    #expect(later.why.startReason == "override: never 2:31-2:34")
    // A clip does not grow over a vetoed range next to it.
    let beside = try decide("never 0:50-0:59", cuts: [58.5])
    let first = try #require(beside.candidates.min { $0.start < $1.start })
    #expect(first.start == 59 && first.why.startReason == "override: never 0:50-0:59")
  }

  @Test("always gives exactly its range, comes first and has its own figures")
  func alwaysGivesItsRange() throws {
    let choice = try choose("always 1:40-1:43") { $0.count = 2 }
    #expect(choice.candidates.count == 2)
    let own = try #require(choice.candidates.first { $0.why.chosenBy == "wish" })
    #expect(own.start == 100 && own.end == 103 && own.isFixed)
    #expect(own.why.wish == "always 1:40-1:43" && own.why.viewers == 20)
    #expect(own.why.startReason == "an override" && own.why.endReason == "an override")
    #expect(
      choice.rejected.first?.reason
        == "overrides and better moments fill selection.count (2)")
    // It replaces the chosen moment there, which is not reported as rejected.
    let over = try choose("always 1:02-1:20")
    #expect(over.candidates.count == 2)
    #expect(!over.rejected.contains { $0.start < 80 && $0.end > 62 })
  }

  @Test("always on a chosen moment keeps its core, figures and rank")
  func alwaysOnAChosenMoment() throws {
    let before = try decide()
    let best = before.candidates[0]
    for shift in [0, 0.02] {
      let after = try decide("\(Wish.always((best.start + shift)...(best.end + shift)))")
      let own = after.candidates[0]
      #expect(after.candidates.count == 2 && own.isFixed)
      #expect(abs(own.start - best.start - shift) < 1e-6)
      // A start within a frame of the core shortens the core.
      #expect(own.coreStart == max(best.coreStart, own.start))
      #expect(own.coreEnd == best.coreEnd && own.score == best.score)
      var why = own.why
      (why.chosenBy, why.wish) = (nil, nil)
      (why.startReason, why.endReason) = (best.why.startReason, best.why.endReason)
      why.shortened = best.why.shortened
      #expect(why == best.why)
    }
    // A range that begins inside the core has figures of its own.
    let part = try decide("\(Wish.always((best.coreStart + 2)...best.end))")
    let own = try #require(part.candidates.first { $0.isFixed })
    #expect(own.coreStart == best.coreStart + 2)
  }

  @Test("always with too few viewers is rejected with a reason")
  func alwaysWithTooFewViewers() throws {
    let choice = try choose(
      "always 1:40-1:43", from: MadeUp.delight([60..<72], viewers: 4, of: 4))
    #expect(choice.candidates.isEmpty)
    let reason = try #require(choice.rejected.first?.reason)
    #expect(reason.hasPrefix("cannot be: always 1:40-1:43: fewer than 5 viewers"))
    #expect(choice.rejected.first?.score == nil)
  }

  @Test("always needs neither evidence nor faces")
  func alwaysWithoutFaces() throws {
    let gaze = MadeUp.summary(
      seconds: 60, viewers: 9, reacting: { _ in 0 }, held: { _ in 3 }, withFace: false)
    let choice = try choose("always 0:20-0:25", from: gaze)
    #expect(choice.candidates.map(\.start) == [20] && choice.reason == nil)
  }

  @Test("move changes only the edges of the moment at its time")
  func moveEdges() throws {
    let before = try decide()
    let after = try decide("move 1:05 start -2 end +1.5")
    let old = try #require(before.candidates.first { $0.coreStart < 100 })
    let new = try #require(after.candidates.first { $0.coreStart < 100 })
    #expect(new.start == old.start - 2 && new.end == old.end + 1.5)
    #expect(new.coreStart == old.coreStart && new.why.wish == "move 1:05 start -2 end +1.5")
    let others = [before, after].map { $0.candidates.first { $0.coreStart > 100 } }
    #expect(others[0] == others[1])
    #expect(try decide("move 3:50 start -2").candidates == before.candidates)
  }

  @Test("move accepts a play time as well as seconds")
  func moveToAPlayTime() throws {
    let moved = try decide("move 1:05 start 0:56.5 end +1").candidates.first { $0.coreStart < 100 }
    let old = try #require(try decide().candidates.first { $0.coreStart < 100 })
    #expect(moved?.start == 56.5 && moved?.end == old.end + 1)
    #expect(moved?.why.startReason == "an override")
  }

  @Test("a moved clip shortens its neighbour, or replaces it if its core does not fit")
  func moveOverNeighbour() throws {
    let pushed = try decide("move 1:05 end +70")
    let later = try #require(pushed.candidates.max { $0.start < $1.start })
    let earlier = try #require(pushed.candidates.min { $0.start < $1.start })
    #expect(later.start >= earlier.end && later.end - later.start >= 15)
    let dropped = try decide("move 1:05 end +90")
    #expect(dropped.candidates.count == 1)
    #expect(
      dropped.rejected.contains { $0.reason == "no room next to an override: move 1:05 end +90" })
  }

  @Test("move stops at the range of another override, and reports it")
  func moveIntoAnotherOverride() throws {
    let choice = try decide("never 1:30-1:40", "move 1:05 end +60")
    let first = try #require(choice.candidates.min { $0.start < $1.start })
    #expect(first.end == 90)
    #expect(first.why.endReason == "cannot be: 'move 1:05 end +60' stops at 'never 1:30-1:40'")
    // If nothing is left outside the other range, the clip stays.
    let beyond = try decide("never 0:20-0:30", "move 1:05 start 0:10 end 0:15")
    let stayed = try #require(beyond.candidates.min { $0.start < $1.start })
    let before = try #require(try decide().candidates.min { $0.start < $1.start })
    #expect((stayed.start, stayed.end) == (before.start, before.end))
    #expect(
      stayed.why.endReason == "cannot be: 'move 1:05 start 0:10 end 0:15' leaves nothing of it")
    let nothing = try decide("move 1:05 end -60")
    #expect(nothing.candidates.contains { $0.why.endReason?.hasPrefix("cannot be") == true })
  }
}
