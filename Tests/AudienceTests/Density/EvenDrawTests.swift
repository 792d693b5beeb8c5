import Audience
import Testing

@Suite("An even draw of at most so many")
struct EvenDrawTests {
  @Test(
    "never more than the most: 319 of at most 160 were 319",
    arguments: [0, 1, 159, 160, 161, 319, 320, 9999])
  func atMost(count: Int) {
    let drawn = evenlySpacedIndices(of: count, atMost: 160)
    #expect(drawn.count == min(count, 160) && Set(drawn).count == drawn.count)
    #expect(drawn == drawn.sorted() && drawn.allSatisfy { $0 >= 0 && $0 < count })
    let steps = zip(drawn, drawn.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? 0) - (steps.min() ?? 0) <= 1)
  }

  @Test("none of none, and none at most are none")
  func none() {
    #expect(
      evenlySpacedIndices(of: -1, atMost: 5).isEmpty
        && evenlySpacedIndices(of: 5, atMost: 0).isEmpty)
  }
}
