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

  /// What a closer window has to hold at a bin: what is attended in it and beside it; `nil` where
  /// nobody looks.
  ///
  /// Together, for a window that closes in cannot follow what goes to and fro in a second.
  func held(around bin: Int, _ extents: [Int: HeldExtent]) -> HeldExtent? {
    guard let own = extents[bin] else { return nil }
    return [bin - 1, bin + 1].compactMap { extents[$0] }.reduce(own) { $0.joined(with: $1) }
  }

  /// The height of a window that holds an extent with its margin, share of the largest.
  func height(of extent: HeldExtent) -> Double {
    let margin = 2 * constants.margin * axis.pictureHeight
    return max(
      (extent.bottom - extent.top + margin) / axis.windowHeight,
      (extent.right - extent.left + margin) / axis.windowWidth)
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

  /// The share of the looks that a window of a size (share of the largest) lets go of and the
  /// largest would hold: all, where what is to be held does not fit.
  func lost(inBin bin: Int, _ extents: [Int: HeldExtent], _ size: Double) -> Double {
    guard let extent = held(around: bin, extents), height(of: extent) <= size + 1e-9 else {
      return 1
    }
    let (x, y) = ((extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2)
    func window(_ share: Double) -> Keyframe {
      let (width, height) = (axis.windowWidth * share, axis.windowHeight * share)
      return Keyframe(
        t: 0, x: min(axis.pictureWidth - width, max(0, x - width / 2)),
        y: min(axis.pictureHeight - height, max(0, y - height / 2)), width: width, height: height)
    }
    let (largest, closer) = (window(1), window(size))
    let looks = GatheringSearch(timeline: request.timeline, axis: axis).looks(inBin: bin)
    let lost = looks.filter {
      largest.holds($0.point, of: axis) && !closer.holds($0.point, of: axis)
    }
    return lost.reduce(0) { $0 + $1.weight } / max(1e-9, looks.reduce(0) { $0 + $1.weight })
  }

  /// Whether a window is smaller than the largest.
  func isCloser(_ window: WindowAxis) -> Bool { window.windowHeight < axis.windowHeight }
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
