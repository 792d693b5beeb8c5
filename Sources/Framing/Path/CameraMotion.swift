package import EditDecisions

/// How a framing moves, measured on what is written, as a viewer of the clip would see it.
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
  /// Seconds measured.
  package var seconds = 0.0

  /// Turns back a second.
  package var reversalRate: Double { seconds > 0 ? Double(reversals) / seconds : 0 }

  /// Measures the shots of a framing.
  ///
  /// - Parameters:
  ///   - shots: as decided; layouts without a window count as rest.
  ///   - pictureWidth: pixels, the unit of speed.
  ///   - frameRate: frames a second at which rest, lurches and `speed95` are counted.
  package init(of shots: [FramedShot], pictureWidth: Int, frameRate: Double) {
    var speeds: [Double] = []
    for shot in shots {
      seconds += shot.end - shot.start
      if shot.cut == .framing { cuts += 1 }
      guard case .crop(let keyframes) = shot.layout else {
        speeds += Array(repeating: 0, count: Int((shot.end - shot.start) * frameRate))
        continue
      }
      measure(pieces: keyframes, width: Double(pictureWidth))
      speeds += self.speeds(
        of: keyframes, shot: shot, width: Double(pictureWidth), frameRate: frameRate)
    }
    guard !speeds.isEmpty else { return }
    atRest = Double(speeds.count { $0 < 0.02 }) / Double(speeds.count)
    speeds.sort()
    speed95 = speeds[min(speeds.count - 1, Int(Double(speeds.count) * 0.95))]
  }

  /// Exact figures of the pieces between keyframes.
  private mutating func measure(pieces keyframes: [Keyframe], width: Double) {
    var before = 0.0
    var lastDirection = 0.0
    for (from, to) in zip(keyframes, keyframes.dropFirst()) {
      let moved = (to.x - from.x) + (to.y - from.y)
      let seconds = to.t - from.t
      let speed = seconds > 0 ? moved / seconds / width : .infinity
      maximumSpeed = max(maximumSpeed, abs(speed))
      maximumSpeedChange = max(maximumSpeedChange, abs(speed - before))
      if moved != 0, moved * lastDirection < 0 { reversals += 1 }
      if moved != 0 { lastDirection = moved }
      before = speed
    }
  }

  /// Speeds from frame to frame of one shot; counts its lurches.
  private mutating func speeds(
    of keyframes: [Keyframe], shot: FramedShot, width: Double, frameRate: Double
  ) -> [Double] {
    let frames = max(1, Int(((shot.end - shot.start) * frameRate).rounded()))
    var speeds: [Double] = []
    var before: Keyframe?
    for frame in 0..<frames {
      let window = keyframes.window(at: shot.start + Double(frame) / frameRate)
      if let before, let window {
        let moved = (abs(window.x - before.x) + abs(window.y - before.y)) / width
        if moved > 0.1 { lurches += 1 }
        speeds.append(moved * frameRate)
      }
      before = window
    }
    return speeds
  }
}

extension [Keyframe] {
  /// The window at a time: linear between keyframes, held outside them; `nil` without keyframes.
  package func window(at time: Double) -> Keyframe? {
    guard let first, let last else { return nil }
    if time <= first.t { return first }
    if time >= last.t { return last }
    guard let next = firstIndex(where: { $0.t > time }) else { return last }
    let from = self[next - 1]
    let to = self[next]
    let share = (time - from.t) / (to.t - from.t)
    return Keyframe(
      t: time, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share,
      width: from.width + (to.width - from.width) * share,
      height: from.height + (to.height - from.height) * share)
  }
}
