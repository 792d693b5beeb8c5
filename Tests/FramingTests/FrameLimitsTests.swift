import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("Limits of motion hold in the written keyframes")
struct FrameLimitsTests {
  private func framing(_ keyframes: [(t: Double, x: Double)], end: Double) -> EditDecisions.Framing
  {
    let keyframes = keyframes.map {
      CropKeyframe(t: $0.t, x: $0.x, y: 0, width: 405, height: 720)
    }
    return EditDecisions.Framing(
      gazeKept: nil,
      shots: [ClipShot(start: 0, end: end, cut: .source, layout: .crop(keyframes))])
  }

  @Test("the checker sees each kind of breach")
  func checkerSees() {
    let fast = framing([(0, 0), (1, 600)], end: 10)
    #expect(FramingMaterial.breaches(fast, width: 1280).contains { $0.hasPrefix("speed") })
    let sudden = framing([(0, 0), (1, 500)], end: 10)
    #expect(FramingMaterial.breaches(sudden, width: 1280).contains { $0.hasPrefix("change") })
    let wavering = framing([(0, 0), (1, 100), (2, 0), (3, 100)], end: 10)
    #expect(FramingMaterial.breaches(wavering, width: 1280).contains { $0.hasPrefix("turns") })
    let restless = framing(
      (0..<10).map { (t: Double($0), x: 9 * Double($0 * $0)) }, end: 10)
    #expect(FramingMaterial.breaches(restless, width: 1280).contains { $0.hasPrefix("at rest") })
    let steady = framing([(0, 0), (9, 800)], end: 10)
    #expect(FramingMaterial.breaches(steady, width: 1280) == [])
    let hasty = framing([(0, 0), (1, 100), (1.5, 100), (2.5, 0)], end: 10)
    #expect(FramingMaterial.breaches(hasty, width: 1280).contains { $0.hasSuffix("without rest") })
    let nudging = framing([(0, 0), (1, 100), (2.5, 100), (3.5, 200)], end: 10)
    #expect(FramingMaterial.breaches(nudging, width: 1280).contains { $0.hasSuffix("restarts") })
    let jump = framing([(0, 0), (1, 0), (1.02, 300)], end: 10)
    #expect(FramingMaterial.breaches(jump, width: 1280).contains { $0.hasSuffix("lurches") })
    let outside = framing([(0, 900), (1, 0), (11, 0)], end: 10)
    #expect(
      FramingMaterial.faults(in: outside, start: 0, end: 10, width: 1280, height: 720).count == 2)
  }

  @Test("with gaze that jumps anywhere at random", arguments: 0..<6)
  func randomJumps(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let places = (0..<64).map { _ in random.unit() }
    let hold = [1, 2, 3, 5, 8, 13][seed]
    let timeline = FramingMaterial.timeline(seconds: 20) { time, _ in
      places[Int(time * 2) / hold % places.count]
    }
    let sizes = [(1280, 720), (640, 360), (97, 41), (2560, 1080), (320, 240), (16, 9)]
    let (width, height) = sizes[seed]
    var request = FramingMaterial.request(timeline, width: width, height: height)
    request.settings.layouts = [.crop]
    let framing = frame(request).framing
    #expect(FramingMaterial.breaches(framing, width: width) == [])
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 20, width: width, height: height) == [])
  }

  @Test("a higher speed is used where it is allowed, and kept")
  func maximumSpeed() {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, _ in
      time < 6 ? 0.1 : 0.9
    }
    var request = FramingMaterial.request(timeline, layouts: [.crop])
    // A square window as large as there is cannot cut: it shows a part of what it showed.
    (request.settings.outputHeight, request.settings.maximumZoom) = (1080, 1)
    for speed in [0.2, 0.4, 0.8] {
      request.settings.maximumSpeed = speed
      let framing = frame(request).framing
      let motion = CameraMotion(of: framing.shots, pictureWidth: 1280, frameRate: 25)
      #expect(motion.maximumSpeed <= speed)
      #expect(motion.maximumSpeed > 0.6 * speed)
    }
    request.settings.maximumSpeed = 0
    let still = frame(request).framing
    #expect(CameraMotion(of: still.shots, pictureWidth: 1280, frameRate: 25).maximumSpeed == 0)
  }
}
