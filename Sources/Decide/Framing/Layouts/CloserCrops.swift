import Audience

/// The crops that are closer than the largest window, and the area that each must contain.
struct CloserCrops {
  let axis: WindowAxis
  let settings: FramingSettings
  /// For each time bin the area that must be shown.
  private var areas: [Int: PictureBox] = [:]

  private var constants: FramingConstants { settings.constants }

  init(axis: WindowAxis, settings: FramingSettings) {
    (self.axis, self.settings) = (axis, settings)
  }

  /// Minimum height of a window by the maximum enlargement, as a share of the largest.
  private var finest: Double {
    Double(settings.outputWidth) / max(0.01, settings.maximumZoom) / axis.windowWidth
  }

  var isPossible: Bool { axis.isHorizontal && finest <= constants.zoomFrom }

  /// Heights of windows to try, as shares of the largest.
  var heights: [Double] {
    guard isPossible else { return [] }
    return sequence(first: constants.zoomFrom) { $0 * (1 + constants.zoomFrom) / 2 }
      .prefix { $0 > finest } + [finest]
  }

  /// Finds the areas: the heaviest gaze cluster of the bins around each, and the dominant object.
  mutating func findAreas(
    in bins: Range<Int>, of timeline: GazeTimeline, _ attention: ShotAttention
  ) {
    guard isPossible else { return }
    let search = GazeClusterSearch(timeline: timeline, axis: axis)
    for bin in bins {
      // A glance elsewhere for a second is not attention, even if half of the viewers do it.
      let near = (bin - 1..<bin + 2).clamped(to: bins)
      let gaze = PictureBox(around: search.attended(inBin: bin, within: near), deviations: 2.33)
      let object = attention.dominantBox(inBin: bin, fitting: axis)
      let boxes = [gaze, object].compactMap { $0 }
      areas[bin] = boxes.first?.joined(with: boxes)
    }
  }

  /// Height of a window that contains the required area of a time bin, as a share of the largest.
  ///
  /// The area is that of the bin and its two neighbours. If no window contains all of it, it is the
  /// area of the bin alone. The result is `nil` if nobody looks there.
  private func neededHeight(at bin: Int) -> Double? {
    guard let own = areas[bin] else { return nil }
    let joined = height(of: own.joined(with: [bin - 1, bin + 1].compactMap { areas[$0] }))
    return joined <= 1 ? joined : height(of: own)
  }

  /// Height of a window that contains a box with its margin, as a share of the largest.
  private func height(of box: PictureBox) -> Double {
    let margin = 2 * constants.margin * axis.pictureHeight
    return max(
      (box.height * axis.pictureHeight + margin) / axis.windowHeight,
      (box.width * axis.pictureWidth + margin) / axis.windowWidth)
  }

  /// Value of a closer window: that of the largest, plus its size, minus the gaze points it loses.
  ///
  /// If the required area does not fit into the window, all gaze points count as lost.
  func worth(height: Double, at bin: Int, largest: Double, own: Double) -> Double {
    let fits = neededHeight(at: bin).map { $0 <= height + 1e-9 } ?? false
    let lost = fits ? max(0, largest - own) : 1
    return largest - constants.lost(bySize: height) - constants.letGo * lost
  }
}
