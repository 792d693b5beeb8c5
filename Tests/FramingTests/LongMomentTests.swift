import Audience
import EditDecisions
import Foundation
import TestMaterial
import Testing

@testable import Framing

@Suite("Long moments are planned in overlapping parts", .serialized)
struct LongMomentTests {
  /// Places that change every few seconds, at random.
  private func timeline(seconds: Double, seed: UInt64 = 1) -> AudienceTimeline {
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

  @Test("shots that begin behind a part are planned with a later one")
  func shotsBehindAPart() {
    let cuts = stride(from: 10.0, to: 100, by: 15).map { $0 }
    var request = FramingMaterial.request(
      timeline(seconds: 100, seed: 5), cuts: cuts, layouts: [.crop])
    request.settings.constants.partSeconds = 24
    let framing = frame(request).framing
    #expect(
      FramingMaterial.faults(in: framing, start: 0, end: 100, width: 1280, height: 720) == [])
    #expect(framing.shots.count >= cuts.count + 1)
  }

  @Test("a part goes on where the one before it ended: no jump but the deliberate cuts")
  func joints() {
    var request = FramingMaterial.request(timeline(seconds: 100, seed: 3), layouts: [.crop])
    request.settings.constants.partSeconds = 24
    let parts = frame(request).framing
    #expect(FramingMaterial.breaches(parts, width: 1280) == [])
    request.settings.constants.partSeconds = 1000
    let whole = frame(request).framing
    // Parts see six seconds ahead: they lose little against the path planned at once.
    let lost = (whole.gazeKept ?? 0) - (parts.gazeKept ?? 0)
    #expect(lost < 0.02)
  }
}
