import Testing

@testable import Selection

/// The number of values tried does not grow with the audience.
@Suite struct ChangeStepsTests {
  @Test(arguments: [(1, 1), (100, 37), (128, 128), (129, 2), (10_000, 71), (99_999, 99_999)])
  func smallestValueIsFoundInAtMostEightTries(most: Int, wanted: Int) throws {
    var tried: [Int] = []
    let found = try #require(
      smallestStep(upTo: most) {
        tried.append($0)
        return $0 >= wanted
      })
    // Halving 128 seven times gives one. The largest value is tried first.
    #expect(tried.count <= 8)
    #expect(found >= wanted && found - wanted <= most / 128)
    #expect(tried.contains(found), "the reported value was tried")
    #expect(most > 128 || found == wanted)
    #expect(tried.allSatisfy { (1...most).contains($0) })
    #expect(smallestStep(upTo: most) { _ in false } == nil)
  }
}
