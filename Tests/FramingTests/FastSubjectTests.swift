import Audience
import EditDecisions
import TestMaterial
import Testing

@testable import Framing

@Suite("Subjects faster than the window")
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
