import Audience
package import EditDecisions
import Support

extension MomentFramer {
  /// What a new viewer would see, and how far the two halves are from it.
  struct KeptByHalves {
    /// The mean share of both halves.
    var share: Double
    /// Half of their difference.
    var spread: Double
  }

  /// Framed on one half of the viewers and scored on the other, and the reverse.
  ///
  /// A share told from the very looks that framed is four points higher than what other viewers
  /// would give (19 and 26 clips of real gaze).
  ///
  /// - Parameter shown: the moment's shots: halves that would choose another layout tell nothing of
  ///   the one that is shown.
  /// - Returns: `nil` for moments of over ten minutes, which would be planned three times, and
  ///   where a half has fewer looks than a third of the other's, or fewer than two viewers.
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

  /// The weighted share of the looks that are shown; `nil` without gaze.
  ///
  /// A look counts as kept when it lies in the window at the middle of its bin. Where the whole
  /// picture is shown, small, every look counts as kept.
  ///
  /// - Parameters:
  ///   - shots: what is shown.
  ///   - isByThings: whether a look at a thing that a detector saw counts when the window shows any
  ///     part of the thing.
  /// - Returns: 0…1.
  func gazeKept(by shots: [ClipShot], isByThings: Bool = false) -> Double? {
    var all = 0.0
    var kept = 0.0
    for shot in shots {
      for bin in request.timeline.bins(from: shot.start, to: shot.end) {
        let time = HalfSeconds.middle(of: bin)
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

  /// The weighted share of the looks of a bin that are shown; `nil` without gaze.
  func gazeKept(by shots: [ClipShot], inBin bin: Int) -> Double? {
    let time = HalfSeconds.middle(of: bin)
    guard var shot = shots.last(where: { $0.start <= time }) else { return nil }
    (shot.start, shot.end) = (HalfSeconds.start(of: bin), HalfSeconds.start(of: bin + 1))
    return gazeKept(by: [shot])
  }

  static func windows(of shot: ClipShot, at time: Double) -> [Keyframe] {
    shot.windows.compactMap { $0.window(at: time) }
  }

  /// Whether a look, moved onto the picture, lies in one of the windows; no window shows it all.
  func isShown(_ look: PicturePoint, in windows: [Keyframe]) -> Bool {
    // Windows are written in tenths of a pixel: one over the whole picture may end short of it.
    windows.isEmpty || windows.contains { $0.holds(look, of: axis) }
  }

  /// Whether a part of a thing lies in one of the windows.
  private func isTouched(_ thing: PictureBox, by windows: [Keyframe]) -> Bool {
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
  /// The timeline with the rows of one half of the viewers in some bins and around them.
  fileprivate func half(_ isSecond: Bool, in bins: Range<Int>) -> GazeTimeline {
    var copy = self
    let around = 8
    for bin in max(0, bins.lowerBound - around)..<min(self.bins.count, bins.upperBound + around) {
      copy.bins[bin].rows.removeAll { $0.isInSecondHalf != isSecond }
    }
    return copy
  }
}

/// The weighted share of a moment's own looks that some shots show, to 0.01; `nil` without gaze.
///
/// - Parameters:
///   - shots: stretches of the moment; their windows may have any shape.
///   - request: what the moment was framed from.
/// - Returns: 0…1; a stretch with the layout `fit` shows all of its looks.
package func gazeKept(by shots: [ClipShot], of request: FramingRequest) -> Double? {
  MomentFramer(request).gazeKept(by: shots).map(Written.share)
}

/// The weighted share of a moment's own looks that are hidden by what covers parts of the picture,
/// to 0.01; `nil` without gaze.
///
/// A look at a thing that a detector saw is hidden where any part of that thing is: of a face that
/// is watched in the eyes the chin is not covered either.
///
/// - Parameters:
///   - shots: stretches of the moment; their windows are what is covered.
///   - request: what the moment was framed from.
/// - Returns: 0…1.
package func gazeHidden(by shots: [ClipShot], of request: FramingRequest) -> Double? {
  MomentFramer(request).gazeKept(by: shots, isByThings: true).map(Written.share)
}
