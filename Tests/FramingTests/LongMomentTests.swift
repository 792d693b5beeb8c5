import Audience
import EditDecisions
import Foundation
import TestMaterial
import Testing

@testable import Framing

@Suite("Long moments are planned as one", .serialized)
struct LongMomentTests {
  /// Places that change every few seconds, at random.
  private func timeline(seconds: Double, seed: UInt64 = 1) -> GazeTimeline {
    var random = SeededGenerator(seed: seed)
    let places = (0...Int(seconds / 4)).map { _ in random.unit() }
    return FramingMaterial.timeline(seconds: seconds) { time, viewer in
      min(1, max(0, places[Int(time / 4)] + Double(viewer - 6) * 0.01))
    }
  }

  /// The most memory the process has held, bytes.
  private var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return 1024 * (line.split(separator: " ").compactMap { Int($0) }.first ?? 0)
  }

  @Test("six uncut minutes: within the limits, and in memory that does not square with length")
  func long() {
    let request = FramingMaterial.request(timeline(seconds: 360), layouts: [.crop])
    let before = peak
    let framing = frame(request).framing
    #expect(FramingMaterial.breaches(framing, width: 1280) == [])
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 360, width: 1280, height: 720) == [])
    // An hour may have 300 MB: the older planner held 360 MB for six minutes. The tests of other
    // suites run in the same process, so the bound is wide.
    #expect(peak - before < 200_000_000)
  }
}
