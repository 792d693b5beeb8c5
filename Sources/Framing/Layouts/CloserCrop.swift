import Audience
import EditDecisions

extension MomentFramer {
  /// The same task with a window closed in on a small gathering, where the source has the pixels.
  ///
  /// Never tighter than the gatherings of the stretch with their margin, top to bottom over all of
  /// it and side to side in each bin, nor than the scene stealer's box where that fits; never
  /// enlarged beyond `maximumZoom`; and of one size and height above ground throughout.
  func closeIn(_ task: PathTask) -> PathTask {
    guard axis.isHorizontal, task.attention.isGaze, let extent = extent(of: task) else {
      return task
    }
    let shape = axis.windowWidth / axis.windowHeight
    let margin = 2 * constants.zoomMargin * axis.pictureHeight
    let finest = Double(request.settings.outputWidth) / max(0.01, request.settings.maximumZoom)
    let height = max(
      finest / shape, extent.bottom - extent.top + margin, (extent.width + margin) / shape)
    guard height <= constants.zoomFrom * axis.windowHeight else { return task }
    let closer = WindowAxis(
      closerThan: axis, height: height, around: (extent.top + extent.bottom) / 2)
    return PathTask(
      start: task.start, end: task.end, cut: task.cut, attention: task.attention, window: closer)
  }

  /// How far the gatherings of a stretch reach, pixels: up and down over all bins, and the widest.
  private func extent(of task: PathTask) -> (top: Double, bottom: Double, width: Double)? {
    var top = Double.infinity
    var bottom = -Double.infinity
    var width = 0.0
    for bin in gatheredBins(of: task) {
      let ys = bin.looks.map { min(1, max(0, $0.point.y)) * axis.pictureHeight }
      let xs = bin.looks.map { min(1, max(0, $0.point.x)) * axis.pictureWidth }
      top = min(top, ys.min() ?? top)
      bottom = max(bottom, ys.max() ?? bottom)
      width = max(width, (xs.max() ?? 0) - (xs.min() ?? 0))
    }
    for sighting in task.attention.stealer?.sightings ?? [] {
      let wide = (sighting.interval.upperBound - sighting.interval.lowerBound) * axis.length
      guard wide <= axis.windowWidth else { continue }
      top = min(top, sighting.across.lowerBound * axis.pictureHeight)
      bottom = max(bottom, sighting.across.upperBound * axis.pictureHeight)
      width = max(width, wide)
    }
    return top <= bottom ? (top, bottom, width) : nil
  }

  /// The heaviest gathering of each bin of a stretch, and the play time it speaks for.
  private func gatheredBins(of task: PathTask) -> [(time: Double, looks: [WeighedPoint])] {
    let lag = request.timeline.eyeLag
    let bins = request.timeline.bins(from: task.start - lag, to: task.end - lag)
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    return bins.clamped(to: task.attention.bins).compactMap { bin in
      search.gatherings(inBin: bin).first.map {
        (HalfSeconds.middle(of: bin) + lag, $0.looks)
      }
    }
  }

  /// Whether a closer window, moved along its path, brings gathered looks nearer to its edge than
  /// half their margin, or lets go of too many others.
  func losesLooks(_ task: PathTask, _ planned: PlannedTask) -> Bool {
    guard task.window.windowHeight < axis.windowHeight else { return false }
    let shots = task.shots(of: planned)
    var gathered = (all: 0.0, kept: 0.0)
    for bin in gatheredBins(of: task) {
      guard let window = window(of: shots, at: bin.time) else { continue }
      for look in bin.looks {
        gathered.all += look.weight
        let inset = constants.zoomMargin / 2 * axis.pictureHeight
        if window.holds(look.point, of: axis, inset: inset) { gathered.kept += look.weight }
      }
    }
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    var largest = 0.0
    var closer = 0.0
    var all = 0.0
    for bin in task.attention.bins {
      let time = HalfSeconds.middle(of: bin) + request.timeline.eyeLag
      guard time >= task.start, time < task.end, let window = window(of: shots, at: time)
      else { continue }
      let whole = axis.keyframe(
        at: time, edge: window.x + window.width / 2 - axis.windowWidth / 2)
      for look in search.looks(inBin: bin) {
        all += look.weight
        if whole.holds(look.point, of: axis) { largest += look.weight }
        if window.holds(look.point, of: axis) { closer += look.weight }
      }
    }
    return gathered.kept < gathered.all - 1e-9 || closer < largest - constants.zoomLoss * all
  }

  private func window(of shots: [FramedShot], at time: Double) -> Keyframe? {
    guard case .crop(let keyframes)? = shots.last(where: { $0.start <= time })?.layout else {
      return nil
    }
    return keyframes.window(at: time)
  }
}

extension Keyframe {
  /// Whether a point of the picture lies in the window, to the tenth of a pixel it is written in.
  ///
  /// - Parameters:
  ///   - point: in picture coordinates; one beside the picture counts as on its edge.
  ///   - axis: tells the picture's size.
  ///   - inset: how far inside it must lie, pixels, but for the picture's own edges.
  /// - Returns: whether it does.
  func holds(_ point: PicturePoint, of axis: WindowAxis, inset: Double = 0) -> Bool {
    let px = min(axis.pictureWidth - inset, max(inset, point.x * axis.pictureWidth))
    let py = min(axis.pictureHeight - inset, max(inset, point.y * axis.pictureHeight))
    let slack = 0.1 - inset
    return px >= x - slack && px <= x + width + slack && py >= y - slack
      && py <= y + height + slack
  }
}
