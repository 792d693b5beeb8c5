import Audience
import EditDecisions

extension MomentFramer {
  /// Whether the source has enough pixels for a closer crop.
  var mayCloseIn: Bool { axis.isHorizontal && finest <= constants.zoomFrom }

  /// Minimum height of a window, as a share of the largest, so that enlargement stays within
  /// limits.
  var finest: Double {
    let width = Double(request.settings.outputWidth) / max(0.01, request.settings.maximumZoom)
    return width / axis.windowWidth
  }

  /// The box that a closer window must contain at a time bin; `nil` if nobody looks there.
  ///
  /// It is the watched area of the bin and its two neighbours. If no window contains all of it, it
  /// is the area of the bin alone.
  func held(around bin: Int, _ extents: [Int: PictureBox]) -> PictureBox? {
    let near = extents[bin]?.joined(with: [bin - 1, bin + 1].compactMap { extents[$0] })
    return near.flatMap { height(of: $0) <= 1 ? $0 : extents[bin] }
  }

  /// Height of a window that contains a box with its margin, as a share of the largest.
  func height(of box: PictureBox) -> Double {
    let margin = 2 * constants.margin * axis.pictureHeight
    return max(
      (box.height * axis.pictureHeight + margin) / axis.windowHeight,
      (box.width * axis.pictureWidth + margin) / axis.windowWidth)
  }

  /// The area that must be shown in each time bin: the heaviest gaze cluster of the bins around it,
  /// and the scene stealer.
  func extents(in bins: Range<Int>, _ attention: ShotAttention) -> [Int: PictureBox] {
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    return bins.reduce(into: [:]) { extents, bin in
      // A glance elsewhere for a second is not attention, even if half of the viewers do it.
      let near = (bin - 1..<bin + 2).clamped(to: bins)
      let looks = PictureBox(around: search.attended(inBin: bin, within: near), deviations: 2.33)
      let seen = attention.stealer?.boxes[bin].flatMap { isNarrow($0) ? $0 : nil }
      let boxes = [looks, seen].compactMap { $0 }
      extents[bin] = boxes.first?.joined(with: boxes)
    }
  }

  func isCloser(_ window: WindowAxis) -> Bool { window.windowHeight < axis.windowHeight }
}

extension CropKeyframe {
  /// Whether a point of the frame is inside the window, with a tolerance of 0.1 pixels.
  ///
  /// The point is in picture coordinates; one outside the frame counts as on its edge. `axis`
  /// contains the size of the frame.
  func holds(_ point: PicturePoint, of axis: WindowAxis) -> Bool {
    let px = min(axis.pictureWidth, max(0, point.x * axis.pictureWidth))
    let py = min(axis.pictureHeight, max(0, point.y * axis.pictureHeight))
    let slack = Written.pixel
    return px >= x - slack && px <= x + width + slack && py >= y - slack
      && py <= y + height + slack
  }
}
