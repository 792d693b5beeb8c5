import Testing

@testable import Audience

@Suite struct TimeBinsTests {
  @Test(arguments: [
    (40, 80), (40.000_000_000_000_01, 80), (40.001, 81), (0, 0), (0.04, 1), (-1, 0),
  ])
  func roundingErrorsOfADurationAddNoTimeBin(duration: Double, count: Int) {
    #expect(TimeBins.count(for: duration) == count)
  }
}
