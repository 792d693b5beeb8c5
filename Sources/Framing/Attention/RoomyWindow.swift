/// Windows that hold what people look at with room to spare, where they can hold nearly all of it.
///
/// A look is the middle of something with an extent, and the others will look a little beside it:
/// once a window holds everyone, it is the better the further inside they are. Where it cannot,
/// every look at its edge counts instead. On people's own windows this is worth five points of
/// windows shown whole; where gaze spreads it would cost two points of the looks, and is left out.
struct RoomyWindow {
  let grid: PositionGrid
  let constants: FramingConstants

  private var margin: Double { constants.roomMargin * grid.window }
  private var edge: SoftEdge { SoftEdge(deviation: constants.roomDeviation * grid.window) }

  /// How surely a look lies inside a window without its margins; at the picture's own edges there
  /// is no margin to keep.
  func held(_ look: Double, windowFrom low: Double) -> Double {
    let within = min(1 - margin, max(margin, look))
    return edge.inside(within, low: low + margin, high: low + grid.window - margin)
  }

  /// For each bin how far room counts, 0…1: by what the best window holds in the seconds around.
  func shares(of looks: [Looks]) -> [Double] {
    guard grid.count > 1 else { return looks.map { _ in 0 } }
    let range = constants.roomFrom
    let series = CurveSeries(
      times: looks.map(\.time),
      curves: looks.map { [$0.weight * $0.bestShare(window: grid.window)] },
      weights: looks.map(\.weight))
    return looks.map { bin in
      let held = series.mean(
        over: series.bins(near: bin.time, within: constants.nearSeconds), positions: 1
      ).shares[0]
      let span = max(1e-9, range.upperBound - range.lowerBound)
      return min(1, max(0, (held - range.lowerBound) / span))
    }
  }
}
