import Audience
import EditDecisions
import Testing

@testable import Framing

@Suite("What people gather on is in the window whole, from the first frame to the last")
struct WholeFaceTests {
  /// Half the width of a face three tenths as high as the picture, share of the width.
  private static let half = 0.15 * 720 / 1280

  /// Of 24 viewers 16 look at `face`, within 2 % of it, and but nine before `gathered` and from
  /// `scattered` on.
  ///
  /// The others wander about the middle, widely; until `settled` everybody is still where the shot
  /// before ended.
  private func timeline(
    settled: Double, gathered: Double, scattered: Double = 99,
    face: @escaping (Double) -> Double
  ) -> GazeTimeline {
    FramingMaterial.timeline(seconds: 11, viewers: 24) { time, viewer in
      if time < settled { return 0.06 + 0.002 * Double(viewer) }
      let isGathered = time >= gathered && time < scattered
      if viewer < (isGathered ? 16 : 9) { return face(time) + 0.005 * Double(viewer % 9 - 4) }
      let spread = Double((viewer * 7 + Int(time * 2) * 5) % 15) / 15
      return 0.15 + 0.7 * spread
    }
  }

  /// How far the face is beyond the window's edges at worst, share of the width.
  private func cutOff(
    _ shots: [ClipShot], from start: Double, to end: Double, face: (Double) -> Double
  ) -> Double {
    var worst = -1.0
    for time in stride(from: start, to: end, by: 0.04) {
      guard case .crop(let keyframes)? = shots.last(where: { $0.start <= time + 1e-6 })?.layout,
        let window = keyframes.window(at: time)
      else { return 1 }
      let (low, high) = (window.x / 1280, (window.x + window.width) / 1280)
      let (left, right) = (max(0, face(time) - Self.half), min(1, face(time) + Self.half))
      worst = max(worst, low - left, right - high)
    }
    return worst
  }

  @Test(
    "after a cut, though eyes come late to it and many wander",
    arguments: [3.0, 3.1, 3.25, 3.4], [0.22, 0.78])
  func opening(cut: Double, place: Double) {
    let timeline = timeline(settled: cut + 0.5, gathered: cut + 1.5) { _ in place }
    var request = FramingMaterial.request(timeline, cuts: [cut], layouts: [.crop])
    request.end = cut + 4
    let shots = frame(request).framing.shots
    #expect(cutOff(shots, from: cut, to: cut + 4) { _ in place } <= 0)
    // The looks alone leave it at the edge.
    request.settings.constants.nearSeconds = 0
    request.settings.constants.offsetPrice = 0
    let left = frame(request).framing.shots
    #expect(cutOff(left, from: cut, to: cut + 4) { _ in place } > 0)
  }

  @Test(
    "before a cut, though it drifts and eyes leave it in the last second", arguments: [0.04, -0.04])
  func ending(speed: Double) {
    let face = { (time: Double) in 0.5 + speed * (time - 3) }
    let timeline = timeline(settled: 3.5, gathered: 3.5, scattered: 9, face: face)
    var request = FramingMaterial.request(timeline, cuts: [3, 10], layouts: [.crop])
    request.end = 10
    let framing = frame(request).framing
    #expect(cutOff(framing.shots, from: 3, to: 10, face: face) <= 0)
    #expect(FramingMaterial.breaches(framing, width: 1280) == [])
  }
}
