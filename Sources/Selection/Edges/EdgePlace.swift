/// A time an edge could fall on, with what speaks against it.
struct EdgePlace: Hashable {
  var time: Double
  /// Seconds moved, and what kind of place it is; less is better.
  var cost: Double
  var reason: String

  static let cueCost = 0.2
  static let pauseCost = 0.3
  static let plainCost = 1.2
  static let sliverCost = 100.0
  /// Of a clip under its least length: more than any way without a sliver costs, less than one.
  static let shortCost = 40.0
}

/// Lists the places for one edge.
struct EdgePlaces {
  enum Side { case start, end }

  let side: Side
  let material: EdgeMaterial
  let settings: EdgeSettings
  /// Where the edge may be at all.
  let bounds: ClosedRange<Double>
  let duration: Double

  /// The places near `ideal`, sliver-free ones first in cost; never empty.
  func places(near ideal: Double, plain: String) -> [EdgePlace] {
    let ideal = min(bounds.upperBound, max(bounds.lowerBound, ideal))
    var places = [EdgePlace(time: ideal, cost: EdgePlace.plainCost, reason: edge(ideal) ?? plain)]
    for cut in material.cuts {
      add(cut, near: ideal, extra: 0, reason: "a cut of the source", to: &places)
      // A shot that would leave a sliver may be kept long enough, or left out by a longer move.
      let clear = side == .start ? cut - settings.sliver : cut + settings.sliver
      add(clear, near: ideal, extra: EdgePlace.plainCost, reason: plain, to: &places)
    }
    for cue in material.cues {
      add(
        side == .start ? cue.lowerBound : cue.upperBound, near: ideal, extra: EdgePlace.cueCost,
        reason: side == .start ? "a subtitle begins" : "a subtitle ends", to: &places)
    }
    for pause in material.pauses where pause.lowerBound < pause.upperBound {
      let time = min(pause.upperBound, max(pause.lowerBound, ideal))
      add(
        time, near: ideal, extra: EdgePlace.pauseCost, reason: "a pause in the sound", to: &places)
    }
    return places.map(weighed)
  }

  private func add(
    _ time: Double, near ideal: Double, extra: Double, reason: String,
    to places: inout [EdgePlace]
  ) {
    // Beyond the reach only to get rid of a sliver, which never is longer than that.
    let moved = abs(time - ideal)
    guard bounds.contains(time), moved <= settings.reach + settings.sliver else { return }
    let far = moved > settings.reach ? 10.0 : 0
    places.append(
      EdgePlace(time: time, cost: moved + extra + far, reason: edge(time) ?? reason))
  }

  private func edge(_ time: Double) -> String? {
    if side == .start, time <= 0 { return "the start of the video" }
    if side == .end, time >= duration - 1e-6 { return "the end of the video" }
    return nil
  }

  private func weighed(_ place: EdgePlace) -> EdgePlace {
    let slack = 1e-6
    let leavesSliver = material.cuts.contains { cut in
      side == .start
        ? cut > place.time + slack && cut < place.time + settings.sliver - slack
        : cut < place.time - slack && cut > place.time - settings.sliver + slack
    }
    var place = place
    place.time = milliseconds(place.time)
    if leavesSliver { place.cost += EdgePlace.sliverCost }
    return place
  }
}

/// What a source offers near a candidate for edges to fall on.
package struct EdgeMaterial: Hashable, Sendable {
  /// Times of cuts: the first frame of each new shot, seconds.
  package var cuts: [Double]
  /// Pauses in the sound, [start, end) in seconds.
  package var pauses: [Range<Double>]
  /// When subtitle cues are shown, [start, end) in seconds.
  package var cues: [Range<Double>]

  /// Makes material, in any order; times that are not finite are left out.
  package init(
    cuts: [Double] = [], pauses: [Range<Double>] = [], cues: [Range<Double>] = []
  ) {
    self.cuts = cuts.filter(\.isFinite).sorted()
    self.pauses = pauses.filter { $0.lowerBound.isFinite && $0.upperBound.isFinite }
    self.cues = cues.filter { $0.lowerBound.isFinite && $0.upperBound.isFinite }
  }
}

/// How far edges move and what they avoid.
package struct EdgeSettings: Hashable, Sendable {
  /// Seconds by which an edge may move to a cut, a cue or a pause.
  package var reach = 1.0
  /// Seconds of a shot below which its remainder at an edge is a sliver.
  package var sliver = 1.0

  /// The defaults.
  package init() {}
}
