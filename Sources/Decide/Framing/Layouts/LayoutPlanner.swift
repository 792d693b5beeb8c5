import Audience
import EditDecisions
import Support

/// A shot of the source, or a part of it with a wished layout.
struct ShotPiece {
  var shot: SourceShot
  /// The kind of cut at its start.
  var cut: ClipShot.ShotStart
  /// The wished layout; `nil` if the audience decides.
  var look: WishFraming?
}

/// A part of a shot: finished, or to be planned as one or more consecutive windows.
enum PlannedPart {
  case framed(ClipShot)
  case path([PathTask])
}

/// Divides a piece of a shot into parts with one layout each, by its wish or by the audience.
struct LayoutPlanner {
  let request: FramingRequest
  let axis: WindowAxis
  let piece: ShotPiece
  let attention: ShotAttention
  /// Shots whose layouts are reused, even if others are better; empty if all layouts are allowed.
  let followed: [ClipShot]

  private var settings: FramingSettings { request.settings }
  private var hasPath: Bool { axis.canMove && !attention.points.isEmpty }

  /// The piece with the whole frame.
  private var fitted: ClipShot {
    ClipShot(start: piece.shot.start, end: piece.shot.end, cut: piece.cut, layout: .fit)
  }

  func parts() -> [PlannedPart] {
    switch piece.look {
    case nil, .crop, .stack, .wide: return chosen()
    case .fit: return [.framed(fitted)]
    case .window(let x, let y):
      guard let edge = axis.isHorizontal ? x : y else { return [still(at: axis.room / 2)] }
      return [still(axis.keyframe(at: fitted.start, wishedEdge: edge))]
    case .hold:
      guard hasPath else { return [still(at: axis.room / 2)] }
      let (task, constants) = (task(over: fitted, height: 1), settings.constants)
      let grid = PositionGrid(axis: axis, positions: constants.positions)
      let map = CoverageBuilder(task: task, grid: grid, constants: constants).map()
      return [still(at: grid.edge(map.bestStill) * axis.length)]
    }
  }

  private func still(at edge: Double) -> PlannedPart {
    still(axis.keyframe(at: fitted.start, edge: edge))
  }

  private func still(_ window: CropKeyframe) -> PlannedPart {
    var shot = fitted
    shot.layout = .crop([window])
    return .framed(shot)
  }

  /// A window of a height, a share of the largest, over the range of a shot.
  private func task(over shot: ClipShot, height: Double) -> PathTask {
    var task = PathTask(
      start: shot.start, end: shot.end, cut: shot.cut, attention: attention, window: axis)
    if height < 1 {
      task.window = WindowAxis(closerThan: axis, height: height)
      task.direction = .sideways
    }
    return task
  }

  /// Chooses layouts by the audience, or uses the wished one.
  ///
  /// If gaze does not determine the place of a wished stack or wide crop, the audience decides.
  private func chosen() -> [PlannedPart] {
    let layouts = settings.layouts
    let wished = piece.look == .crop || attention.isGaze ? piece.look : nil
    let isBlind = attention.points.isEmpty && axis.canMove
    if layouts.contains(.fit), wished == nil, isBlind || !layouts.contains(.crop) {
      return [.framed(fitted)]
    }
    let bins = request.timeline.bins(from: fitted.start, to: fitted.end).clamped(to: attention.bins)
    let isCropped = wished == .crop || wished == nil && layouts.isSubset(of: [.crop])
    var closer = CloserCrops(axis: axis, settings: settings)
    guard axis.canMove, attention.isGaze, !bins.isEmpty, !isCropped || closer.isPossible else {
      return [hasPath ? .path([task(over: fitted, height: 1)]) : still(at: axis.room / 2)]
    }
    closer.findAreas(in: bins, of: request.timeline, attention)
    let chooser = LayoutChooser(
      request: request, axis: axis, bins: bins, scattered: attention.scattered, closer: closer,
      followed: followed
    ) { height in
      PathPlanner(request).shots(of: [[task(over: fitted, height: height)]]).flatMap(\.self)
    }
    return parts(of: chooser.runs(wished: wished))
  }

  private func parts(of runs: [LayoutChooser.Run]) -> [PlannedPart] {
    var parts: [PlannedPart] = []
    for (index, run) in runs.enumerated() {
      var shot = fitted
      if index > 0 {
        shot.start = Rounding.time(TimeBins.start(of: run.bins.lowerBound))
        shot.cut = .framing
      }
      if index < runs.count - 1 {
        shot.end = Rounding.time(TimeBins.start(of: run.bins.upperBound))
      }
      switch run.option {
      case .fit: break
      case .wide(let window, let edge):
        shot.part = FrameArea(window.keyframe(at: shot.start, edge: edge * axis.length))
      case .stack(let panes):
        let panes = [panes.top, panes.bottom].map { [axis.keyframe(at: shot.start, over: $0)] }
        shot.layout = .stack(panes[0], panes[1])
      case .crop(let height):
        var task = task(over: shot, height: height)
        guard case .path(var group)? = parts.last else {
          parts.append(.path([task]))
          continue
        }
        // If only the size of the window changes, one window eases into the next.
        group[group.count - 1].joinsAfter = true
        (task.cut, task.joinsBefore) = (group[0].cut, true)
        parts[parts.count - 1] = .path(group + [task])
        continue
      }
      parts.append(.framed(shot))
    }
    return parts
  }
}
