import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("Looks kept are told as a new viewer would see them")
struct NewViewerTests {
  /// Looks without a centre, of viewers in two halves.
  private func timeline(seed: UInt64, viewers: Int, deviation: Double) -> GazeTimeline {
    var random = SeededGenerator(seed: seed)
    var timeline = FramingMaterial.timeline(seconds: 20, viewers: viewers) { _, _ in
      min(1, max(0, 0.5 + random.normal(deviation: deviation)))
    }
    for bin in timeline.bins.indices {
      for row in timeline.bins[bin].indices {
        timeline.bins[bin][row].isInSecondHalf = row % 2 == 1
      }
    }
    return timeline
  }

  @Test("within four points of what other viewers of the same kind give, where their own looks lie")
  func honest() throws {
    var told = 0.0
    var own = 0.0
    var others = 0.0
    for seed in 0..<6 as Range<UInt64> {
      let mine = timeline(seed: seed, viewers: 12, deviation: 0.3)
      let request = FramingMaterial.request(mine, layouts: [.crop])
      let framing = frame(request).framing
      told += try #require(framing.gazeKept) / 6
      #expect(try #require(framing.gazeKeptSpread) < 0.1)
      own += try #require(gazeKept(by: framing.shots, of: request)) / 6
      let new = FramingMaterial.request(
        timeline(seed: seed + 100, viewers: 12, deviation: 0.3), layouts: [.crop])
      others += try #require(gazeKept(by: framing.shots, of: new)) / 6
    }
    // Halves of twelve are six, who are told less of the others than twelve are.
    #expect(told < others + 0.01 && told > others - 0.04)
    // Scattered looks: a window told by its own looks boasts.
    #expect(own > others + 0.01)
  }

  @Test("a few viewers without halves: the share of their own looks, and no spread")
  func few() {
    let framing = frame(
      FramingMaterial.request(FramingMaterial.timeline(seconds: 8, viewers: 3) { _, _ in 0.4 })
    ).framing
    #expect(framing.gazeKept == 1)
    #expect(framing.gazeKeptSpread == nil)
  }
}

@Suite("A clip's ends are framed as its middle is")
struct ClipEndTests {
  @Test("what goes on beyond the clip's end tells where its last half second goes")
  func lastSecond() throws {
    // The subject walks out of the middle, and goes on after the clip's end.
    let timeline = FramingMaterial.timeline(seconds: 24) { time, viewer in
      0.3 + max(0, time - 8) * 0.06 + Double(viewer - 6) * 0.004
    }
    var request = FramingMaterial.request(timeline, layouts: [.crop])
    request.end = 16
    let last = try #require(frame(request).framing.shots.last)
    guard case .crop(let keyframes) = last.layout else { return }
    let window = try #require(keyframes.window(at: 16))
    let centre = (window.x + window.width / 2) / 1280
    #expect(abs(centre - 0.78) < 0.08)
    #expect(FramingMaterial.breaches(frame(request).framing, width: 1280) == [])
  }

  @Test("but not beyond a cut: the next shot's looks are not this one's")
  func cutAfter() throws {
    let timeline = FramingMaterial.timeline(seconds: 24) { time, _ in time < 16 ? 0.3 : 0.9 }
    var request = FramingMaterial.request(timeline, cuts: [16], layouts: [.crop])
    request.end = 16
    let motion = CameraMotion(
      of: frame(request).framing.shots, pictureWidth: 1280, frameRate: 25)
    #expect(motion.moves == 0)
  }
}
