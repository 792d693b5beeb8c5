import EditDecisions
import Framing
import Rendering
import Support

/// Chooses where captions and a title stand so that they cover what people look at as little as can
/// be.
struct CaptionPlacer {
  var band: CaptionBand
  /// What the stretches were framed from.
  var request: FramingRequest

  /// Share of the looks by which the other place must be better than the one that is expected.
  private static let advantage = 0.05

  /// The place of captions for one stretch: the bottom, or the seam of a stack, if nothing watched
  /// lies there.
  ///
  /// In a stack it is never the place of the title.
  func place(
    in shot: ClipShot, title: ClipShot.CaptionPlace? = nil
  ) -> ClipShot.CaptionPlace {
    let places: [ClipShot.CaptionPlace] = title == .bottom ? [.top, .bottom] : [.bottom, .top]
    guard shot.layout.kind == .stack else { return best(of: places, [shot]) }
    return best(of: ([.middle] + places).filter { $0 != title }, [shot])
  }

  /// The place of a title, which stands through all stretches: the top if nothing watched lies
  /// there.
  ///
  /// The seam of a stack is a place if all stretches are stacks.
  func titlePlace(over shots: [ClipShot]) -> ClipShot.CaptionPlace {
    let hasSeam = shots.allSatisfy { $0.layout.kind == .stack }
    return best(of: hasSeam ? [.top, .middle, .bottom] : [.top, .bottom], shots)
  }

  /// Share of the looks that text covers where it stands in each shot, 0…1; `nil`: it has none.
  func covered(
    _ shots: [ClipShot], by place: (ClipShot) -> ClipShot.CaptionPlace?
  ) -> Double {
    let covered = shots.map { shot in
      var copy = shot
      copy.part = nil
      let rows = place(shot).map(band.rows) ?? 0...0
      let windows = shot.layout.windows
      copy.layout =
        windows.isEmpty
        ? .crop(cut([whole(shot)], ofFit(rows, shot)))
        : shot.layout.with(
          windows.enumerated().map { cut($1, inBand(rows, $0, of: windows.count)) })
      return copy
    }
    return gazeHidden(by: covered, of: request) ?? 0
  }

  /// The first place, or the one that covers least if that is better by `advantage`.
  private func best(
    of places: [ClipShot.CaptionPlace], _ shots: [ClipShot]
  ) -> ClipShot.CaptionPlace {
    let covers = places.map { place in covered(shots) { _ in place } }
    let least = places.indices.min { covers[$0] < covers[$1] } ?? 0
    return covers[0] - covers[least] > Self.advantage ? places[least] : places[0]
  }

  /// Rows of the output as rows of one of the windows that lie in it one above the other.
  private func inBand(
    _ rows: ClosedRange<Double>, _ index: Int, of count: Int
  ) -> ClosedRange<Double> {
    let (scale, above) = (Double(count), Double(index))
    return rows.lowerBound * scale - above...rows.upperBound * scale - above
  }

  /// Rows of the output as rows of the picture that lies in its middle, without its black bars.
  private func ofFit(_ rows: ClosedRange<Double>, _ shot: ClipShot) -> ClosedRange<Double> {
    let shown = whole(shot)
    let shape = shown.width / shown.height
    let settings = request.settings
    let output = Double(settings.outputWidth) / Double(settings.outputHeight)
    let share = min(1, output / shape)
    let above = (1 - share) / 2
    return (rows.lowerBound - above) / share...(rows.upperBound - above) / share
  }

  private func whole(_ shot: ClipShot) -> Keyframe {
    let area =
      shot.fitted
      ?? FrameArea(
        x: 0, y: 0, width: Double(request.pictureWidth), height: Double(request.pictureHeight))
    return Keyframe(t: shot.start, x: area.x, y: area.y, width: area.width, height: area.height)
  }

  /// The part of windows between two rows, as shares of their height; nothing where there is none.
  private func cut(_ keyframes: [Keyframe], _ rows: ClosedRange<Double>) -> [Keyframe] {
    let low = min(1, max(0, rows.lowerBound))
    let high = max(low, min(1, rows.upperBound))
    return keyframes.map { keyframe in
      var part = keyframe
      part.y += low * keyframe.height
      part.height = (high - low) * keyframe.height
      // Looks are moved onto the picture, so a part beyond it holds none.
      if high <= low { part.y = -10 * Double(request.pictureHeight) }
      return part
    }
  }
}
