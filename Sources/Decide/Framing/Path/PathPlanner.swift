import Audience
import EditDecisions
import Support

/// Plans the paths of all crops of a moment together, and converts them to shots.
///
/// First an exact search decides what the window shows, when it moves and how far. Then each move
/// becomes as even as possible. All paths share one budget of motion. A closer window moves in both
/// directions. An exact search over both would take the product of the two times, so the vertical
/// path is planned afterwards, from the gaze points that the horizontal path covers.
struct PathPlanner {
  let settings: FramingSettings
  /// The largest window in the frame.
  let axis: WindowAxis
  /// Length of the moment in seconds.
  let seconds: Double

  private var constants: FramingConstants { settings.constants }

  init(_ request: FramingRequest) {
    settings = request.settings
    axis = WindowAxis(request)
    seconds = Rounding.time(request.end) - Rounding.time(request.start)
  }

  /// The shots of each group of consecutive tasks; within a group one window eases into the next.
  func shots(of groups: [[PathTask]]) -> [[ClipShot]] {
    let tasks = groups.flatMap(\.self)
    var budget = PathBudget(seconds: seconds, constants: constants)
    let sideways = shots(of: tasks, &budget)
    let rising = zip(tasks, sideways).flatMap { task, shots in
      task.direction == .sideways ? shots.map { upright(task, $0) } : []
    }
    var rises = shots(of: rising, &budget).joined().map(keyframes)[...]
    var written = zip(tasks, sideways).map { task, shots in
      task.direction == .sideways ? shots.map { raised($0, by: rises.removeFirst()) } : shots
    }[...]
    return groups.map { group in
      let parts = Array(written.prefix(group.count))
      written.removeFirst(group.count)
      return parts.count > 1 ? eased(parts) : parts.flatMap(\.self)
    }
  }

  /// The shots of each task, along its own axis; their reversals are taken from the budget.
  private func shots(of tasks: [PathTask], _ budget: inout PathBudget) -> [[ClipShot]] {
    let work = tasks.map { task in
      let grid = PositionGrid(axis: task.window, positions: constants.positions)
      let map = CoverageBuilder(task: task, grid: grid, constants: constants).map()
      return (task: task, grid: grid, map: map, stepSeconds: task.seconds / Double(map.steps))
    }
    var prices = PathPrices(stepSeconds: constants.stepSeconds, constants: constants)
    while true {
      let stretches = work.map { stretch(of: $0.task, $0.grid, $0.map, prices) }
      let found = bestPaths(through: stretches).paths
      let paths = zip(work, found).map { $1.evened(over: $0.map, loss: constants.evenLoss) }
      let use = zip(work, paths).reduce(into: PathBudget()) { sum, planned in
        let (work, path) = planned
        let steady = Int((constants.againRestSeconds / work.stepSeconds).rounded(.up))
        sum.turns += path.turns
        sum.movingSteps += path.unsteadySteps(steadySteps: steady)
      }
      if let raised = budget.raised(prices, after: use) {
        prices = raised
        continue
      }
      budget.turns -= use.turns
      return zip(work, paths).map { work, path in
        KeyframeWriter(
          axis: work.task.window, grid: work.grid, start: work.task.start, end: work.task.end,
          stepSeconds: work.stepSeconds, ease: constants.easeSeconds
        ).shots(of: path, cut: work.task.cut)
      }
    }
  }

  private func stretch(
    of task: PathTask, _ grid: PositionGrid, _ map: CoverageMap, _ prices: PathPrices
  ) -> PathStretch {
    var own = settings
    own.maximumSpeed *= task.direction.speedShare
    let limits = MotionLimits(
      grid: grid, axis: task.window, stepSeconds: task.seconds / Double(map.steps), settings: own,
      mayCut: task.mayCut)
    // An easing has half of the maximum speed on average.
    let reach = settings.maximumSpeed * constants.zoomSeconds / 2 * axis.pictureWidth
    return PathStretch(
      map: map, graph: PathGraph(limits, prices, steps: map.steps, needsRest: task.joinsAfter),
      middles: (0..<grid.count).map {
        Float((grid.edge($0) + grid.window / 2) * task.window.length)
      }, reach: task.joinsBefore ? Float(reach) : nil)
  }

  /// The task to plan a shot's vertical path, from the gaze points that its windows cover.
  private func upright(_ task: PathTask, _ shot: ClipShot) -> PathTask {
    var attention = task.attention
    let own = keyframes(shot)
    let covered = attention.points.compactMap { bin -> TimedPoints? in
      guard bin.time >= shot.start - constants.nearSeconds,
        bin.time < shot.end + constants.nearSeconds
      else { return nil }
      guard let window = own.window(at: bin.time) else { return bin }
      let slack = WindowAxis.roundingStep
      var bin = bin
      bin.points.removeAll { point in
        let x = min(1, max(0, point.place.x)) * axis.pictureWidth
        return x < window.x - slack || x > window.x + window.width + slack
      }
      return bin.points.isEmpty ? nil : bin
    }
    if !covered.isEmpty { attention.points = covered }
    return PathTask(
      start: shot.start, end: shot.end, cut: shot.cut, attention: attention,
      window: task.window.crosswise, direction: .upright, joinsAfter: shot.end < task.end)
  }

  private func keyframes(_ shot: ClipShot) -> [CropKeyframe] {
    if case .crop(let keyframes) = shot.layout { keyframes } else { [] }
  }

  /// The shot with the vertical positions of other keyframes.
  private func raised(_ shot: ClipShot, by rise: [CropKeyframe]) -> ClipShot {
    let own = keyframes(shot)
    let times = Set((own + rise).map(\.t)).sorted()
    let windows = times.compactMap { time -> CropKeyframe? in
      guard var window = own.window(at: time), let high = rise.window(at: time) else { return nil }
      (window.x, window.y) = (Rounding.pixels(window.x), Rounding.pixels(high.y))
      return window
    }
    var raised = shot
    raised.layout = .crop(windows)
    return raised
  }

  /// Joins shots with windows of different sizes into one, in which each eases into the next.
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
      // Number of keyframe intervals in a change of size.
      let pieces = 12
      written += (0...pieces).compactMap { piece in
        let share = Double(piece) / Double(pieces)
        let time = Rounding.time(shot.end + (2 * share - 1) * half)
        guard let from = own.window(at: time), let to = next.window(at: time) else { return nil }
        return mixed(from, to, share: share * share * (3 - 2 * share), at: time)
      }
    }
    return [ClipShot(start: first.start, end: last.end, cut: first.cut, layout: .crop(written))]
  }

  private func mixed(
    _ from: CropKeyframe, _ to: CropKeyframe, share: Double, at time: Double
  ) -> CropKeyframe {
    func mix(_ a: Double, _ b: Double) -> Double { Rounding.pixels(a + (b - a) * share) }
    let (width, height) = (mix(from.width, to.width), mix(from.height, to.height))
    return CropKeyframe(
      t: time, x: max(0, Rounding.pixels(min(mix(from.x, to.x), axis.pictureWidth - width))),
      y: max(0, Rounding.pixels(min(mix(from.y, to.y), axis.pictureHeight - height))),
      width: width, height: height)
  }
}
