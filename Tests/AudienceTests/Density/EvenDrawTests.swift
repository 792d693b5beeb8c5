import Audience
import Testing

@Suite("Evenly spaced indices")
struct EvenDrawTests {
  @Test(
    "indices are evenly spaced, and never more than the maximum",
    arguments: [0, 1, 159, 160, 161, 319, 320, 9999])
  func evenSpacing(count: Int) {
    let drawn = evenlySpacedIndices(of: count, atMost: 160)
    #expect(drawn.count == min(count, 160) && Set(drawn).count == drawn.count)
    #expect(drawn == drawn.sorted() && drawn.allSatisfy { $0 >= 0 && $0 < count })
    let steps = zip(drawn, drawn.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? 0) - (steps.min() ?? 0) <= 1)
  }

  @Test("an empty range or a maximum of 0 gives no indices")
  func emptyRange() {
    #expect(
      evenlySpacedIndices(of: -1, atMost: 5).isEmpty
        && evenlySpacedIndices(of: 5, atMost: 0).isEmpty)
  }
}
