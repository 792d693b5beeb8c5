import Audience
import EditDecisions
import Foundation
import Framing
import TestMaterial

/// An hour without a cut, as `--moment` may ask for it: what framing it costs.
struct HourBench {
  private static let seconds = 3600.0, viewers = 30

  /// Frames the hour in this process; gives CPU seconds, and what it added to the peak of memory,
  /// megabytes.
  func report() -> (seconds: Double, megabytes: Double) {
    let timeline = Self.timeline()
    let request = FramingRequest(
      start: 0, end: Self.seconds, cuts: [], timeline: timeline, pictureWidth: 1920,
      pictureHeight: 1080, frameRate: FrameRate(25, 1),
      settings: FramingSettings(layouts: [.crop]))
    let before = Self.peak
    let begun = clock()
    let framing = frame(request).framing
    let seconds = Double(clock() - begun) / Double(CLOCKS_PER_SEC)
    let megabytes = Double(Self.peak - before) / 1_048_576
    print("Framing, an uncut hour, \(Self.viewers) viewers, one moment")
    print(
      String(
        format: "  %.1f s of CPU, %.0f MB beyond the audience's; keeps %.0f %%", seconds, megabytes,
        100 * (framing.gazeKept ?? 0)))
    MotionSummary([CameraMotion(of: framing.shots, pictureWidth: 1920, frameRate: 25)]).report()
    return (seconds, megabytes)
  }

  /// What is watched stands or drifts for 2 to 9 s; three of four look there, the others about.
  private static func timeline() -> AudienceTimeline {
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
      return AudienceBin(
        rows: (0..<viewers).map { viewer in
          let x = viewer % 4 == 0 ? random.unit() : place + random.normal(deviation: 0.04)
          return AudienceRow(
            position: PicturePoint(x: min(1, max(0, x)), y: 0.5), weight: 1)
        })
    }
    return AudienceTimeline(duration: seconds, bins: bins, viewers: viewers, excluded: [])
  }

  /// The most memory that the process has held, bytes.
  private static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return 1024 * (line.split(separator: " ").compactMap { Int($0) }.first ?? 0)
  }
}
