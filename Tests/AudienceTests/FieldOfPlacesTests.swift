import TestMaterial
import Testing

@testable import Audience

@Suite("What the places alone give is no agreement")
struct FieldOfPlacesTests {
  /// Sixteen viewers over 160 seconds: everybody looks at the middle in one half of the bins and
  /// anywhere in the other; for ten seconds all look at a corner, for ten more all at the middle.
  private var timeline: AudienceTimeline {
    var random = Places()
    var folder = TimelineFolder(duration: 160, aspect: 16.0 / 9)
    for _ in 0..<16 {
      let samples = (0..<320).map { index in
        let time = Double(index) / 2
        let point =
          switch time {
          case 50..<60: random.near(0.15, 0.2)
          case 100..<110: random.near(0.5, 0.5)
          default:
            random.next() < 0.6 ? random.near(0.5, 0.5) : (random.next(), random.next())
          }
        return Sample(
          time: time + 0.25,
          gaze: .at(
            PicturePoint(x: point.0, y: point.1), confidence: .full, movement: .unknown))
      }
      folder.add(viewer: [SampleColumns(samples)])
    }
    return folder.timeline()
  }

  @Test("a gathering at the place of habit stands out less than one elsewhere")
  func habit() throws {
    let bins = timeline.bins
    func above(_ seconds: Range<Int>) throws -> Double {
      let figures = try (seconds.lowerBound * 2..<seconds.upperBound * 2).map {
        try #require(bins[$0].agreement)
      }
      return figures.reduce(0) { $0 + $1.value - $1.byChance } / Double(figures.count)
    }
    let corner = try above(51..<59)
    let middle = try above(101..<109)
    // Pairs agree alike in both; what the middle gives anyway is taken away from it alone.
    #expect(corner > 0.5 && middle < 0.5 * corner, "\(corner), \(middle)")
    #expect(abs(try above(10..<40)) < 0.1)
  }

  /// A small generator: a test's places are the same on every machine.
  private struct Places {
    private var generator = SeededGenerator(seed: 7)

    mutating func next() -> Double { generator.unit() }

    mutating func near(_ x: Double, _ y: Double) -> (Double, Double) {
      (x + 0.04 * (next() - 0.5), y + 0.04 * (next() - 0.5))
    }
  }
}
