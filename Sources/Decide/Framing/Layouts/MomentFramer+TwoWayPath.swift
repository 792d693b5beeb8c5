import Audience
import EditDecisions

extension MomentFramer {
  /// Plans the paths of all segments of a moment together, and converts them to shots.
  ///
  /// A window with room in both directions moves in both. An exact search over both at once would
  /// take the product of the two times. So the vertical path is planned afterwards, from the gaze
  /// points that the horizontal path covers. Several tasks in one form ease into each other.
  func planned(_ forms: [[PathTask]]) -> [[ClipShot]] {
    let tasks = forms.flatMap { $0 }
    var budget = PathBudget(
      seconds: Written.seconds(request.end) - Written.seconds(request.start), constants: constants)
    func shots(of tasks: [PathTask]) -> [[ClipShot]] {
      let planned = MomentPlanner(settings: request.settings, tasks: tasks, budget: budget).paths()
      budget.turns -= planned.reduce(0) { $0 + $1.path.turns }
      return zip(tasks, planned).map { task, planned in
        KeyframeWriter(
          axis: task.window, grid: planned.grid, start: task.start, end: task.end,
          stepSeconds: planned.stepSeconds, ease: constants.easeSeconds
        ).shots(of: planned.path, cut: task.cut)
      }
    }
    let sideways = shots(of: tasks)
    let rising = zip(tasks, sideways).flatMap { task, shots in
      isCloser(task.window) ? shots.map { upright(task, $0) } : []
    }
    var rises = shots(of: rising).joined().map(keyframes)[...]
    var written = zip(tasks, sideways).map { task, shots in
      isCloser(task.window) ? shots.map { raised($0, by: rises.removeFirst()) } : shots
    }[...]
    return forms.map { form in
      let parts = Array(written.prefix(form.count))
      written = written.dropFirst(form.count)
      return parts.count > 1 ? eased(parts) : parts.flatMap { $0 }
    }
  }

  /// The task to plan a shot's vertical path, from the gaze points that its windows cover
  /// horizontally.
  private func upright(_ task: PathTask, _ shot: ClipShot) -> PathTask {
    let window = task.window.crosswise
    var attention = task.attention
    let own = keyframes(shot)
    let near = request.timeline.bins(
      from: shot.start - constants.nearSeconds, to: shot.end + constants.nearSeconds
    ).clamped(to: attention.lookBins)
    let held = request.timeline.looks(inBins: near, along: window) { point, time in
      let x = min(1, max(0, point.x)) * axis.pictureWidth
      return own.window(at: time).map { x >= $0.x - 0.1 && x <= $0.x + $0.width + 0.1 } ?? true
    }
    attention.looks =
      held.isEmpty ? request.timeline.looks(inBins: attention.lookBins, along: window) : held
    return PathTask(
      start: shot.start, end: shot.end, cut: shot.cut, attention: attention, window: window,
      speedShare: Self.speedShares.upright, isUpright: true, joinsAfter: shot.end < task.end)
  }

  /// Shares of the maximum speed, so that the combined speed does not exceed it (3² + 4² = 5²).
  static let speedShares = (sideways: 0.8, upright: 0.6)

  private func keyframes(_ shot: ClipShot) -> [CropKeyframe] {
    if case .crop(let keyframes) = shot.layout { keyframes } else { [] }
  }

  /// The shot with the vertical positions of other keyframes.
  private func raised(_ shot: ClipShot, by rise: [CropKeyframe]) -> ClipShot {
    let own = keyframes(shot)
    let times = Set((own + rise).map(\.t)).sorted()
    var raised = shot
    raised.layout = .crop(
      times.compactMap { time in
        guard var window = own.window(at: time), let high = rise.window(at: time) else {
          return nil
        }
        window.x = Written.pixels(window.x)
        window.y = Written.pixels(high.y)
        return window
      })
    return raised
  }

  /// Joins shots with windows of different sizes into one shot.
  ///
  /// Around each boundary one window eases into the next.
  private func eased(_ parts: [[ClipShot]]) -> [ClipShot] {
    let shots = parts.compactMap(\.first)
    guard let first = shots.first, let last = shots.last else { return [] }
    let half = constants.zoomSeconds / 2
    var written: [CropKeyframe] = []
    for (index, shot) in shots.enumerated() {
      let own = keyframes(shot)
      let from = index == 0 ? shot.start - 1 : shot.start + half
      let to = index == shots.count - 1 ? shot.end + 1 : shot.end - half
      written += own.filter { $0.t > from && $0.t < to }
      guard index + 1 < shots.count else { break }
      let next = keyframes(shots[index + 1])
      written += (0...Self.zoomPieces).compactMap { piece in
        let share = Double(piece) / Double(Self.zoomPieces)
        let time = Written.seconds(shot.end + (2 * share - 1) * half)
        guard let from = own.window(at: time), let to = next.window(at: time) else { return nil }
        return mixed(from, to, share: share * share * (3 - 2 * share), at: time)
      }
    }
    return [
      ClipShot(start: first.start, end: last.end, cut: first.cut, layout: .crop(written))
    ]
  }

  /// Number of keyframe intervals in a change of size.
  private static let zoomPieces = 12

  private func mixed(_ from: CropKeyframe, _ to: CropKeyframe, share: Double, at time: Double)
    -> CropKeyframe
  {
    func mix(_ a: Double, _ b: Double) -> Double { Written.pixels(a + (b - a) * share) }
    let (width, height) = (mix(from.width, to.width), mix(from.height, to.height))
    return CropKeyframe(
      t: time, x: max(0, Written.pixels(min(mix(from.x, to.x), axis.pictureWidth - width))),
      y: max(0, Written.pixels(min(mix(from.y, to.y), axis.pictureHeight - height))),
      width: width, height: height)
  }
}
