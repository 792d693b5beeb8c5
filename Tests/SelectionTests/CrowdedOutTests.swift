import Audience
import EditDecisions
import Selection
import Testing

@Suite("Moments without room until cuts shorten other clips")
struct CrowdedOutTests {
  /// Two good moments and a weaker one between them, in 52 s.
  ///
  /// The minimum length is 13 s. The clips of the good moments leave 9 s between them.
  private static let summary = MadeUp.summary(
    seconds: 52,
    reacting: { time in
      switch time {
      case 16..<21, 38..<43: 18
      case 28..<33: 15
      default: 0
      }
    }, held: { _ in 18 })
  /// Cuts around all three moments.
  private static let cuts = [15.8, 21.1, 27.8, 33.2, 37.9, 43.3]

  private let fitter = EdgeFitter(settings: SelectionSettings(), duration: 52)

  private func choose() -> Choice { MomentChooser().choose(from: Self.summary) }

  private func fit(_ choice: Choice, _ cuts: [Double]) -> Choice {
    fitter.fit(choice, to: CutPoints(cuts: cuts), in: Self.summary)
  }

  @Test("a moment is added if cuts leave room for it, and the other clips do not change")
  func momentIsAdded() throws {
    let choice = choose()
    #expect(choice.candidates.map(\.coreStart) == [16, 38])
    #expect(choice.crowdedOut.map(\.coreStart) == [28])
    let refused = try #require(choice.rejection(at: 30))
    #expect(refused.reason.hasPrefix("too short: 9.0 s"), "\(refused)")
    let fitted = fit(choice, Self.cuts)
    #expect(fitted.candidates.map(\.start) == [15.8, 37.9, 27.8], "\(fitted)")
    #expect(fitted.candidates.map(\.end) == [21.1, 43.3, 33.2], "\(fitted)")
    #expect(fitted.candidates.last?.why.shortened?.hasPrefix("5.4 s, not 13.0, without") == true)
    #expect(fitted.rejection(at: 30) == nil && fitted.reason == nil)
    var without = choice
    without.crowdedOut = []
    #expect(fit(without, Self.cuts).candidates == Array(fitted.candidates.prefix(2)))
  }

  @Test("the rejection reports the room that the fitted clips leave")
  func rejectedForRoom() {
    // Without cuts the clips keep their planned lengths.
    let taken = fit(choose(), [])
    #expect(taken.candidates.count == 2)
    let clips = taken.candidates.sorted { $0.start < $1.start }
    let room = ((clips[1].start - clips[0].end) * 10).rounded() / 10
    #expect(
      taken.rejection(at: 30)?.reason
        == "too short: \(room) s of room next to other moments (minimum 13.0)")
    // The first clip ends at a cut, and still leaves less than the minimum length.
    let shot = fit(choose(), [14, 24.9])
    #expect(shot.candidates.map(\.end).min() == 24.9)
    #expect(shot.rejection(at: 30)?.reason != taken.rejection(at: 30)?.reason)
  }

  @Test("a rejection names the length of the fitted clip that covers the moment")
  func coveredByAnotherClip() {
    let summary = MadeUp.summary(
      seconds: 120, reacting: { (0..<6).contains($0) ? 18 : (9..<14).contains($0) ? 12 : 0 },
      held: { _ in 18 })
    let fitted = EdgeFitter(settings: SelectionSettings(), duration: 120).fit(
      MomentChooser().choose(from: summary), to: CutPoints(cuts: [15.7]), in: summary)
    #expect(
      fitted.rejection(at: 10)?.reason
        == "another moment contains these seconds: its clip lasts 15.7 s (minimum 15.0, "
        + "selection.minimumLength)")
  }

  @Test("no more clips are added than selection.count allows")
  func countLimitsAddedMoments() {
    var choice = choose()
    // The moment without room is better than the last one with room.
    choice.candidates[1].score = 0.1
    var settings = SelectionSettings()
    settings.count = 2
    let fitted = EdgeFitter(settings: settings, duration: 52)
      .fit(choice, to: CutPoints(cuts: Self.cuts), in: Self.summary)
    #expect(fitted.candidates.map(\.coreStart) == [16, 38])
    #expect(
      fitted.rejection(at: 30)?.reason
        == "moments placed before it fill selection.count (2)")
  }

  @Test("cuts are searched in all seconds that an added moment may show")
  func neededRanges() {
    let choice = choose()
    // The minimum length reaches back from the core's end and on from its start. The margin is 2.5
    // s.
    let ranges = fitter.neededRanges(for: choice.possibleMoments(SelectionSettings()))
    #expect(ranges.contains { $0.lowerBound <= 17.5 && $0.upperBound >= 43.5 }, "\(ranges)")
    var settings = SelectionSettings()
    settings.count = 2
    #expect(choice.possibleMoments(settings) == choice.candidates)
  }

  @Test("a moment that was added later needs no change")
  func addedMoment() throws {
    let choice = choose()
    let search = ChangeSearch(
      summary: Self.summary, settings: SelectionSettings(), placed: choice.crowdedOut)
    #expect(try search.changes(for: 28..<33, settable: ["selection.minimumLength"]).isEmpty)
    let without = ChangeSearch(summary: Self.summary, settings: SelectionSettings())
    #expect(try !without.changes(for: 28..<33, settable: ["selection.minimumLength"]).isEmpty)
  }
}
