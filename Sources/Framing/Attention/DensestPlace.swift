import Audience

/// The densest place of the looks of a bin and its neighbours, along the window's axis.
///
/// Looks that wander weigh as much as those on a thing, and where every window around the thing
/// holds nearly as many of them, they alone would say where in the window it stands: at its edge as
/// readily as in its middle. That shows beside a cut, when many look elsewhere.
struct DensestPlace: Hashable, Sendable {
  /// The middle of the bin, seconds.
  let time: Double
  /// The mean of the looks there, share of the axis.
  var position: Double
  /// Their weight as a share of all; 0 where what is looked at goes too fast to have a place.
  var share: Double

  /// Finds the place, as wide as `reach` on either side.
  ///
  /// - Parameters:
  ///   - looks: of the bin and its neighbours.
  ///   - time: the middle of the bin.
  ///   - reach: share of the axis.
  init?(of looks: [Looks], at time: Double, reach: Double) {
    let entries = looks.flatMap(\.entries).sorted { $0.position < $1.position }
    let all = entries.reduce(0) { $0 + $1.weight }
    guard all > 0 else { return nil }
    var best = (weight: 0.0, sum: 0.0)
    var (first, weight, sum) = (0, 0.0, 0.0)
    for look in entries {
      weight += look.weight
      sum += look.weight * look.position
      while look.position - entries[first].position > 2 * reach {
        weight -= entries[first].weight
        sum -= entries[first].weight * entries[first].position
        first += 1
      }
      if weight > best.weight + 1e-9 { best = (weight, sum) }
    }
    self.time = time
    position = best.sum / best.weight
    share = best.weight / all
  }

  /// The densest places of a shot's bins, in order of time.
  ///
  /// What goes further than a place is wide from one bin to the next is nowhere for the seconds
  /// that are looked at together: its densest place is where it was seen longest, and nothing is
  /// there. What drifts, and is let go of by some, goes on as it went.
  static func places(of looks: [Looks], _ constants: FramingConstants) -> [DensestPlace] {
    let reach = constants.placeReach
    var places = looks.compactMap { bin -> DensestPlace? in
      let near = looks.filter { abs($0.time - bin.time) < constants.lookSeconds + 0.01 }
      return DensestPlace(of: near, at: bin.time, reach: reach)
    }
    places = places.indices.map { places[$0].continuing(places[..<$0], constants) }
    let moving = places.indices.filter { index in
      let beside = places[max(0, index - 1)...min(places.count - 1, index + 1)]
      return beside.contains { abs($0.position - places[index].position) > 2 * reach }
    }
    for index in moving { places[index].share = 0 }
    return places
  }
}

extension DensestPlace {
  /// The place, or where what was watched in the seconds before has come by now, if fewer watch.
  ///
  /// Some eyes leave a thing before its shot ends, and some rest where it was: the densest place of
  /// those falls behind, and the thing is cut off at the window's edge.
  ///
  /// - Parameters:
  ///   - before: the places found before it.
  ///   - constants: how wide a place is, and how far back to look.
  /// - Returns: the place on the line through those where three quarters as many gathered as at the
  ///   most; as found where too few are, or no line goes through them.
  fileprivate func continuing(
    _ before: ArraySlice<DensestPlace>, _ constants: FramingConstants
  ) -> DensestPlace {
    let near = before.filter { time - $0.time < constants.nearSeconds }
    let least = 0.75 * (near.map(\.share).max() ?? 0)
    let sure = near.filter { $0.share >= least }
    guard share < least, sure.count >= 4 else { return self }
    let count = Double(sure.count)
    let middle = sure.reduce(0) { $0 + $1.time } / count
    let mean = sure.reduce(0) { $0 + $1.position } / count
    let spread = sure.reduce(0) { $0 + ($1.time - middle) * ($1.time - middle) }
    let slope =
      sure.reduce(0) { $0 + ($1.time - middle) * ($1.position - mean) } / max(1e-9, spread)
    let isLine = sure.allSatisfy {
      abs(mean + slope * ($0.time - middle) - $0.position) <= constants.placeReach / 2
    }
    guard isLine, abs(slope) * HalfSeconds.length <= 2 * constants.placeReach else { return self }
    var continued = self
    continued.position = min(1, max(0, mean + slope * (time - middle)))
    return continued
  }
}

extension CoverageMap {
  /// Rewards windows that hold the densest place with room around it beside a cut of the source.
  ///
  /// The reward grows with the room up to `placeRoom` and no further. What is looked at first is
  /// known from the first frame on, before eyes have found it.
  mutating func hold(
    placesOf looks: [Looks], near cuts: [Double], grid: PositionGrid, start: Double,
    stepSeconds: Double, _ constants: FramingConstants
  ) {
    guard !cuts.isEmpty else { return }
    let places = DensestPlace.places(of: looks, constants)
    guard !places.isEmpty, constants.placeReward > 0, grid.count > 1 else { return }
    let room = min(constants.placeRoom, 0.5) * grid.window
    let series = CurveSeries(
      times: places.map(\.time), curves: places.map { $0.held(over: grid, room: room) },
      weights: places.map { _ in 1 })
    for step in 0..<steps {
      let time = start + (Double(step) + 0.5) * stepSeconds
      guard cuts.contains(where: { abs($0 - time) < constants.placeSeconds }) else { continue }
      let mean = series.mean(
        over: series.bins(near: time, within: constants.lookSeconds), positions: grid.count)
      add(toStep: step) { constants.placeReward * mean.shares[$0] }
    }
  }
}

extension DensestPlace {
  /// For each position how well the place is held, 0…`share`: wholly with `room` (share of the
  /// axis) on either side, nothing outside; the picture's own edges ask for no room.
  fileprivate func held(over grid: PositionGrid, room: Double) -> [Double] {
    let within = min(1 - room, max(room, position))
    return (0..<grid.count).map { number in
      let low = grid.edge(number)
      let inside = min(within - low, low + grid.window - within)
      return share * min(1, max(0, inside / max(1e-9, room)))
    }
  }
}
