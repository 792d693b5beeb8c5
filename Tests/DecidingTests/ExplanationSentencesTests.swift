import Audience
import Testing

@testable import Deciding
@testable import Selection

@Suite struct ExplanationSentencesTests {
  @Test(arguments: [(1, "now at most 1"), (1.74, "now 1.7"), (4, "now 4.0")])
  func neededReactionsArePrintedWithTheCurrentNumber(now: Double, expected: String) {
    let change = Change.reacting(.init(more: 3, of: 12, now: now, emotion: .happy))
    #expect(
      ExplanationSentences.sentence(change)
        == "3 more of the 12 viewers would have to react (happy; \(expected))")
  }

  @Test func neededGazePointsArePrintedWithTheCoverage() {
    var held = Change.MoreGazeCoverage(more: 4, of: 15, share: 0.6, now: 0.43)
    let words = "4 more of the 15 would have to look where the others look: gaze coverage 60 %"
    #expect(ExplanationSentences.sentence(.held(held)) == words + " (now 43 %)")
    let reacting = Change.MoreReacting(more: 2, of: 12, now: 0, emotion: .surprise)
    #expect(
      ExplanationSentences.sentence(.both(reacting, held))
        == "2 more of the 12 viewers would have to react (surprise; now 0.0), and " + words
        + " (now 43 %)")
    held.now = nil
    #expect(ExplanationSentences.sentence(.held(held)) == words)
  }

  @Test func excludingWishIsNamed() {
    #expect(
      ExplanationSentences.sentence(.wish("never 1:00-1:15"))
        == "the override 'never 1:00-1:15' prevents it; without it this would be chosen")
  }
}
