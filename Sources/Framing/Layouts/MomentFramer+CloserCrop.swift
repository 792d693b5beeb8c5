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
  /// Whether the source has the pixels, and gaze to close in on.
  func mayCloseIn(_ task: PathTask) -> Bool {
    axis.isHorizontal && task.attention.isGaze
      && finestHeight <= constants.zoomFrom * axis.windowHeight
  }

  /// The least height of a window that is not enlarged too much, pixels.
  var finestHeight: Double {
    let width = Double(request.settings.outputWidth) / max(0.01, request.settings.maximumZoom)
    return width * axis.windowHeight / axis.windowWidth
  }

  /// The height of the window that holds what is attended in a bin and beside it, with its margin,
  /// and what it lets go of beside; `nil` where it would hardly be closer, or nobody looks.
  ///
  /// Together, for a window that closes in cannot follow what goes to and fro in a second.
  func held(
    around bin: Int, _ extents: [Int: HeldExtent]
  ) -> (height: Double, lost: Double)? {
    let near = (bin - 1...bin + 1).compactMap { extents[$0] }
    guard extents[bin] != nil, let first = near.first else { return nil }
    let extent = near.dropFirst().reduce(first) { $0.joined(with: $1) }
    let margin = 2 * constants.zoomMargin * axis.pictureHeight
    let shape = axis.windowWidth / axis.windowHeight
    let height = max(
      finestHeight, extent.bottom - extent.top + margin,
      (extent.right - extent.left + margin) / shape)
    guard height <= constants.zoomFrom * axis.windowHeight else { return nil }
    return (height, lost(inBin: bin, about: extent, height))
  }

  /// What is to be held in each bin of a stretch: the heaviest gathering of the seconds about it.
  func extents(of task: PathTask) -> [HeldExtent] {
    let stealers = (task.attention.stealer?.sightings ?? []).filter { sighting in
      let wide = sighting.interval.upperBound - sighting.interval.lowerBound
      return wide * axis.length <= axis.windowWidth
    }
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    let bins = bins(of: task)
    return bins.compactMap { bin in
      // A second's glance elsewhere, even of half of them, is not what is attended.
      let near = (bin - 1..<bin + 2).clamped(to: bins)
      let looks = search.attended(inBin: bin, within: near)
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
    request.timeline.bins(from: task.start, to: task.end).clamped(to: task.attention.bins)
  }

  /// The share of the looks that a window of a height about an extent lets go of and the largest
  /// would hold.
  private func lost(inBin bin: Int, about extent: HeldExtent, _ height: Double) -> Double {
    let (x, y) = ((extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2)
    func window(_ share: Double) -> Keyframe {
      let (width, height) = (axis.windowWidth * share, axis.windowHeight * share)
      return Keyframe(
        t: 0, x: min(axis.pictureWidth - width, max(0, x - width / 2)),
        y: min(axis.pictureHeight - height, max(0, y - height / 2)), width: width, height: height)
    }
    let (largest, closer) = (window(1), window(height / axis.windowHeight))
    var (all, lost) = (0.0, 0.0)
    for look in GatheringSearch(timeline: request.timeline, axis: axis).looks(inBin: bin) {
      all += look.weight
      if largest.holds(look.point, of: axis), !closer.holds(look.point, of: axis) {
        lost += look.weight
      }
    }
    return all > 0 ? lost / all : 0
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
  /// - Returns: whether it does.
  func holds(_ point: PicturePoint, of axis: WindowAxis) -> Bool {
    let px = min(axis.pictureWidth, max(0, point.x * axis.pictureWidth))
    let py = min(axis.pictureHeight, max(0, point.y * axis.pictureHeight))
    let slack = Written.pixel
    return px >= x - slack && px <= x + width + slack && py >= y - slack
      && py <= y + height + slack
  }
}
