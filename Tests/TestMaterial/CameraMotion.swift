package import EditDecisions
import Framing

/// How a framing moves, measured on the middles of its windows as they are written.
package struct CameraMotion: Hashable, Sendable {
  /// The greatest speed of any piece between keyframes, picture widths a second.
  package var maximumSpeed = 0.0
  /// Speed that 95 % of the frames stay under, picture widths a second.
  package var speed95 = 0.0
  /// The greatest change of speed between neighbouring pieces, picture widths a second.
  package var maximumSpeedChange = 0.0
  /// Turns back, all shots together.
  package var reversals = 0
  /// Share of the frames at rest: slower than 2 % of a width a second.
  package var atRest = 1.0
  /// Frames that jump by more than a tenth of a width from the one before, inside a shot.
  package var lurches = 0
  /// Deliberate cuts.
  package var cuts = 0
  /// Share of the frames in steady motion: within 10 % of one speed for 2 s or longer.
  package var steady = 0.0
  /// Moves: frames on end that go one way, faster than 0.4 % of a width a second.
  package var moves = 0
  /// Moves that go on in the direction of the last one after less than 2 s of rest.
  package var restarts = 0
  /// Moves that go back after less than 1 s of rest.
  package var hastyTurns = 0
  /// Moves of less than 8 % of the picture's width.
  package var shortMoves = 0
  /// Seconds measured.
  package var seconds = 0.0

  /// What is slower is at rest, picture widths a second.
  private static let restSpeed = 0.02

  /// Turns back a second.
  package var reversalRate: Double { seconds > 0 ? Double(reversals) / seconds : 0 }

  /// Measures the shots of a framing.
  ///
  /// - Parameters:
  ///   - shots: as decided; layouts without a window count as rest.
  ///   - pictureWidth: pixels, the unit of speed.
  ///   - frameRate: frames a second at which rest, lurches and `speed95` are counted.
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

  /// Exact figures of the pieces between keyframes.
  private mutating func measure(pieces keyframes: [Keyframe], width: Double) {
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

  /// Velocities from frame to frame of one shot, widths a second; counts its lurches.
  private mutating func velocities(
    of keyframes: [Keyframe], shot: ClipShot, width: Double, frameRate: Double
  ) -> [Way] {
    let frames = max(1, Int(((shot.end - shot.start) * frameRate).rounded()))
    var velocities: [Way] = []
    var before: Keyframe?
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
      // The frame that a move reaches and the one that the next leaves are both shown at rest.
      let rest = Double(after.start - before.end + 1) / list.frameRate
      if before.isForward == after.isForward {
        if rest < 2 { restarts += 1 }
      } else if rest < 1 {
        hastyTurns += 1
      }
    }
  }

  /// Frames of motion that keep within 10 % of one speed for 2 s or longer.
  private static func steadyFrames(_ velocities: [Way], frameRate: Double) -> Int {
    var steady = 0
    var first = 0
    for frame in 1...max(1, velocities.count) {
      let isOver =
        frame >= velocities.count
        || velocities[frame].less(velocities[first]).length > 0.1 * velocities[first].length
      guard isOver else { continue }
      // The frame that a run begins with may still ease: each is at rest or not by its own speed.
      if Double(frame - first) >= 2 * frameRate {
        steady += velocities[first..<frame].count { $0.length >= restSpeed }
      }
      first = frame
    }
    return steady
  }
}

/// How far the middle of a window comes, or how fast, picture widths.
private struct Way {
  var x = 0.0
  var y = 0.0

  var length: Double { x == 0 ? abs(y) : y == 0 ? abs(x) : (x * x + y * y).squareRoot() }

  func scaled(by factor: Double) -> Way { Way(x: x * factor, y: y * factor) }

  func less(_ other: Way) -> Way { Way(x: x - other.x, y: y - other.y) }
}

extension Way {
  init(from: Keyframe, to: Keyframe, width: Double) {
    x = (to.x - from.x + (to.width - from.width) / 2) / width
    y = (to.y - from.y + (to.height - from.height) / 2) / width
  }
}

/// The moves of a shot along one axis: frames on end that go one way.
private struct MoveList {
  /// One move.
  struct Move {
    /// The first frame that it leaves and the last that it reaches, from the shot's first on.
    var start: Int, end: Int
    /// Picture widths.
    var length: Double
    /// Whether it goes right or down.
    var isForward: Bool
  }

  private(set) var moves: [Move] = []
  /// Frames a second.
  let frameRate: Double

  /// Finds the moves in velocities from frame to frame, widths a second.
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
