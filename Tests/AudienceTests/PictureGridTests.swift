import Testing
import TestMaterial

@testable import Audience

/// Samples and rows use the same quantization.
@Suite struct PictureGridTests {
  /// Positions between steps, on steps, outside the frame and outside the range of values.
  private static let places: [Double] = [
    0, 0.5, 1, 0.12345, 0.99999, 1.7 / 8192, -1.7 / 8192, -0.3, 2.5 / 8192, 3.99995, 4, 5, -3.99995,
    -4, -77,
  ]

  private func sample(_ x: Double, _ happy: Float) -> SampleColumns {
    let point = PicturePoint(x: x, y: x)
    let scores = FaceScores(known: [.happy: Double(happy)])
    return SampleColumns([
      Sample(
        time: 0, gaze: .at(point, confidence: .full, movement: .unknown), face: .scores(scores))
    ])
  }

  @Test(arguments: places) func samplesAndRowsHaveTheSameSteps(place: Double) {
    let columns = sample(place, 0)
    let row = GazeRow(position: PicturePoint(x: place, y: place), weight: 1)
    #expect(columns.x == [row.x] && columns.y == [row.y])
    #expect(row.hasGaze)
  }

  @Test(arguments: places) func quantizedPositionsAreRestoredExactly(place: Double) {
    let step = SampleQuantization.step(place)
    #expect(SampleQuantization.step(SampleQuantization.position(step)) == step)
  }

  /// Imported files are recognised by these steps, so they must not change.
  @Test func stepsNeverChange() {
    let steps = [0, 4096, 8192, 1011, 8191, 1, -1, -2457, 2, 32767, 32767, 32767, -32767, -32767]
    #expect(Self.places.map(SampleQuantization.step) == steps.map(Int16.init) + [-32767])
    #expect(SampleQuantization.step(.nan) == 0)
  }

}
