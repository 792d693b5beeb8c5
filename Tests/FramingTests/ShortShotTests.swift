import Audience
import EditDecisions
import Testing

@testable import Framing

@Suite("Short shots and the ends of a clip")
struct ShortShotTests {
  /// Frames a film of three shots; eyes arrive 0.3 s after each cut, and one viewer in seven looks
  /// elsewhere.
  private func shots(cuts: [Double], end: Double, seed: Int) -> [ClipShot] {
    let places = [0.2, 0.75, 0.25]
    let timeline = FramingMaterial.timeline(seconds: end) { time, viewer in
      guard (viewer + seed) % 7 != 0 else { return Double((viewer * 37) % 97) / 97 }
      let shot = cuts.lastIndex { $0 + 0.3 <= time }.map { $0 + 1 } ?? 0
      return places[shot] + 0.01 * Double(viewer % 5 - 2)
    }
    return frame(FramingMaterial.request(timeline, cuts: cuts, layouts: [.crop])).framing.shots
  }

  @Test(
    "a shot of 0.6 s is framed on what people see in it, not on the shot before",
    arguments: [1, 2, 3, 4, 5], [7.0, 7.1, 7.25, 7.4])
  func shortShot(seed: Int, cut: Double) throws {
    let shots = shots(cuts: [cut, cut + 0.6], end: 12, seed: seed)
    let short = try #require(shots.first { abs($0.start - cut) < 0.01 })
    let window = try #require(short.windows.first?.window(at: cut + 0.3))
    let middle = (window.x + window.width / 2) / 1280
    #expect(abs(middle - 0.75) < 0.08, "seed \(seed), cut \(cut): \(middle)")
  }

  @Test("a shot too short for any gaze shows the whole picture, not the shot before")
  func tooShort() throws {
    let timeline = FramingMaterial.timeline(seconds: 10) { time, _ in time < 5.4 ? 0.1 : 0.9 }
    let shots = frame(FramingMaterial.request(timeline, cuts: [5, 5.1])).framing.shots
    let short = try #require(shots.first { abs($0.start - 5) < 0.01 })
    #expect(short.layout.kind == .fit)
  }

  @Test(
    "a sweep that could not arrive is a cut, or is left out", arguments: [5.8, 6.2, 6.6, 7.0],
    [3, 5, 7])
  func lateSweep(jump: Double, seed: Int) throws {
    let timeline = FramingMaterial.timeline(seconds: 8) { time, viewer in
      let noise = 0.04 * (Double((viewer * 7919 + Int(time * 2) * seed) % 100) / 100 - 0.5)
      return (time < jump ? 0.2 : 0.75) + noise
    }
    let shots = frame(FramingMaterial.request(timeline, layouts: [.crop])).framing.shots
    let last = try #require(shots.last?.windows.first)
    let places = [7.0, 7.25, 7.5, 7.75, 8].compactMap { last.window(at: $0)?.x }
    #expect(Set(places).count == 1, "\(places)")
  }

  @Test("a window does not creep while the cluster stays", arguments: [1, 2, 3, 4, 5])
  func rest(seed: Int) throws {
    let timeline = FramingMaterial.timeline(seconds: 12) { time, viewer in
      let noise = Double((viewer * 7919 + Int(time * 2) * 104_729 + seed * 31) % 1000) / 1000
      // Some look at a second thing, now more of them, now fewer.
      let other = (viewer * 13 + Int(time / 3)) % 6 == 0
      return (other ? 0.82 : 0.66) + 0.06 * (noise - 0.5)
    }
    let shots = frame(FramingMaterial.request(timeline, layouts: [.crop])).framing.shots
    let keyframes = try #require(shots.first?.windows.first)
    #expect(shots.count == 1 && Set(keyframes.map(\.x)).count == 1, "\(keyframes)")
    let middle = (try #require(keyframes.first).x + 405.0 / 2) / 1280
    #expect(abs(middle - 0.67) < 0.03, "\(middle)")
  }
}
