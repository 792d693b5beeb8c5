import Audience
import EditDecisions

/// What a window has to hold at one time, pixels: a gathering, and the scene stealer's box.
struct HeldExtent: Hashable, Sendable {
  /// Its sides.
  var left: Double, right: Double, top: Double, bottom: Double

  /// The smallest that holds both.
  func joined(with other: HeldExtent) -> HeldExtent {
    HeldExtent(
      left: min(left, other.left), right: max(right, other.right), top: min(top, other.top),
      bottom: max(bottom, other.bottom))
  }
}

extension MomentFramer {
  /// Whether the source has the pixels to close in.
  var mayCloseIn: Bool { axis.isHorizontal && finest <= constants.zoomFrom }

  /// The least height of a window that is not enlarged too much, share of the largest.
  var finest: Double {
    let width = Double(request.settings.outputWidth) / max(0.01, request.settings.maximumZoom)
    return width / axis.windowWidth
  }

  /// The height (share of the largest) of the window that holds what is attended in a bin and
  /// beside it, with its margin, and what it lets go of; `nil` where nobody looks, or it is hardly
  /// closer.
  ///
  /// Together, for a window that closes in cannot follow what goes to and fro in a second.
  func held(
    around bin: Int, _ extents: [Int: HeldExtent]
  ) -> (height: Double, lost: Double)? {
    let near = (bin - 1...bin + 1).compactMap { extents[$0] }
    guard extents[bin] != nil, let first = near.first else { return nil }
    let extent = near.dropFirst().reduce(first) { $0.joined(with: $1) }
    let margin = 2 * constants.margin * axis.pictureHeight
    let height = max(
      finest, (extent.bottom - extent.top + margin) / axis.windowHeight,
      (extent.right - extent.left + margin) / axis.windowWidth)
    guard height <= constants.zoomFrom else { return nil }
    return (height, lost(inBin: bin, about: extent, height))
  }

  /// What is to be held in each of some bins: the heaviest gathering of the seconds about it.
  func extents(in bins: Range<Int>, _ attention: ShotAttention) -> [Int: HeldExtent] {
    let stealers = (attention.stealer?.sightings ?? []).filter { sighting in
      let wide = sighting.interval.upperBound - sighting.interval.lowerBound
      return wide * axis.length <= axis.windowWidth
    }
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    var extents: [Int: HeldExtent] = [:]
    for bin in bins {
      // A second's glance elsewhere, even of half of them, is not what is attended.
      let near = (bin - 1..<bin + 2).clamped(to: bins)
      let looks = search.attended(inBin: bin, within: near)
      let xs = looks.map { min(1, max(0, $0.point.x)) * axis.pictureWidth }
      let ys = looks.map { min(1, max(0, $0.point.y)) * axis.pictureHeight }
      if let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() {
        extents[bin] = HeldExtent(left: left, right: right, top: top, bottom: bottom)
      }
      let middle = HalfSeconds.middle(of: bin)
      for sighting in stealers where abs(sighting.time - middle) < 0.01 {
        let box = HeldExtent(
          left: sighting.interval.lowerBound * axis.pictureWidth,
          right: sighting.interval.upperBound * axis.pictureWidth,
          top: sighting.across.lowerBound * axis.pictureHeight,
          bottom: sighting.across.upperBound * axis.pictureHeight)
        extents[bin] = extents[bin]?.joined(with: box) ?? box
      }
    }
    return extents
  }

  /// The share of the looks that a window of a height (share of the largest) about an extent lets
  /// go of and the largest would hold.
  private func lost(inBin bin: Int, about extent: HeldExtent, _ height: Double) -> Double {
    let (x, y) = ((extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2)
    func window(_ share: Double) -> Keyframe {
      let (width, height) = (axis.windowWidth * share, axis.windowHeight * share)
      return Keyframe(
        t: 0, x: min(axis.pictureWidth - width, max(0, x - width / 2)),
        y: min(axis.pictureHeight - height, max(0, y - height / 2)), width: width, height: height)
    }
    let (largest, closer) = (window(1), window(height))
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
