import Support
import Testing

@Suite struct SpellingSuggestionTests {
  @Test(arguments: [
    ("cout", "count"), ("minimumlength", "minimumLength"), ("zebra", nil),
    // Too many letters differ for a typing error: six of 20, or half of a short word.
    ("selection.strength", nil), ("sort", nil), ("selection.leastHold", "selection.leastHeld"),
    // The beginning of a longer name; of two the shorter.
    ("Mini", "minimumLength"), ("selection.l", "selection.length"), ("mi", nil),
  ])
  func closestNameIsSuggested(word: String, suggestion: String?) {
    let candidates = [
      "count", "minimumLength", "preset", "selection.leastHeld", "selection.length",
    ]
    #expect(SpellingSuggestion.match(for: word, among: candidates) == suggestion)
  }
}
