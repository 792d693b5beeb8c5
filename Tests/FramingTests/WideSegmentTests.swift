import Audience
import EditDecisions
import Support
import TestMaterial
import Testing

@testable import Framing

@Suite("Wider layouts for what one window does not hold")
struct WideSegmentTests {
  /// Twenty-four viewers of whom 15 % look elsewhere at a time; `place` says where the others look.
  ///
  /// `median` is the median of each viewer's gaze points in a time bin, if it is another place.
  private func segments(
    seed: UInt64, layouts: Set<Layout.Kind> = [.crop, .stack, .fit], median: PicturePoint? = nil,
    _ place: (_ time: Double, _ viewer: Int, _ random: inout SeededGenerator) -> PicturePoint
  ) -> [WideSegment] {
    var random = SeededGenerator(seed: seed)
    let bins = (0..<16).map { bin in
      (0..<24).map { viewer in
        let time = TimeBins.middle(of: bin)
        var point = place(time, viewer, &random)
        func noise() -> Double { 0.02 * (0..<4).reduce(0) { sum, _ in sum + spread(&random) } }
        if Double.random(in: 0..<1, using: &random) < 0.15 {
          point = anywhere(&random)
        }
        let seen = PicturePoint(x: point.x + noise(), y: point.y + noise())
        var row = GazeRow(position: median ?? seen, weight: 1)
        row.glance(at: seen)
        return row
      }
    }
    let request = FramingMaterial.request(
      GazeTimeline(bins: bins), layouts: layouts)
    return wideSegments(in: [0..<16], request)
  }

  private func spread(_ random: inout SeededGenerator) -> Double {
    Double.random(in: -1...1, using: &random)
  }

  private func anywhere(_ random: inout SeededGenerator) -> PicturePoint {
    PicturePoint(
      x: Double.random(in: 0...1, using: &random), y: Double.random(in: 0...1, using: &random))
  }

  @Test("two things far apart are a stack", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func stack(seed: UInt64) throws {
    let found = segments(seed: seed) { _, viewer, _ in
      PicturePoint(x: viewer % 2 == 0 ? 0.2 : 0.8, y: 0.45)
    }
    let segment = try #require(found.first)
    #expect(segment.layout == "stack" && segment.bins == 0..<16)
    #expect(segment.held >= 0.8 && segment.held < 0.98)
  }

  @Test("a line of text is a wide crop", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func line(seed: UInt64) throws {
    let found = segments(seed: seed) { _, _, random in
      PicturePoint(x: Double.random(in: 0.25...0.75, using: &random), y: 0.6)
    }
    #expect(found.first?.layout == "wide" && (found.first?.held ?? 0) >= 0.8)
    let narrow = segments(seed: seed, layouts: [.crop, .stack]) { _, _, random in
      PicturePoint(x: Double.random(in: 0.25...0.75, using: &random), y: 0.6)
    }
    #expect(narrow == [])
  }

  @Test(
    "scattered gaze, four things and the middle of the frame are no wide thing",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func scattered(seed: UInt64) {
    #expect(segments(seed: seed) { _, _, random in anywhere(&random) } == [])
    #expect(
      segments(seed: seed) { _, viewer, _ in
        PicturePoint(x: 0.125 + 0.25 * Double(viewer % 4), y: 0.5)
      } == [])
    #expect(
      segments(seed: seed) { _, _, random in
        func middle() -> Double { 0.5 + 0.2 * (spread(&random) + spread(&random)) }
        return PicturePoint(x: middle(), y: middle())
      } == [])
  }

  /// The median of 30 samples all over the frame is near the middle, for every viewer.
  @Test(
    "viewers who look all over the frame within half a second are no wide thing",
    arguments: [1, 2, 3, 4, 5] as [UInt64])
  func restless(seed: UInt64) {
    let middle = PicturePoint(x: 0.5, y: 0.5)
    #expect(segments(seed: seed, median: middle) { _, _, random in anywhere(&random) } == [])
  }
}
