import EditDecisions
import Framing
import Rendering

/// Places captions and titles so that they cover as few gaze points as possible.
struct CaptionPlacer {
  var band: CaptionLayout
  var request: FramingRequest

  /// Minimum advantage, as a share of the gaze points, of another place over the expected one.
  private static let advantage = 0.05

  /// The place of captions in one shot: the bottom, or the seam of a split screen, if it is free.
  ///
  /// In a split screen the place of the title is not used.
  func place(in shot: ClipShot, title: ClipShot.CaptionPlace? = nil) -> ClipShot.CaptionPlace {
    let places: [ClipShot.CaptionPlace] = title == .bottom ? [.top, .bottom] : [.bottom, .top]
    guard shot.layout.kind == .stack else { return best(of: places, [shot]) }
    return best(of: ([.middle] + places).filter { $0 != title }, [shot])
  }

  /// The place of a title, which is the same in all shots: the top, if it is free.
  ///
  /// The seam is possible only if all shots are split screens.
  func titlePlace(over shots: [ClipShot]) -> ClipShot.CaptionPlace {
    let hasSeam = shots.allSatisfy { $0.layout.kind == .stack }
    return best(of: hasSeam ? [.top, .middle, .bottom] : [.top, .bottom], shots)
  }

  /// Share of gaze points (0…1) that text covers; a shot without text has the place `nil`.
  func coveredGazeShare(
    _ shots: [ClipShot], by place: (ClipShot) -> ClipShot.CaptionPlace?
  ) -> Double {
    let coveredGazeShare = shots.map { shot in
      var copy = shot
      copy.part = nil
      let rows = place(shot).map(band.rows) ?? 0...0
      let windows = shot.layout.windows
      copy.layout =
        windows.isEmpty
        ? .crop(cut([whole(shot)], rowsInFittedFrame(rows, shot)))
        : shot.layout.with(
          windows.enumerated().map { cut($1, inBand(rows, $0, of: windows.count)) })
      return copy
    }
    return gazeHidden(by: coveredGazeShare, of: request) ?? 0
  }

  /// The first place, or the one that covers the fewest gaze points if it is better by `advantage`.
  private func best(
    of places: [ClipShot.CaptionPlace], _ shots: [ClipShot]
  ) -> ClipShot.CaptionPlace {
    let covers = places.map { place in coveredGazeShare(shots) { _ in place } }
    let least = places.indices.min { covers[$0] < covers[$1] } ?? 0
    return covers[0] - covers[least] > Self.advantage ? places[least] : places[0]
  }

  /// Converts rows of the output to rows of one of several stacked windows.
  private func inBand(
    _ rows: ClosedRange<Double>, _ index: Int, of count: Int
  ) -> ClosedRange<Double> {
    let (scale, above) = (Double(count), Double(index))
    return rows.lowerBound * scale - above...rows.upperBound * scale - above
  }

  /// Converts rows of the output to rows of the frame shown in its middle, without black bars.
  private func rowsInFittedFrame(_ rows: ClosedRange<Double>, _ shot: ClipShot) -> ClosedRange<
    Double
  > {
    let shown = whole(shot)
    let shape = shown.width / shown.height
    let settings = request.settings
    let output = Double(settings.outputWidth) / Double(settings.outputHeight)
    let share = min(1, output / shape)
    let above = (1 - share) / 2
    return (rows.lowerBound - above) / share...(rows.upperBound - above) / share
  }

  private func whole(_ shot: ClipShot) -> CropKeyframe {
    let area =
      shot.fitted
      ?? FrameArea(
        x: 0, y: 0, width: Double(request.pictureWidth), height: Double(request.pictureHeight))
    return CropKeyframe(t: shot.start, x: area.x, y: area.y, width: area.width, height: area.height)
  }

  /// The part of windows between two rows, given as shares of their height.
  private func cut(_ keyframes: [CropKeyframe], _ rows: ClosedRange<Double>) -> [CropKeyframe] {
    let low = min(1, max(0, rows.lowerBound))
    let high = max(low, min(1, rows.upperBound))
    return keyframes.map { keyframe in
      var part = keyframe
      part.y += low * keyframe.height
      part.height = (high - low) * keyframe.height
      // Gaze points are limited to the frame, so an empty part is placed outside the frame.
      if high <= low { part.y = -10 * Double(request.pictureHeight) }
      return part
    }
  }
}
