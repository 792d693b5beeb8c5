package import EditDecisions
import Framing

/// Measures how a framing moves, by the centres of its crops.
package struct CameraMotion: Hashable, Sendable {
  /// Maximum speed between keyframes, in frame widths per second.
  package var maximumSpeed = 0.0
  /// 95th percentile of the speed, in frame widths per second.
  package var speed95 = 0.0
  /// Maximum change of speed at a keyframe, in frame widths per second.
  package var maximumSpeedChange = 0.0
  /// Number of reversals of direction in all shots.
  package var reversals = 0
  /// Share of frames at rest: slower than 2 % of a frame width per second.
  package var atRest = 1.0
  /// Number of jumps by more than a tenth of a frame width between frames of a shot.
  package var lurches = 0
  /// Number of intended cuts.
  package var cuts = 0
  /// Share of frames in steady motion: within 10 % of one speed for at least 2 s.
  package var steady = 0.0
  /// Number of moves: consecutive frames in one direction, faster than 0.4 % of a width per second.
  package var moves = 0
  /// Number of moves that continue the direction of the last one after less than 2 s of rest.
  package var restarts = 0
  /// Number of moves in the opposite direction after less than 1 s of rest.
  package var hastyTurns = 0
  /// Number of moves of less than 8 % of the frame width.
  package var shortMoves = 0
  /// Measured duration in seconds.
  package var seconds = 0.0

  /// Maximum speed at rest, in frame widths per second.
  private static let restSpeed = 0.02

  /// Reversals per second.
  package var reversalRate: Double { seconds > 0 ? Double(reversals) / seconds : 0 }

  /// Measures the shots of a framing.
  ///
  /// - Parameters:
  ///   - shots: the shots; layouts without a crop count as rest.
  ///   - pictureWidth: frame width in pixels, the unit of speed.
  ///   - frameRate: frames per second for counting rest, jumps and `speed95`.
  package init(of shots: [ClipShot], pictureWidth: Int, frameRate: Double) {
    var speeds: [Double] = []
    var steadyFrames = 0
    for shot in shots {
      seconds += shot.end - shot.start
      if shot.cut == .framing { cuts += 1 }
      guard case .crop(let keyframes) = shot.layout else {
        speeds += Array(repeating: 0, count: Int((shot.end - shot.start) * frameRate))
        continue
      }
      measure(pieces: keyframes, width: Double(pictureWidth))
      let velocities = velocities(
        of: keyframes, shot: shot, width: Double(pictureWidth), frameRate: frameRate)
      count(MoveList(velocities.map(\.x), frameRate: frameRate))
      count(MoveList(velocities.map(\.y), frameRate: frameRate))
      speeds += velocities.map(\.length)
      steadyFrames += Self.steadyFrames(velocities, frameRate: frameRate)
    }
    guard !speeds.isEmpty else { return }
    atRest = Double(speeds.count { $0 < Self.restSpeed }) / Double(speeds.count)
    steady = Double(steadyFrames) / Double(speeds.count)
    speeds.sort()
    speed95 = speeds[min(speeds.count - 1, Int(Double(speeds.count) * 0.95))]
  }

  /// Measures the exact motion between keyframes.
  private mutating func measure(pieces keyframes: [CropKeyframe], width: Double) {
    var before = Way()
    var last = Way()
    for (from, to) in zip(keyframes, keyframes.dropFirst()) {
      let way = Way(from: from, to: to, width: width)
      let seconds = to.t - from.t
      let speed = seconds > 0 ? way.scaled(by: 1 / seconds) : Way(x: .infinity)
      maximumSpeed = max(maximumSpeed, speed.length)
      maximumSpeedChange = max(maximumSpeedChange, speed.less(before).length)
      reversals += (way.x * last.x < 0 ? 1 : 0) + (way.y * last.y < 0 ? 1 : 0)
      last = Way(x: way.x != 0 ? way.x : last.x, y: way.y != 0 ? way.y : last.y)
      before = speed
    }
  }

  /// The velocities between frames of one shot in widths per second; also counts jumps.
  private mutating func velocities(
    of keyframes: [CropKeyframe], shot: ClipShot, width: Double, frameRate: Double
  ) -> [Way] {
    let frames = max(1, Int(((shot.end - shot.start) * frameRate).rounded()))
    var velocities: [Way] = []
    var before: CropKeyframe?
    for frame in 0..<frames {
      let window = keyframes.window(at: shot.start + Double(frame) / frameRate)
      if let before, let window {
        let way = Way(from: before, to: window, width: width)
        if way.length > 0.1 { lurches += 1 }
        velocities.append(way.scaled(by: frameRate))
      }
      before = window
    }
    return velocities
  }

  private mutating func count(_ list: MoveList) {
    moves += list.moves.count
    shortMoves += list.moves.count { $0.length < 0.08 }
    for (before, after) in zip(list.moves, list.moves.dropFirst()) {
      // The last frame of a move and the first of the next one are both at rest.
      let rest = Double(after.start - before.end + 1) / list.frameRate
      if before.isForward == after.isForward {
        if rest < 2 { restarts += 1 }
      } else if rest < 1 {
        hastyTurns += 1
      }
    }
  }

  /// Number of frames within 10 % of one speed for at least 2 s.
  private static func steadyFrames(_ velocities: [Way], frameRate: Double) -> Int {
    var steady = 0
    var first = 0
    for frame in 1...max(1, velocities.count) {
      let isOver =
        frame >= velocities.count
        || velocities[frame].less(velocities[first]).length > 0.1 * velocities[first].length
      guard isOver else { continue }
      // The first frame of a run may belong to an acceleration, so each frame is tested for rest.
      if Double(frame - first) >= 2 * frameRate {
        steady += velocities[first..<frame].count { $0.length >= restSpeed }
      }
      first = frame
    }
    return steady
  }
}

/// A displacement or velocity of a crop's centre, in frame widths.
private struct Way {
  var x = 0.0
  var y = 0.0

  var length: Double { x == 0 ? abs(y) : y == 0 ? abs(x) : (x * x + y * y).squareRoot() }

  func scaled(by factor: Double) -> Way { Way(x: x * factor, y: y * factor) }

  func less(_ other: Way) -> Way { Way(x: x - other.x, y: y - other.y) }
}

extension Way {
  init(from: CropKeyframe, to: CropKeyframe, width: Double) {
    x = (to.x - from.x + (to.width - from.width) / 2) / width
    y = (to.y - from.y + (to.height - from.height) / 2) / width
  }
}

/// The moves of a shot along one axis: consecutive frames in one direction.
private struct MoveList {
  struct Move {
    /// The first and last frame, counted from the first frame of the shot.
    var start: Int, end: Int
    /// Length in frame widths.
    var length: Double
    /// Whether it goes right or down.
    var isForward: Bool
  }

  private(set) var moves: [Move] = []
  let frameRate: Double

  init(_ velocities: [Double], frameRate: Double) {
    self.frameRate = frameRate
    var isGoing = false
    for (frame, velocity) in velocities.enumerated() {
      guard abs(velocity) > 0.004 else {
        isGoing = false
        continue
      }
      if isGoing, let last = moves.last, last.isForward == (velocity > 0) {
        moves[moves.count - 1].end = frame + 1
        moves[moves.count - 1].length += abs(velocity) / frameRate
      } else {
        moves.append(
          Move(
            start: frame, end: frame + 1, length: abs(velocity) / frameRate,
            isForward: velocity > 0))
      }
      isGoing = true
    }
  }
}
