import Support
import Testing

@Suite struct NearestTests {
  @Test(arguments: [
    ("cout", "count"), ("minimumlength", "minimumLength"), ("zebra", nil),
    // Six letters of 20 are another setting, not a slip; nor is half of a short word one.
    ("selection.strength", nil), ("sort", nil), ("selection.leastHold", "selection.leastHeld"),
    // The beginning of a longer name; of two the shorter.
    ("Mini", "minimumLength"), ("selection.l", "selection.length"), ("mi", nil),
  ])
  func nearestIsWhatWasMeant(word: String, meant: String?) {
    let candidates = [
      "count", "minimumLength", "preset", "selection.leastHeld", "selection.length",
    ]
    #expect(SpellingSuggestion.match(for: word, among: candidates) == meant)
  }
}
