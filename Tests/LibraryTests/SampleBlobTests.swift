import Audience
import TestMaterial
import Testing

@testable import Library

@Suite struct SampleBlobTests {
  private func roundTrip(_ samples: SampleColumns) -> SampleColumns? {
    SampleBlob.encode(samples).withUnsafeBytes(SampleBlob.decode)
  }

  @Test(arguments: [0.5, 0.033, 1000, 40_000])
  func samplesWithAnyTimeStepAreRestored(_ step: Double) {
    for count in 0..<5 {
      let samples = SampleColumns(
        (0..<count).map { Sample(time: Double($0 * $0 % 3) * step, gaze: .lost, face: .lost) })
      #expect(roundTrip(samples) == samples)
    }
  }

  @Test func constantColumnTakesNoSpace() {
    let samples = SampleColumns((0..<1000).map { Sample(time: Double($0) * 0.1, gaze: .lost) })
    #expect(SampleBlob.encode(samples).count < 60)
    #expect(roundTrip(samples) == samples)
  }

  /// Imports recognise files by these bytes, so the encoding must not change.
  ///
  /// The test writes them column by column.
  @Test(arguments: [(0.5, 2), (0.1, 1), (40, 4)])
  func encodingNeverChanges(_ step: Double, width: Int) {
    let happy = (0..<200).map { UInt8($0 * 37 % 256) }
    let samples = SampleColumns(
      (0..<200).map {
        Sample(
          time: Double($0) * step, gaze: .lost,
          face: .scores(FaceScores(known: [.happy: Double(happy[$0]) / 255, .sad: 0])))
      })
    var writer = BlobWriter()
    writer.append(UInt8(2))
    writer.append(UInt32(200))
    writer.append(Int32(0))
    writer.append(UInt8(width))
    let steps = [Int32](repeating: Int32(step * 1000), count: 199)
    switch width {
    case 1: writer.append(column: steps.map { Int8($0) })
    case 2: writer.append(column: steps.map { Int16($0) })
    default: writer.append(column: steps)
    }
    for _ in 0..<2 { writer.append(column: [Int16](repeating: 0, count: 200)) }
    writer.append(column: [UInt8](repeating: 1 | 2 << 6, count: 200))
    writer.append(column: [UInt8](repeating: 1 << 3 | 1 << 4, count: 200))
    for lane in 0..<7 {
      writer.append(column: lane == 3 ? happy : [UInt8](repeating: 0, count: 200))
    }
    #expect(SampleBlob.encode(samples) == writer.bytes)
    #expect(roundTrip(samples) == samples)
  }

  @Test func truncatedBlobsAreRejected() {
    let bytes = SampleBlob.encode(session(count: 9).samples)
    for length in 0..<bytes.count {
      #expect(Array(bytes[..<length]).withUnsafeBytes(SampleBlob.decode) == nil)
    }
  }
}
