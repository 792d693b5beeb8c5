import Audience
import TestMaterial
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

  /// By these bytes a file is known again: they are those of every gazecut since untold classes are
  /// untold, written here column by column.
  @Test(arguments: [(0.5, 2), (0.1, 1), (40, 4)])
  func theBytesStayWhatTheyWere(_ step: Double, width: Int) {
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

  /// Bytes as gazecuts wrote them that shared out what was untold.
  private func bytesOfShares(_ faces: [[UInt8]]) -> [UInt8] {
    var writer = BlobWriter()
    writer.append(UInt8(1))
    writer.append(UInt32(faces.count))
    writer.append(Int32(0))
    writer.append(UInt8(2))
    writer.append(column: [Int16](repeating: 500, count: faces.count - 1))
    writer.append(column: [Int16](repeating: 0, count: faces.count))
    writer.append(column: [Int16](repeating: 0, count: faces.count))
    writer.append(column: [UInt8](repeating: 2 << 6, count: faces.count))
    for lane in 0..<7 { writer.append(column: faces.map { $0[lane] }) }
    return writer.bytes
  }

  /// In an old library {"happy": .92} gave each other class (1 − .92) / 6: 3 of 255.
  @Test func sharesOfAnOldLibraryBecomeUntold() throws {
    let laugh: [UInt8] = [3, 3, 3, 235, 3, 3, 3]
    let calm: [UInt8] = [8, 8, 8, 8, 8, 8, 204]
    let read = try #require(
      bytesOfShares([laugh, calm, laugh]).withUnsafeBytes(SampleBlob.decode))
    #expect(read.told == [1 << 3, 1 << 6, 1 << 3])
    guard case .scores(let scores) = read[0].face else { return #expect(Bool(false)) }
    #expect(scores[.surprise] == 0 && abs(scores[.happy] - 0.92) < 0.003)
  }

  @Test func scoresOfAllClassesStayTold() throws {
    let faces: [[UInt8]] = [[10, 20, 30, 100, 40, 25, 30], [3, 3, 3, 235, 3, 3, 3]]
    let read = try #require(bytesOfShares(faces).withUnsafeBytes(SampleBlob.decode))
    #expect(read.told == [0x7F, 0x7F])
    // What was 0 throughout told nothing: a table gave its remainder to neutral.
    let smiles = bytesOfShares([[0, 0, 0, 30, 0, 0, 225], [0, 0, 0, 200, 0, 0, 55]])
    #expect(try #require(smiles.withUnsafeBytes(SampleBlob.decode)).told == [0x48, 0x48])
  }

  @Test func everyTruncationIsRefused() {
    let bytes = SampleBlob.encode(session(count: 9).samples)
    for length in 0..<bytes.count {
      #expect(Array(bytes[..<length]).withUnsafeBytes(SampleBlob.decode) == nil)
    }
  }
}
