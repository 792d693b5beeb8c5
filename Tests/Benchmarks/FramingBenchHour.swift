import Audience
import EditDecisions
import Foundation
import Framing
import TestMaterial

/// An hour without a cut, as `--moment` may ask for it: what framing it costs.
///
/// And the same in every layout, of a picture with lines enough to close in; and a minute of as
/// many looks as are drawn of a large audience.
struct HourBench {
  var seconds = 3600.0
  var viewers = 30
  var layouts: Set<Layout.Kind> = [.crop]
  var lines = 1080

  static let all = [
    HourBench(), HourBench(layouts: [.crop, .stack, .fit], lines: 2160),
    HourBench(seconds: 60, viewers: 128, layouts: [.crop, .stack, .fit], lines: 2160),
  ]

  /// Frames it in this process; gives CPU seconds, and what it added to the peak of memory,
  /// megabytes.
  func report() -> (seconds: Double, megabytes: Double) {
    let timeline = timeline()
    let request = FramingRequest(
      start: 0, end: seconds, cuts: [], timeline: timeline, pictureWidth: lines * 16 / 9,
      pictureHeight: lines, frameRate: FrameRate(25, 1),
      settings: FramingSettings(layouts: layouts))
    let before = Self.peak
    let begun = clock()
    let framing = frame(request).framing
    let cost = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
    let megabytes = Double(Self.peak - before) / 1_048_576
    print(
      "Framing \(Int(seconds)) s without a cut, \(viewers) viewers, \(lines) lines, "
        + layouts.map(\.rawValue).sorted().joined(separator: " "))
    print(
      String(
        format: "  %.1f s of CPU, %.0f MB beyond the audience's; keeps %.0f %%", cost, megabytes,
        100 * (framing.gazeKept ?? 0)))
    MotionSummary([CameraMotion(of: framing.shots, pictureWidth: lines * 16 / 9, frameRate: 25)])
      .report()
    return (cost, megabytes)
  }

  /// What is watched stands or drifts for 2 to 9 s; three of four look there, the others about.
  private func timeline() -> GazeTimeline {
    var random = SeededGenerator(seed: 8)
    var place = 0.5
    var drift = 0.0
    var left = 0
    let bins = (0..<Int(seconds * 2)).map { _ in
      if left == 0 {
        left = 4 + Int(random.unit() * 14)
        place = random.unit()
        drift = random.unit() < 0.5 ? 0 : random.normal(deviation: 0.02)
      }
      left -= 1
      place = min(1, max(0, place + drift))
      return (0..<viewers).map { viewer in
        let x = viewer % 4 == 0 ? random.unit() : place + random.normal(deviation: 0.04)
        return GazeRow(
          position: PicturePoint(x: min(1, max(0, x)), y: 0.5), weight: 1)
      }
    }
    return GazeTimeline(bins: bins)
  }

  /// The most memory that the process has held, bytes.
  private static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return 1024 * (line.split(separator: " ").compactMap { Int($0) }.first ?? 0)
  }
}
