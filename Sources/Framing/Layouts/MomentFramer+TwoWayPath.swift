import Audience
import EditDecisions

extension MomentFramer {
  /// Plans the stretches of a moment together and writes them: for each its shots.
  ///
  /// A window that has room both ways moves both ways. An exact search over both at once would be
  /// as long as the product of two; they are planned in turns, each on the looks that the other
  /// holds: sideways, up and down, and sideways again.
  ///
  /// - Parameter forms: for each stretch its windows, one after another; several ease into each
  ///   other.
  /// - Returns: for each stretch its shots.
  func planned(_ forms: [[PathTask]]) -> [[FramedShot]] {
    var tasks = forms.flatMap { $0 }
    var paths = paths(of: tasks)
    var rises: [Int: [Keyframe]] = [:]
    let closer = tasks.indices.filter { isCloser(tasks[$0].window) }
    if !closer.isEmpty {
      let upright = closer.map { crosswise(tasks[$0], shots: written(tasks[$0], paths[$0])) }
      let rising = self.paths(of: upright)
      for (index, (task, path)) in zip(closer, zip(upright, rising)) {
        let shots = written(task, path)
        rises[index] = shots.first.map(keyframes)
        tasks[index] = narrowed(
          tasks[index], to: shots, isMoving: Set(path.path.positions).count > 1)
      }
      let turns = rising.reduce(0) { $0 + $1.path.turns }
      paths = self.paths(of: tasks, spent: PathBudget(turns: turns))
    }
    var shots = tasks.indices.map { index in
      let shots = written(tasks[index], paths[index])
      return rises[index].map { rise in shots.map { raised($0, by: rise) } } ?? shots
    }[...]
    return forms.map { form in
      let parts = Array(shots.prefix(form.count))
      shots = shots.dropFirst(form.count)
      return parts.count > 1 ? eased(parts) : parts.flatMap { $0 }
    }
  }

  /// A stretch as decided: one entry between deliberate cuts.
  private func written(_ task: PathTask, _ planned: PlannedTask) -> [FramedShot] {
    KeyframeWriter(
      axis: task.window, grid: planned.grid, start: task.start, end: task.end,
      stepSeconds: planned.stepSeconds, ease: constants.easeSeconds
    ).shots(of: planned.path, cut: task.cut)
  }

  private func paths(of tasks: [PathTask], spent: PathBudget = PathBudget()) -> [PlannedTask] {
    MomentPlanner(
      settings: request.settings, tasks: tasks,
      seconds: Written.seconds(request.end) - Written.seconds(request.start), spent: spent
    ).paths()
  }

  /// The same stretch planned up and down, by the looks that its windows hold sideways.
  private func crosswise(_ task: PathTask, shots: [FramedShot]) -> PathTask {
    let window = task.window.crosswise
    var attention = attention(of: task, along: window, heldBy: shots, across: task.window)
    attention.stealer = attention.stealer?.turned
    return PathTask(
      start: task.start, end: task.end, cut: task.cut, attention: attention, window: window,
      speedShare: Self.speedShares.upright)
  }

  /// The same stretch with the looks alone that windows moved up and down hold.
  private func narrowed(_ task: PathTask, to shots: [FramedShot], isMoving: Bool) -> PathTask {
    PathTask(
      start: task.start, end: task.end, cut: task.cut,
      attention: attention(
        of: task, along: task.window, heldBy: shots, across: task.window.crosswise),
      window: task.window, speedShare: isMoving ? Self.speedShares.sideways : 1,
      joinsBefore: task.joinsBefore, joinsAfter: task.joinsAfter)
  }

  /// Shares of the greatest speed: both together are no faster (3² + 4² = 5²).
  private static let speedShares = (sideways: 0.8, upright: 0.6)

  /// What is seen in a stretch, along a window's axis, of the looks that its shots hold across it.
  private func attention(
    of task: PathTask, along window: WindowAxis, heldBy shots: [FramedShot],
    across other: WindowAxis
  ) -> ShotAttention {
    var attention = task.attention
    let looks = request.timeline.looks(
      inBins: attention.lookBins, along: window
    ) { point, time in
      guard let shown = self.window(of: shots, at: time) else { return true }
      let place = min(1, max(0, other.coordinate(of: point))) * other.length
      let low = other.isHorizontal ? shown.x : shown.y
      let size = other.isHorizontal ? shown.width : shown.height
      return place >= low - 0.1 && place <= low + size + 0.1
    }
    if !looks.isEmpty { attention.looks = looks }
    return attention
  }

  private func keyframes(_ shot: FramedShot) -> [Keyframe] {
    if case .crop(let keyframes) = shot.layout { keyframes } else { [] }
  }

  /// A shot whose windows go up and down as others do.
  private func raised(_ shot: FramedShot, by rise: [Keyframe]) -> FramedShot {
    let own = keyframes(shot)
    let within = rise.filter { $0.t > shot.start && $0.t < shot.end }
    let times = Set((own + within).map(\.t)).sorted()
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

  /// One shot out of parts with windows of different sizes: about each boundary one eases into the
  /// next, which was and stays where its own path begins and ends.
  private func eased(_ parts: [[FramedShot]]) -> [FramedShot] {
    let shots = parts.compactMap(\.first)
    guard let first = shots.first, let last = shots.last else { return [] }
    let half = constants.zoomSeconds / 2
    var written: [Keyframe] = []
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
      FramedShot(start: first.start, end: last.end, cut: first.cut, layout: .crop(written))
    ]
  }

  /// Pieces that an easing from one size to another is written in.
  private static let zoomPieces = 12

  private func mixed(_ from: Keyframe, _ to: Keyframe, share: Double, at time: Double) -> Keyframe {
    func mix(_ a: Double, _ b: Double) -> Double { Written.pixels(a + (b - a) * share) }
    let (width, height) = (mix(from.width, to.width), mix(from.height, to.height))
    return Keyframe(
      t: time, x: max(0, Written.pixels(min(mix(from.x, to.x), axis.pictureWidth - width))),
      y: max(0, Written.pixels(min(mix(from.y, to.y), axis.pictureHeight - height))),
      width: width, height: height)
  }
}

extension SceneStealer {
  /// The same thing seen along the other axis.
  fileprivate var turned: SceneStealer {
    var copy = self
    copy.sightings = sightings.map {
      Sighting(time: $0.time, interval: $0.across, across: $0.interval)
    }
    return copy
  }
}
