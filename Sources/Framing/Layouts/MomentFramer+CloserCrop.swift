import Audience
import EditDecisions

/// What a window has to hold at one time, pixels: a gathering, and the scene stealer's box.
struct HeldExtent: Hashable, Sendable {
  /// The bin it was found in.
  var bin: Int
  /// Its sides.
  var left: Double, right: Double, top: Double, bottom: Double

  /// The smallest that holds both.
  func joined(with other: HeldExtent) -> HeldExtent {
    HeldExtent(
      bin: bin, left: min(left, other.left), right: max(right, other.right),
      top: min(top, other.top), bottom: max(bottom, other.bottom))
  }
}

extension MomentFramer {
  /// The same task with a window closed in on a small gathering, where the source has the pixels.
  ///
  /// Of one size throughout: never tighter than what is gathered on in any bin, with its margin,
  /// nor than the scene stealer's box where that fits; never enlarged beyond `maximumZoom`.
  func closeIn(_ task: PathTask) -> PathTask {
    guard mayCloseIn(task), let window = closerWindow(for: extents(of: task)) else { return task }
    return task.with(window: window)
  }

  /// Whether the source has the pixels, and gaze to close in on.
  func mayCloseIn(_ task: PathTask) -> Bool {
    axis.isHorizontal && task.attention.isGaze && finestHeight <= largestCloser
  }

  /// The window that holds each of some extents; `nil` where it would hardly be closer.
  func closerWindow(for extents: [HeldExtent]) -> WindowAxis? {
    guard let top = extents.map(\.top).min(), let bottom = extents.map(\.bottom).max(),
      let height = extents.map(height).max(), height <= largestCloser
    else { return nil }
    return WindowAxis(
      closerThan: axis, height: max(finestHeight, height), around: (top + bottom) / 2)
  }

  /// The height of the window that holds an extent with its margin, pixels.
  func height(for extent: HeldExtent) -> Double {
    let margin = 2 * constants.zoomMargin * axis.pictureHeight
    let shape = axis.windowWidth / axis.windowHeight
    return max(
      finestHeight, extent.bottom - extent.top + margin,
      (extent.right - extent.left + margin) / shape)
  }

  /// The least height of a window that is not enlarged too much, pixels.
  private var finestHeight: Double {
    let width = Double(request.settings.outputWidth) / max(0.01, request.settings.maximumZoom)
    return width * axis.windowHeight / axis.windowWidth
  }

  /// The greatest height of a window that is worth closing in to, pixels.
  var largestCloser: Double { constants.zoomFrom * axis.windowHeight }

  /// What is to be held in each bin of a stretch.
  func extents(of task: PathTask) -> [HeldExtent] {
    let stealers = (task.attention.stealer?.sightings ?? []).filter { sighting in
      let wide = sighting.interval.upperBound - sighting.interval.lowerBound
      return wide * axis.length <= axis.windowWidth
    }
    return bins(of: task).compactMap { bin in
      let looks = gathered(inBin: bin)
      let xs = looks.map { min(1, max(0, $0.point.x)) * axis.pictureWidth }
      let ys = looks.map { min(1, max(0, $0.point.y)) * axis.pictureHeight }
      var found: HeldExtent?
      if let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() {
        found = HeldExtent(bin: bin, left: left, right: right, top: top, bottom: bottom)
      }
      let middle = HalfSeconds.middle(of: bin)
      for sighting in stealers where abs(sighting.time - middle) < 0.01 {
        let box = HeldExtent(
          bin: bin, left: sighting.interval.lowerBound * axis.pictureWidth,
          right: sighting.interval.upperBound * axis.pictureWidth,
          top: sighting.across.lowerBound * axis.pictureHeight,
          bottom: sighting.across.upperBound * axis.pictureHeight)
        found = found?.joined(with: box) ?? box
      }
      return found
    }
  }

  /// The bins that speak for a stretch.
  func bins(of task: PathTask) -> Range<Int> {
    request.timeline.bins(from: task.start, to: task.end)
      .clamped(to: task.attention.bins)
  }

  /// The looks of the heaviest gathering of a bin.
  func gathered(inBin bin: Int) -> [WeighedPoint] {
    GatheringSearch(timeline: request.timeline, axis: axis).gatherings(inBin: bin).first?.looks
      ?? []
  }

  /// Whether a closer window, moved along its path, brings gathered looks nearer to its edge than
  /// half their margin, or lets go of too many that the largest window there would hold.
  func losesLooks(_ task: PathTask, _ shots: [FramedShot]) -> Bool {
    guard isCloser(task.window) else { return false }
    let inset = constants.zoomMargin / 2 * axis.pictureHeight
    for bin in bins(of: task) {
      guard let window = window(of: shots, at: HalfSeconds.middle(of: bin)) else { continue }
      let isHeld = gathered(inBin: bin).allSatisfy {
        window.holds($0.point, of: axis, inset: inset)
      }
      guard isHeld else { return true }
    }
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    var largest = 0.0
    var closer = 0.0
    var all = 0.0
    for bin in task.attention.bins {
      let time = HalfSeconds.middle(of: bin)
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
    return closer < largest - constants.zoomLoss * all
  }

  /// Whether a window is smaller than the largest.
  func isCloser(_ window: WindowAxis) -> Bool { window.windowHeight < axis.windowHeight }

  /// The window of crops at a time; `nil` where another layout is shown.
  func window(of shots: [FramedShot], at time: Double) -> Keyframe? {
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
