import EditDecisions
import Testing

@Suite struct NearestTests {
  @Test(arguments: [("cout", "count"), ("minimumlength", "minimumLength"), ("zebra", nil)])
  func nearestIsWhatWasMeant(word: String, meant: String?) {
    #expect(Nearest.match(for: word, among: ["count", "minimumLength", "preset"]) == meant)
  }
}
