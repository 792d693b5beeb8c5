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

  /// What a closer window has to hold at a bin: what is attended in it and beside it; `nil` where
  /// nobody looks.
  ///
  /// Together, for a window that closes in cannot follow what goes to and fro in a second.
  func held(around bin: Int, _ extents: [Int: PictureBox]) -> PictureBox? {
    extents[bin]?.joined(with: [bin - 1, bin + 1].compactMap { extents[$0] })
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

  /// The share of the looks that a window of a size (share of the largest) lets go of and the
  /// largest would hold: all, where what is to be held does not fit.
  func lost(inBin bin: Int, _ extents: [Int: PictureBox], _ size: Double) -> Double {
    guard let box = held(around: bin, extents), height(of: box) <= size + 1e-9 else { return 1 }
    let (x, y) = (box.center.x * axis.pictureWidth, box.center.y * axis.pictureHeight)
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
