import Audience
import EditDecisions

extension MomentFramer {
  /// Whether the source has the pixels to close in.
  var mayCloseIn: Bool { axis.isHorizontal && finest <= constants.zoomFrom }

  /// The least height of a window that is not enlarged too much, share of the largest.
  var finest: Double {
    let width = Double(request.settings.outputWidth) / max(0.01, request.settings.maximumZoom)
    return width / axis.windowWidth
  }

  /// What a closer window has to hold at a bin: what is attended in it and beside it, or in it
  /// alone where no window holds both and one cuts; `nil` where nobody looks.
  func held(around bin: Int, _ extents: [Int: PictureBox]) -> PictureBox? {
    let near = extents[bin]?.joined(with: [bin - 1, bin + 1].compactMap { extents[$0] })
    return near.flatMap { height(of: $0) <= 1 ? $0 : extents[bin] }
  }

  /// The height of a window that holds a box with its margin, share of the largest.
  func height(of box: PictureBox) -> Double {
    let margin = 2 * constants.margin * axis.pictureHeight
    return max(
      (box.height * axis.pictureHeight + margin) / axis.windowHeight,
      (box.width * axis.pictureWidth + margin) / axis.windowWidth)
  }

  /// What is to be held in each of some bins: the heaviest gathering of the seconds about it, and
  /// the scene stealer.
  func extents(in bins: Range<Int>, _ attention: ShotAttention) -> [Int: PictureBox] {
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    return bins.reduce(into: [:]) { extents, bin in
      // A second's glance elsewhere, even of half of them, is not what is attended.
      let near = (bin - 1..<bin + 2).clamped(to: bins)
      let looks = PictureBox(around: search.attended(inBin: bin, within: near), deviations: 2.33)
      let seen = attention.stealer?.boxes[bin].flatMap { isNarrow($0) ? $0 : nil }
      let boxes = [looks, seen].compactMap { $0 }
      extents[bin] = boxes.first?.joined(with: boxes)
    }
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
