import Audience
import EditDecisions
import Foundation
import Framing
import TestMaterial

/// Five people's windows frame, the sixth person's is to be kept.
struct EditorsBench {
  let settings: BenchSettings

  /// Two shares of a human window: kept on average, and how often wholly inside.
  private struct Score {
    var kept = 0.0, whole = 0.0, count = 0.0
  }

  private static let window = HumanWindows.pictureHeight * 9 / 16

  func report() throws {
    var ours = Score()
    var centre = Score()
    var motions: [CameraMotion] = []
    for clip in try HumanWindows.all() {
      let frames = clip.edges.map(\.count).min() ?? 0
      guard frames > 0 else { continue }
      for scorer in clip.edges.indices {
        let others = clip.edges.indices.filter { $0 != scorer }.map { clip.edges[$0] }
        let shots = framed(others, frames: frames)
        motions.append(
          CameraMotion(
            of: shots, pictureWidth: Int(HumanWindows.pictureWidth),
            frameRate: HumanWindows.frameRate))
        let middle = (HumanWindows.pictureWidth - Self.window) / 2
        for frame in 0..<frames {
          Self.add(clip.edges[scorer][frame], left: left(of: shots, frame: frame), to: &ours)
          Self.add(clip.edges[scorer][frame], left: middle, to: &centre)
        }
      }
    }
    print("kept / wholly inside: centre \(Self.text(centre)), gazecut \(Self.text(ours))")
    print("target 92 / 83; best static 85.4 / 62.7, raw median of five 91.8 / 82.9")
    MotionSummary(motions).report()
  }

  /// The framing of what five people show: each looks at the middle of the own window.
  private func framed(_ windows: [[ClosedRange<Double>]], frames: Int) -> [FramedShot] {
    let duration = Double(frames) / HumanWindows.frameRate
    let looks = windows.map { window in
      window.prefix(frames).map { edges -> PicturePoint? in
        let middle = (edges.lowerBound + edges.upperBound) / 2
        return PicturePoint(x: middle / HumanWindows.pictureWidth, y: 0.5)
      }
    }
    return frame(
      FramingRequest(
        start: 0, end: duration, cuts: cuts(windows, frames: frames),
        timeline: settings.timeline(
          looks, rate: HumanWindows.frameRate, duration: duration,
          aspect: HumanWindows.pictureWidth / HumanWindows.pictureHeight),
        pictureWidth: Int(HumanWindows.pictureWidth),
        pictureHeight: Int(HumanWindows.pictureHeight),
        frameRate: FrameRate(Int(HumanWindows.frameRate), 1), settings: settings.framing)
    ).framing.shots
  }

  /// Cuts as the windows show them, since there is no footage: three of five jump in one frame.
  private func cuts(_ windows: [[ClosedRange<Double>]], frames: Int) -> [Double] {
    (1..<max(1, frames)).filter { frame in
      windows.count { abs($0[frame].lowerBound - $0[frame - 1].lowerBound) > 32 } >= 3
    }.map { Double($0) / HumanWindows.frameRate }
  }

  private func left(of shots: [FramedShot], frame: Int) -> Double {
    let time = Double(frame) / HumanWindows.frameRate
    guard let shot = shots.last(where: { $0.start <= time + 0.001 }),
      case .crop(let keyframes) = shot.layout
    else { return 0 }
    return keyframes.window(at: time)?.x ?? 0
  }

  private static func add(_ edges: ClosedRange<Double>, left: Double, to score: inout Score) {
    let shown = min(edges.upperBound, left + window) - max(edges.lowerBound, left)
    let share = max(0, shown) / (edges.upperBound - edges.lowerBound)
    score.kept += share
    score.whole += share > 1 - 1e-6 ? 1 : 0
    score.count += 1
  }

  private static func text(_ score: Score) -> String {
    String(
      format: "%.1f / %.1f", 100 * score.kept / score.count, 100 * score.whole / score.count)
  }
}
