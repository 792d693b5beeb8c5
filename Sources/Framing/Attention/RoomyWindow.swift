/// Windows that hold what people look at with room to spare, where they can hold nearly all of it.
///
/// A look is the middle of something with an extent, and the others will look a little beside it:
/// once a window holds everyone, it is the better the further inside they are. Where it cannot,
/// every look at its edge counts instead. On people's own windows this is worth three points of
/// windows shown whole; where gaze spreads it would cost half a point, and is left out. It never
/// asks for looks that the window could hold: where the roomiest window lets go of more than one
/// viewer's, as of a second cluster, room counts less.
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
    let best = looks.map(bestShare)
    let range = constants.roomFrom
    guard grid.count > 1, best.contains(where: { $0 > range.lowerBound }) else {
      return looks.map { _ in 0 }
    }
    let series = CurveSeries(
      times: looks.map(\.time), curves: [], weights: looks.map(\.weight))
    return looks.map { bin in
      var sum = 0.0
      var all = 0.0
      for (index, share) in series.bins(near: bin.time, within: constants.nearSeconds) {
        sum += share * series.weights[index] * best[index]
        all += share * series.weights[index]
      }
      let held = all > 0 ? sum / all : 0
      let span = max(1e-9, range.upperBound - range.lowerBound)
      let room = min(1, max(0, (held - range.lowerBound) / span))
      guard room > 0 else { return 0 }
      let near = looks.filter { abs($0.time - bin.time) < constants.lookSeconds + 1e-9 }
      return room * max(0, 1 - lost(of: near) / constants.roomLoss)
    }
  }

  /// What the roomiest window holds less of some bins' looks than the window that holds most of
  /// them, but for one viewer's: of five, one who looks beside what the others watch is a fifth and
  /// no cluster.
  private func lost(of looks: [Looks]) -> Double {
    let one = Double(looks.count) / Double(max(1, looks.reduce(0) { $0 + $1.entries.count }))
    let pooled = Looks(time: 0, entries: Looks.thinned(looks.flatMap(\.entries)))
    var roomiest = (value: -1.0, share: 0.0)
    var most = 0.0
    for position in 0..<grid.count {
      let low = grid.edge(position)
      let share = pooled.share(from: low - 1e-9, to: low + grid.window + 1e-9) ?? 0
      let value = pooled.entries.reduce(0) { $0 + $1.weight * held($1.position, windowFrom: low) }
      if value > roomiest.value { roomiest = (value, share) }
      most = max(most, share)
    }
    return max(0, most - roomiest.share - one)
  }

  /// The share of a bin's looks in the window that holds most of them.
  private func bestShare(of looks: Looks) -> Double {
    (0..<grid.count).reduce(0) { best, position in
      let low = grid.edge(position)
      return max(best, looks.share(from: low - 1e-9, to: low + grid.window + 1e-9) ?? 0)
    }
  }
}
