import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("How far instants are shrunk to what surrounds them")
struct ShrinkageTests {
  /// Looks of `viewers` around places, with a deviation, half a second each.
  private func looks(_ places: [Double], viewers: Int, deviation: Double) -> [Looks] {
    var random = SeededGenerator(seed: 7)
    return places.enumerated().map { index, place in
      Looks(
        time: Double(index) / 2 + 0.25,
        entries: (0..<viewers).map { _ in
          Looks.Look(position: place + random.normal(deviation: deviation), weight: 1)
        })
    }
  }

  @Test("the ratio of the variances, in looks")
  func ratio() {
    var random = SeededGenerator(seed: 3)
    let places = (0..<400).map { _ in 0.5 + random.normal(deviation: 0.1) }
    let shrinkage = Shrinkage(looks(places, viewers: 8, deviation: 0.2))
    // Variance .04 within, .01 between.
    #expect(abs(shrinkage.weight(atMost: 99) { _ in 0.5 } - 4) < 1)
  }

  @Test("agreement speaks for itself; a place that never changes is pooled as far as allowed")
  func extremes() {
    let moving = (0..<40).map { Double($0) / 40 }
    let agreed = Shrinkage(looks(moving, viewers: 5, deviation: 0.01))
    #expect(agreed.weight(atMost: 3) { _ in 0.5 } < 0.01)
    let still = Shrinkage(looks(Array(repeating: 0.5, count: 40), viewers: 5, deviation: 0.2))
    #expect(still.weight(atMost: 3) { _ in 0.5 } == 3)
    #expect(Shrinkage([]).weight(atMost: 3) { _ in 0.5 } == 0)
  }

  @Test("short pans follow, but a window that would only nudge is held")
  func nudge() {
    let following = FramingMaterial.timeline(seconds: 20) { time, viewer in
      0.2 + 0.6 * time / 20 + Double(viewer - 6) * 0.02
    }
    let request = FramingMaterial.request(following)
    let framing = frame(request).framing
    #expect(FramingMaterial.breaches(framing, width: 1280) == [])
    #expect(framing.gazeKept.map { $0 > 0.97 } ?? false)
    for seed in 0..<4 {
      var random = SeededGenerator(seed: UInt64(seed))
      let drift = (0..<40).map { _ in random.normal(deviation: 0.03) }
      let timeline = FramingMaterial.timeline(seconds: 20) { time, viewer in
        0.5 + drift[Int(time * 2)] + Double(viewer - 6) * 0.025
      }
      for shot in frame(FramingMaterial.request(timeline)).framing.shots {
        guard case .crop(let keyframes) = shot.layout else { continue }
        let edges = keyframes.map(\.x)
        let span = (edges.max() ?? 0) - (edges.min() ?? 0)
        #expect(span == 0 || span >= 0.079 * 1280)
      }
    }
  }
}
