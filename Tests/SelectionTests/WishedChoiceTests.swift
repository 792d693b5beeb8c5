import Audience
import EditDecisions
import Selection
import Testing

/// What a person wishes holds exactly; the audience decides the rest.
@Suite("Choosing with wishes")
struct WishedChoiceTests {
  /// Four minutes with delight at 60 to 72 and 150 to 170 seconds.
  private static let timeline = MadeUp.delight([60..<72, 150..<170])

  private func choose(
    _ wishes: String..., from timeline: TimelineSummary = timeline,
    _ change: (inout SelectionSettings) -> Void = { _ in }
  ) throws -> Choice {
    var settings = SelectionSettings()
    change(&settings)
    return MomentChooser(settings: settings, wishes: try wishes.map { try Wish(text: $0) })
      .choose(from: timeline)
  }

  /// Fits edges to nothing in particular, then moves them.
  private func decide(_ wishes: String..., cuts: [Double] = []) throws -> Choice {
    let wishes = try wishes.map { try Wish(text: $0) }
    var choice = MomentChooser(wishes: wishes).choose(from: Self.timeline)
    let fitter = EdgeFitter(settings: SelectionSettings(), duration: 240, wishes: wishes)
    let edges = WishedEdges(wishes, settings: SelectionSettings(), duration: 240)
    let fitted = fitter.fit(choice.candidates, to: EdgeMaterial(cuts: cuts))
    choice.candidates = edges.moved(fitted, rejected: &choice.rejected)
    return choice
  }

  @Test("without wishes nothing changes")
  func none() throws {
    #expect(try choose() == MomentChooser().choose(from: Self.timeline))
  }

  @Test("never: no window shows any of it, and the reason names the wish")
  func never() throws {
    let all = try choose("never 1:00-1:10")
    #expect(all.candidates.count == 1)
    #expect(all.rejected.first?.reason == "a wish: never 1:00-1:10")
    // What is left of the longer one is a moment by itself.
    let part = try choose("never 2:30-2:36")
    let later = try #require(part.candidates.max { $0.start < $1.start })
    #expect(later.coreStart >= 156 && later.start >= 156 && later.end - later.start >= 15)
    // Beside a core it is a wall that nothing reaches over.
    let beside = try decide("never 0:50-0:59", cuts: [58.5])
    let first = try #require(beside.candidates.min { $0.start < $1.start })
    #expect(first.start == 59 && first.why.startReason == "a wish: never 0:50-0:59")
  }

  @Test("always: just these seconds, above the ceiling's others, with their own figures")
  func always() throws {
    let choice = try choose("always 1:40-1:43") { $0.count = 2 }
    #expect(choice.candidates.count == 2)
    let own = try #require(choice.candidates.first { $0.why.chosenBy == "wish" })
    #expect(own.start == 100 && own.end == 103 && own.isFixed)
    #expect(own.why.wish == "always 1:40-1:43" && own.why.viewers == 20)
    let fitted = EdgeFitter(settings: SelectionSettings(), duration: 240)
      .fit(choice.candidates, to: EdgeMaterial(cuts: [99.5, 103.2]))
    #expect(fitted.first { $0.isFixed }?.start == 100)
    #expect(fitted.first { $0.isFixed }?.end == 103)
    // It takes its seconds from whatever the audience would choose there.
    let over = try choose("always 1:02-1:20")
    #expect(over.candidates.count == 2)
    #expect(over.rejected.first?.reason == "a wish: always 1:02-1:20")
  }

  @Test("always keeps the minimum of viewers, and is told where it does not")
  func alwaysOfFew() throws {
    let choice = try choose(
      "always 1:40-1:43", from: MadeUp.delight([60..<72], viewers: 4, of: 4))
    #expect(choice.candidates.isEmpty)
    let reason = try #require(choice.rejected.first?.reason)
    #expect(reason.hasPrefix("cannot be: always 1:40-1:43: fewer than 5 viewers"))
    #expect(choice.rejected.first?.score == nil)
  }

  @Test("always needs no evidence, and none of the side that nobody told")
  func alwaysWithoutFaces() throws {
    let gaze = MadeUp.summary(
      seconds: 60, viewers: 9, reacting: { _ in 0 }, held: { _ in 3 }, withFace: false)
    let choice = try choose("always 0:20-0:25", from: gaze)
    #expect(choice.candidates.map(\.start) == [20] && choice.reason == nil)
  }

  @Test("move: the edges of the moment there, and of no other")
  func move() throws {
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

  @Test("move: a neighbour gives way, and is refused where its core is not left")
  func moveOverNeighbour() throws {
    let pushed = try decide("move 1:05 end +70")
    let later = try #require(pushed.candidates.max { $0.start < $1.start })
    let earlier = try #require(pushed.candidates.min { $0.start < $1.start })
    #expect(later.start >= earlier.end && later.end - later.start >= 15)
    let dropped = try decide("move 1:05 end +90")
    #expect(dropped.candidates.count == 1)
    #expect(dropped.rejected.contains { $0.reason == "no room beside a wish: move 1:05 end +90" })
  }

  @Test("move: stops at what another wish holds, and says so")
  func moveIntoAnother() throws {
    let choice = try decide("never 1:30-1:40", "move 1:05 end +60")
    let first = try #require(choice.candidates.min { $0.start < $1.start })
    #expect(first.end == 90)
    #expect(first.why.endReason == "cannot be: 'move 1:05 end +60' stops at 'never 1:30-1:40'")
    let nothing = try decide("move 1:05 end -60")
    #expect(nothing.candidates.contains { $0.why.endReason?.hasPrefix("cannot be") == true })
  }
}
