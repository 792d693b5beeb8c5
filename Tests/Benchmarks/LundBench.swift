import Audience
import EditDecisions
import Foundation
import Framing
import TestMaterial

/// Six real viewers of a triple jump: how often the window holds the runner's torso.
///
/// The bench has no footage. The cut is the known one, and where the torso's centre is was read off
/// every third frame by eye, in the frames in which the torso is wholly in the picture.
struct LundBench {
  /// Pixels of the picture, frames a second, seconds, and the cut.
  private static let width = 720, height = 576, rate = 25.0, duration = 143 / 25.0, cut = 73 / 25.0
  /// Constants and fold.
  var settings = BenchSettings()
  /// By frame, the centre of the torso, share of the width.
  private static let torso: [(frame: Int, x: Double)] = [
    (12, 0.263), (15, 0.343), (18, 0.437), (21, 0.523), (24, 0.603), (27, 0.689), (30, 0.766),
    (33, 0.826), (36, 0.897), (39, 0.960), (88, 0.034), (91, 0.126), (94, 0.183), (97, 0.280),
    (100, 0.377), (103, 0.469), (106, 0.563), (109, 0.649), (112, 0.737), (115, 0.811),
    (118, 0.860), (121, 0.934), (122, 0.950),
  ]

  /// Prints the share of frames with the torso's centre inside; gives it at the default speed.
  func report() throws -> (slow: Double, fast: Double) {
    let timeline = try timeline()
    let slow = share(timeline, speed: FramingSettings().maximumSpeed)
    let fast = share(timeline, speed: 0.8)
    print("Framing, six viewers of a triple jump: frames with the torso's centre in the window")
    print(
      String(
        format: "  framing.maximumSpeed 0.4: %.0f %%; 0.8: %.0f %% (the runner crosses at 0.65)",
        100 * slow, 100 * fast))
    print(
      String(
        format:
          "  looks of the sixth that the window of five holds: %.1f %% at 0.4, %.1f %% at 0.8",
        100 * (try keptOfOthers(speed: 0.4)), 100 * (try keptOfOthers(speed: 0.8))))
    return (slow, fast)
  }

  private func timeline(without scorer: Int? = nil) throws -> GazeTimeline {
    let gaze = try RealGaze.lund("triple_jump")
    var folder = TimelineFolder(
      duration: Self.duration, aspect: Double(Self.width) / Double(Self.height),
      settings: settings.fold)
    for (index, viewer) in gaze.viewers.enumerated() where index != scorer {
      let samples = viewer.map { point in
        Sample(
          time: point.time,
          gaze: point.isTracked
            ? .at(point.position, confidence: .full, movement: point.movement) : .lost)
      }
      folder.add(viewer: [SampleColumns(samples)])
    }
    return folder.timeline()
  }

  private func shots(_ timeline: GazeTimeline, speed: Double) -> [ClipShot] {
    var framing = settings.framing
    framing.maximumSpeed = speed
    return frame(
      FramingRequest(
        start: 0, end: Self.duration, cuts: [Self.cut], timeline: timeline,
        pictureWidth: Self.width, pictureHeight: Self.height, frameRate: FrameRate(25, 1),
        settings: framing)
    ).framing.shots
  }

  /// The share of one viewer's looks that the others' window holds at the same instant, averaged.
  private func keptOfOthers(speed: Double) throws -> Double {
    let gaze = try RealGaze.lund("triple_jump")
    var sum = 0.0
    for scorer in gaze.viewers.indices {
      let shots = shots(try timeline(without: scorer), speed: speed)
      let looks = gaze.viewers[scorer].filter(\.isTracked)
      let kept = looks.count { look in
        guard case .crop(let keyframes)? = shots.last(where: { $0.start <= look.time })?.layout,
          let window = keyframes.window(at: look.time)
        else { return false }
        let x = min(1, max(0, look.position.x)) * Double(Self.width)
        return x >= window.x && x <= window.x + window.width
      }
      sum += Double(kept) / Double(max(1, looks.count))
    }
    return sum / Double(gaze.viewers.count)
  }

  private func share(_ timeline: GazeTimeline, speed: Double) -> Double {
    let shots = shots(timeline, speed: speed)
    let frames = Array(12...39) + Array(88...122)
    let held = frames.count { frame in
      let time = (Double(frame) + 0.5) / Self.rate
      guard case .crop(let keyframes)? = shots.last(where: { $0.start <= time })?.layout,
        let window = keyframes.window(at: time)
      else { return false }
      let x = Self.position(at: frame) * Double(Self.width)
      return x >= window.x && x <= window.x + window.width
    }
    return Double(held) / Double(frames.count)
  }

  /// On the line between the frames that were read.
  private static func position(at frame: Int) -> Double {
    guard let next = torso.firstIndex(where: { $0.frame >= frame }) else { return 0.5 }
    let to = torso[next]
    guard to.frame > frame, next > 0 else { return to.x }
    let from = torso[next - 1]
    let part = Double(frame - from.frame) / Double(to.frame - from.frame)
    return from.x + part * (to.x - from.x)
  }
}
