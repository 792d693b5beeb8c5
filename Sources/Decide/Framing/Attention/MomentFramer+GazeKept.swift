import Audience
package import EditDecisions
import Support

extension MomentFramer {
  /// The expected gaze coverage for new viewers, and its uncertainty.
  struct KeptByHalves {
    /// Mean coverage of both halves, 0…1.
    var share: Double
    var spread: Double
  }

  /// Gaze coverage by two-fold cross-validation: frame on half of the viewers, score on the other.
  ///
  /// Coverage computed from the same gaze points that were used for framing is four percentage
  /// points too high (19 and 26 clips of real gaze).
  ///
  /// The halves use the layouts of `shown`: a half that would choose another layout gives no
  /// information about the shown one. The result is `nil` for moments of over ten minutes, because
  /// they would be planned three times. It is also `nil` if one half has less than a third of the
  /// other half's gaze points, or fewer than two per time bin.
  func keptByHalves(following shown: [ClipShot]) -> KeptByHalves? {
    guard request.end - request.start <= 600 else { return nil }
    let bins = request.timeline.bins(from: request.start, to: request.end)
    let rows = request.timeline.bins[bins].flatMap(\.rows).filter { $0.hasGaze && $0.weight > 0 }
    let second = rows.count { $0.isInSecondHalf }
    let first = rows.count - second
    guard min(first, second) >= max(2 * bins.count, max(first, second) / 3), second > 0 else {
      return nil
    }
    let shares = [false, true].compactMap { half -> Double? in
      var framing = request
      framing.timeline = request.timeline.half(half, in: bins)
      var scoring = request
      scoring.timeline = request.timeline.half(!half, in: bins)
      var framer = MomentFramer(framing)
      framer.followed = shown
      let shots = framer.planned().shots
      return MomentFramer(scoring).gazeKept(by: shots)
    }
    guard shares.count == 2 else { return nil }
    return KeptByHalves(
      share: Written.share((shares[0] + shares[1]) / 2),
      spread: Written.share(abs(shares[0] - shares[1]) / 2))
  }

  /// The weighted share of gaze points that the shots show, 0…1; `nil` without gaze.
  ///
  /// A gaze point is shown if it is inside the crop at the middle of its time bin. With the whole
  /// frame (layout `fit`) each gaze point is shown. If `isByThings` is true, a gaze point on a
  /// detected object also counts if the crop shows any part of the object.
  func gazeKept(by shots: [ClipShot], isByThings: Bool = false) -> Double? {
    var all = 0.0
    var kept = 0.0
    for shot in shots {
      for bin in request.timeline.bins(from: shot.start, to: shot.end) {
        let time = TimeBins.middle(of: bin)
        let windows = Self.windows(of: shot, at: time)
        let things =
          isByThings
          ? request.detections.seen(near: time, within: SceneStealerSearch.reach).map(\.box) : []
        for row in request.timeline.bins[bin].rows {
          guard let look = row.position, look.x.isFinite, look.y.isFinite else { continue }
          all += row.weight
          if isShown(look, in: windows)
            || things.contains(where: { $0.contains(look) && isTouched($0, by: windows) })
          {
            kept += row.weight
          }
        }
      }
    }
    return all > 0 ? kept / all : nil
  }

  /// The weighted share of the gaze points of a time bin that the shots show; `nil` without gaze.
  func gazeKept(by shots: [ClipShot], inBin bin: Int) -> Double? {
    let time = TimeBins.middle(of: bin)
    guard var shot = shots.last(where: { $0.start <= time }) else { return nil }
    (shot.start, shot.end) = (TimeBins.start(of: bin), TimeBins.start(of: bin + 1))
    return gazeKept(by: [shot])
  }

  static func windows(of shot: ClipShot, at time: Double) -> [CropKeyframe] {
    shot.windows.compactMap { $0.window(at: time) }
  }

  /// Whether a gaze point, limited to the frame, is inside one of the windows; no window means
  /// `fit`.
  func isShown(_ look: PicturePoint, in windows: [CropKeyframe]) -> Bool {
    // Windows are rounded to 0.1 pixels, so one over the whole frame may end slightly before its
    // edge.
    windows.isEmpty || windows.contains { $0.holds(look, of: axis) }
  }

  /// Whether one of the windows shows a part of an object.
  private func isTouched(_ thing: PictureBox, by windows: [CropKeyframe]) -> Bool {
    let (left, top) = (thing.x * axis.pictureWidth, thing.y * axis.pictureHeight)
    let right = left + thing.width * axis.pictureWidth
    let bottom = top + thing.height * axis.pictureHeight
    return windows.contains { window in
      left < window.x + window.width && right > window.x && top < window.y + window.height
        && bottom > window.y
    }
  }
}

extension GazeTimeline {
  /// The timeline with the rows of one half of the viewers, in some time bins and around them.
  fileprivate func half(_ isSecond: Bool, in bins: Range<Int>) -> GazeTimeline {
    var copy = self
    let around = 8
    for bin in max(0, bins.lowerBound - around)..<min(self.bins.count, bins.upperBound + around) {
      copy.bins[bin].rows.removeAll { $0.isInSecondHalf != isSecond }
    }
    return copy
  }
}

/// The weighted share of a moment's gaze points that some shots show, rounded to 0.01.
///
/// The windows of the shots may have any aspect ratio. A shot with the layout `fit` shows all of
/// its gaze points. The result is `nil` without gaze.
package func gazeKept(by shots: [ClipShot], of request: FramingRequest) -> Double? {
  MomentFramer(request).gazeKept(by: shots).map(Written.share)
}

/// The weighted share of a moment's gaze points that covered areas hide, rounded to 0.01.
///
/// The windows of the shots are the covered areas. A gaze point on a detected object is hidden if
/// any part of the object is. For example, viewers look at the eyes of a face, but its chin must
/// not be covered either. The result is `nil` without gaze.
package func gazeHidden(by shots: [ClipShot], of request: FramingRequest) -> Double? {
  MomentFramer(request).gazeKept(by: shots, isByThings: true).map(Written.share)
}
