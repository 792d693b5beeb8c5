import Audience
import Testing

@testable import Nightly
@testable import Selection

/// The sentences of an explanation.
@Suite struct ExplanationWordsTests {
  @Test(arguments: [(0.4, "none does now"), (1.9, "1 does now"), (4.1, "4 do now")])
  func viewersAreWhole(now: Double, expected: String) {
    let change = Change.reacting(
      .init(more: 3, of: 12, now: now, emotion: .happy, strength: 0.6))
    #expect(ExplanationWords.sentence(change).hasSuffix("; \(expected))"))
  }

  @Test func aWishThatIsInTheWayIsNamed() {
    #expect(
      ExplanationWords.sentence(.wish("never 1:00-1:15"))
        == "a wish stands in its way: 'never 1:00-1:15'; without it this would be chosen")
  }
}
