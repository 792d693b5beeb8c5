import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("Moves at the end of a clip, and subjects faster than the window")
struct FastSubjectTests {
  /// Twenty-four viewers with delays of 0.15 s to 0.3 s, noise, and 15 % who look elsewhere.
  private func framing(
    seed: UInt64, seconds: Double, layouts: Set<Layout.Kind> = [.crop, .stack, .fit],
    _ place: @escaping (Double) -> Double
  ) -> EditDecisions.Framing {
    var random = SeededGenerator(seed: seed)
    let delays = (0..<24).map { _ in Double.random(in: 0.15...0.3, using: &random) }
    let timeline = FramingMaterial.timeline(seconds: seconds, viewers: 24) { time, viewer in
      if Double.random(in: 0..<1, using: &random) < 0.15 {
        return Double.random(in: 0...1, using: &random)
      }
      let noise = (0..<3).reduce(0.0) { sum, _ in
        sum + Double.random(in: -0.045...0.045, using: &random)
      }
      return place(max(0, time - delays[viewer])) + noise
    }
    return frame(FramingMaterial.request(timeline, layouts: layouts)).framing
  }

  @Test(
    "no move begins or ends in the last second of a clip", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func lastSecond(seed: UInt64) {
    // The gaze jumps late: at 1.6 s, 2 s and 2.4 s before the end.
    for jump in [8.4, 8.0, 7.6] {
      let framing = framing(seed: seed, seconds: 10, layouts: [.crop]) { $0 < jump ? 0.3 : 0.5 }
      guard case .crop(let keyframes)? = framing.shots.last?.layout else { continue }
      let moving = zip(keyframes, keyframes.dropFirst()).filter { $0.x != $1.x }
      #expect(moving.allSatisfy { $1.t <= 9.001 }, "\(jump): \(keyframes.map { ($0.t, $0.x) })")
    }
  }

  @Test(
    "who walks until the end is followed until the end", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func walker(seed: UInt64) {
    let framing = framing(seed: seed, seconds: 10, layouts: [.crop]) { 0.15 + 0.07 * $0 }
    #expect((framing.gazeKept ?? 0) > 0.8)
  }

  @Test(
    "who runs faster than the window is shown wide", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func runner(seed: UInt64) {
    // From side to side and back, 0.7 widths a second.
    let framing = framing(seed: seed, seconds: 6) { time in
      let way = (0.7 * time).truncatingRemainder(dividingBy: 1.6)
      return 0.1 + (way < 0.8 ? way : 1.6 - way)
    }
    let names = framing.shots.map(\.layout.name)
    #expect(Set(names) == ["fit"])
  }
}
