import Audience
import EditDecisions
import TestMaterial

@testable import Framing

/// Makes timelines and requests in a line.
enum FramingMaterial {
  /// Every viewer looks where `position` says, at the middle of each half-second bin.
  static func timeline(
    seconds: Double, viewers: Int = 12, _ position: (_ time: Double, _ viewer: Int) -> Double?
  ) -> GazeTimeline {
    let bins = (0..<Int(seconds * 2)).map { bin in
      (0..<viewers).map { viewer in
        let x = position(Double(bin) / 2 + 0.25, viewer)
        return GazeRow(
          position: x.map { PicturePoint(x: $0, y: 0.5) }, weight: 1)
      }
    }
    return GazeTimeline(bins: bins)
  }

  /// A request over the whole of a timeline, 1280 by 720 at 25 frames a second.
  static func request(
    _ timeline: GazeTimeline, cuts: [Double] = [], width: Int = 1280, height: Int = 720,
    detections: [Detection] = [],
    layouts: Set<Layout.Kind> = [.crop, .stack, .fit]
  ) -> FramingRequest {
    FramingRequest(
      start: 0, end: TimeBins.start(of: timeline.bins.count), cuts: cuts, timeline: timeline,
      detections: detections,
      pictureWidth: width, pictureHeight: height, frameRate: FrameRate(25, 1),
      settings: FramingSettings(layouts: layouts))
  }

  /// What is wrong with a framing that no framing may have; empty when all is well.
  static func faults(
    in framing: EditDecisions.Framing, start: Double, end: Double, width: Int, height: Int
  ) -> [String] {
    var faults: [String] = []
    if framing.shots.first?.start != start || framing.shots.last?.end != end {
      faults.append("the shots do not reach from \(start) to \(end)")
    }
    for (before, after) in zip(framing.shots, framing.shots.dropFirst())
    where before.end != after.start { faults.append("a gap at \(before.end)") }
    for shot in framing.shots {
      if shot.end <= shot.start { faults.append("an empty shot at \(shot.start)") }
      if case .stack(let top, let bottom) = shot.layout {
        for pane in [top, bottom] where pane.map(\.t) != [shot.start] {
          faults.append("a pane that is not still at \(shot.start)")
        }
      }
      guard case .crop(let keyframes) = shot.layout else { continue }
      if keyframes.isEmpty { faults.append("no keyframe at \(shot.start)") }
      for keyframe in keyframes {
        let isInside =
          keyframe.x >= 0 && keyframe.y >= 0
          && keyframe.x + keyframe.width <= Double(width) + 1e-6
          && keyframe.y + keyframe.height <= Double(height) + 1e-6
        if !isInside { faults.append("outside at \(keyframe.t)") }
        if keyframe.t < shot.start || keyframe.t > shot.end {
          faults.append("a keyframe of another shot at \(keyframe.t)")
        }
      }
      for (before, after) in zip(keyframes, keyframes.dropFirst()) where after.t <= before.t {
        faults.append("time stands still at \(after.t)")
      }
    }
    return faults
  }

  /// Which limits of motion a framing breaks; empty when it keeps them.
  static func breaches(
    _ framing: EditDecisions.Framing, width: Int, maximumSpeed: Double = 0.4
  ) -> [String] {
    let motion = CameraMotion(of: framing.shots, pictureWidth: width, frameRate: 25)
    var breaches: [String] = []
    if motion.maximumSpeed > maximumSpeed { breaches.append("speed \(motion.maximumSpeed)") }
    if motion.maximumSpeedChange > 0.45 * maximumSpeed {
      breaches.append("change of speed \(motion.maximumSpeedChange)")
    }
    if motion.reversalRate > 0.15 { breaches.append("turns back \(motion.reversalRate)") }
    if motion.hastyTurns > 0 { breaches.append("\(motion.hastyTurns) turns without rest") }
    if motion.restarts > 0 { breaches.append("\(motion.restarts) restarts") }
    if motion.atRest + motion.steady < 0.4 { breaches.append("at rest \(motion.atRest)") }
    if motion.lurches > 0 { breaches.append("\(motion.lurches) lurches") }
    if Double(motion.cuts) > motion.seconds / 2 { breaches.append("\(motion.cuts) cuts") }
    return breaches
  }
}
