import Audience
import Testing

@testable import Library

@Suite struct SampleBlobTests {
  private func roundTrip(_ samples: SampleColumns) -> SampleColumns? {
    SampleBlob.encode(samples).withUnsafeBytes(SampleBlob.decode)
  }

  @Test(arguments: [0.5, 0.033, 1000, 40_000])
  func everyWidthOfTimeComesBack(_ step: Double) {
    for count in 0..<5 {
      let samples = SampleColumns(
        (0..<count).map { Sample(time: Double($0 * $0 % 3) * step, gaze: .lost, face: .lost) })
      #expect(roundTrip(samples) == samples)
    }
  }

  @Test func aConstantColumnCostsNothing() {
    let samples = SampleColumns((0..<1000).map { Sample(time: Double($0) * 0.1, gaze: .lost) })
    #expect(SampleBlob.encode(samples).count < 60)
    #expect(roundTrip(samples) == samples)
  }

  @Test func everyTruncationIsRefused() {
    let bytes = SampleBlob.encode(session(count: 9).samples)
    for length in 0..<bytes.count {
      #expect(Array(bytes[..<length]).withUnsafeBytes(SampleBlob.decode) == nil)
    }
  }
}
