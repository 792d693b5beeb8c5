import Audience
import EditDecisions

extension MomentFramer {
  /// The weighted share of the looks that are shown, to 0.01; `nil` without gaze.
  ///
  /// A look counts as kept when it lies in the window at the middle of its bin. The layout `fit`
  /// shows the whole picture, small: every look under it counts as kept.
  func gazeKept(by shots: [FramedShot]) -> Double? {
    var all = 0.0
    var kept = 0.0
    for shot in shots {
      let bins = request.timeline.bins(from: shot.start, to: shot.end)
      for looks in request.timeline.looks(inBins: bins, along: axis) {
        all += looks.weight
        kept += looks.weight * share(of: looks, under: shot.layout)
      }
    }
    return all > 0 ? Written.share(kept / all) : nil
  }

  private func share(of looks: Looks, under layout: Layout) -> Double {
    let windows: [[Keyframe]] =
      switch layout {
      case .fit: []
      case .crop(let keyframes): [keyframes]
      case .stack(let top, let bottom): [top, bottom]
      }
    if windows.isEmpty { return 1 }
    let shown = windows.compactMap { $0.window(at: looks.time) }.map { window in
      axis.isHorizontal
        ? window.x...window.x + window.width : window.y...window.y + window.height
    }
    let kept = looks.entries.reduce(0) { sum, look in
      let pixel = look.position * axis.length
      return shown.contains { $0.contains(pixel) } ? sum + look.weight : sum
    }
    return looks.weight > 0 ? kept / looks.weight : 0
  }
}
