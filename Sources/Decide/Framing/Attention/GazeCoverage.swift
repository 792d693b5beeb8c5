import Audience
package import EditDecisions
import Support

/// Measures the share of a timeline's gaze points that crops show.
struct GazeCoverage {
  let timeline: GazeTimeline
  /// Detections in order of time.
  let detections: [Detection]
  let axis: WindowAxis

  init(_ request: FramingRequest) {
    (timeline, detections) = (request.timeline, request.detections)
    axis = WindowAxis(request)
  }

  /// The weighted share of gaze points that the shots show, 0…1; `nil` without gaze.
  ///
  /// A gaze point is shown if it is inside the crop at the middle of its time bin. With the whole
  /// frame (layout `fit`) each gaze point is shown. If `includesObjects` is true, a gaze point on a
  /// detected object also counts if the crop shows any part of the object.
  func share(of shots: [ClipShot], includesObjects: Bool = false) -> Double? {
    var (all, shown) = (0.0, 0.0)
    for shot in shots {
      for bin in timeline.bins(from: shot.start, to: shot.end) {
        let time = TimeBins.middle(of: bin)
        let windows = shot.windows(at: time)
        let near = includesObjects ? detections.seen(near: time, within: DominantObject.reach) : []
        let objects = near.map(\.box).filter { isTouched($0, by: windows) }
        for row in timeline.bins[bin] {
          guard let place = row.position else { continue }
          all += row.weight
          let isOnObject = objects.contains { $0.contains(place) }
          if isOnObject || isShown(place, in: windows) { shown += row.weight }
        }
      }
    }
    return all > 0 ? shown / all : nil
  }

  /// The weighted share of the gaze points of a time bin that the shots show; `nil` without gaze.
  func share(of shots: [ClipShot], inBin bin: Int) -> Double? {
    let time = TimeBins.middle(of: bin)
    guard var shot = shots.last(where: { $0.start <= time }) else { return nil }
    (shot.start, shot.end) = (TimeBins.start(of: bin), TimeBins.start(of: bin + 1))
    return share(of: [shot])
  }

  /// Whether a gaze point, limited to the frame, is in one of the windows; none means `fit`.
  func isShown(_ place: PicturePoint, in windows: [CropKeyframe]) -> Bool {
    let x = min(axis.pictureWidth, max(0, place.x * axis.pictureWidth))
    let y = min(axis.pictureHeight, max(0, place.y * axis.pictureHeight))
    // Windows are rounded to 0.1 pixels, so one of the whole frame may end before its edge.
    let slack = WindowAxis.roundingStep
    return windows.isEmpty
      || windows.contains {
        x >= $0.x - slack && x <= $0.x + $0.width + slack && y >= $0.y - slack
          && y <= $0.y + $0.height + slack
      }
  }

  private func isTouched(_ object: PictureBox, by windows: [CropKeyframe]) -> Bool {
    let (left, top) = (object.x * axis.pictureWidth, object.y * axis.pictureHeight)
    let right = left + object.width * axis.pictureWidth
    let bottom = top + object.height * axis.pictureHeight
    return windows.contains { window in
      left < window.x + window.width && right > window.x && top < window.y + window.height
        && bottom > window.y
    }
  }
}

extension ClipShot {
  /// The crops at a time; none for the whole frame.
  func windows(at time: Double) -> [CropKeyframe] { windows.compactMap { $0.window(at: time) } }
}

/// The weighted share of a moment's gaze points that some shots show; `nil` without gaze.
///
/// Their windows may have any aspect ratio. The layout `fit` shows all of its gaze points.
package func gazeKept(by shots: [ClipShot], of request: FramingRequest) -> Double? {
  GazeCoverage(request).share(of: shots).map(Rounding.share)
}

/// The weighted share of a moment's gaze points that covered areas hide; `nil` without gaze.
///
/// The windows of the shots are the covered areas. A gaze point on a detected object is hidden if
/// any part of the object is: viewers look at the eyes of a face, but its chin must not be covered.
package func gazeHidden(by shots: [ClipShot], of request: FramingRequest) -> Double? {
  GazeCoverage(request).share(of: shots, includesObjects: true).map(Rounding.share)
}
