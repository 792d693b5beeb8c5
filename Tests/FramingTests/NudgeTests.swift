import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("A window goes some way or stays")
struct NudgeTests {
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
