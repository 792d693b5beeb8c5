import Audience
public import EditDecisions

extension MomentFramer {
  /// The weighted share of the looks that are shown, to 0.01; `nil` without gaze.
  ///
  /// A look counts as kept when it lies in the window at the middle of its bin. The layout `fit`
  /// shows the whole picture, small: every look under it counts as kept.
  func gazeKept(by shots: [FramedShot]) -> Double? {
    var all = 0.0
    var kept = 0.0
    let lag = request.timeline.eyeLag
    for shot in shots {
      for bin in request.timeline.bins(from: shot.start - lag, to: shot.end - lag) {
        let time = AudienceTimeline.middle(ofBin: bin) + lag
        let windows = Self.windows(of: shot.layout, at: time)
        for row in request.timeline.bins[bin].rows {
          guard let look = row.position, look.x.isFinite, look.y.isFinite else { continue }
          all += row.weight
          if isShown(look, in: windows) { kept += row.weight }
        }
      }
    }
    return all > 0 ? Written.share(kept / all) : nil
  }

  private static func windows(of layout: Layout, at time: Double) -> [Keyframe] {
    switch layout {
    case .fit: []
    case .crop(let keyframes): [keyframes].compactMap { $0.window(at: time) }
    case .stack(let top, let bottom): [top, bottom].compactMap { $0.window(at: time) }
    }
  }

  /// Whether a look, moved onto the picture, lies in one of the windows; no window shows it all.
  private func isShown(_ look: PicturePoint, in windows: [Keyframe]) -> Bool {
    // Windows are written in tenths of a pixel: one over the whole picture may end short of it.
    windows.isEmpty || windows.contains { $0.holds(look, of: axis) }
  }
}

/// The weighted share of a moment's looks that some shots show, to 0.01; `nil` without gaze.
///
/// - Parameters:
///   - shots: stretches of the moment; their windows may have any shape.
///   - request: what the moment was framed from.
/// - Returns: 0…1; a stretch with the layout `fit` shows all of its looks.
public func gazeKept(by shots: [FramedShot], of request: FramingRequest) -> Double? {
  MomentFramer(request).gazeKept(by: shots)
}
