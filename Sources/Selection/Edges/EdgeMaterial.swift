/// What a source offers near a candidate for edges to fall on.
package struct EdgeMaterial: Hashable, Sendable {
  /// Times of cuts: the first frame of each new shot, seconds, in order.
  package var cuts: [Double]
  /// Where one scene turns into another otherwise than by one cut, [start, end) in seconds.
  package var dissolves: [Range<Double>]
  /// Pauses in the sound, [start, end) in seconds.
  package var pauses: [Range<Double>]
  /// When subtitle cues are shown, [start, end) in seconds.
  package var cues: [Range<Double>]

  /// Makes material, in any order; times that are not finite are left out.
  ///
  /// All are whole milliseconds, as edges are: an edge on a cut is found there again.
  package init(
    cuts: [Double] = [], dissolves: [Range<Double>] = [], pauses: [Range<Double>] = [],
    cues: [Range<Double>] = []
  ) {
    func finite(_ ranges: [Range<Double>]) -> [Range<Double>] {
      ranges.filter { $0.lowerBound.isFinite && $0.upperBound.isFinite }
        .map { milliseconds($0.lowerBound)..<milliseconds($0.upperBound) }
    }
    self.cuts = cuts.filter(\.isFinite).map(milliseconds).sorted()
    self.dissolves = finite(dissolves)
    self.pauses = finite(pauses)
    self.cues = finite(cues)
  }
}

extension EdgeMaterial {
  /// All places for an edge, in order.
  package var stops: [Double] {
    Set(shotBounds + (cues + pauses).flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
  }

  /// The two edges of a clip.
  enum Edge { case start, end }

  /// Where shots begin or end, in order; what lies in a dissolve is a shot of its own.
  var shotBounds: [Double] {
    (cuts + dissolves.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
  }

  /// Where a shot can be shown from, or to, without another scene.
  private func clean(_ edge: Edge) -> [Double] {
    (cuts + dissolves.map { edge == .start ? $0.upperBound : $0.lowerBound }).filter { time in
      !dissolves.contains {
        edge == .start
          ? $0.lowerBound <= time && time < $0.upperBound
          : $0.lowerBound < time && time <= $0.upperBound
      }
    }
  }

  /// The nearest cut or dissolve within reach of a time, else the nearest subtitle, else the
  /// nearest pause, else the time itself; what lies outside the bounds is out of reach.
  func edge(
    of edge: Edge, near ideal: Double, above lowest: Double, below highest: Double
  ) -> Double {
    let bounds = min(ideal, milliseconds(lowest))...max(ideal, milliseconds(highest))
    let stops = pauses.map { min($0.upperBound, max($0.lowerBound, ideal)) }
    return [clean(edge), shown(edge), stops].lazy.compactMap { times in
      times.filter { bounds.contains($0) && abs($0 - ideal) <= EdgeFitter.reach }
        .min { abs($0 - ideal) < abs($1 - ideal) }
    }.first ?? ideal
  }

  /// What lies at an edge; `nil` where nothing does.
  func reason(of edge: Edge, at time: Double) -> String? {
    if cuts.contains(time) { return "a cut of the source" }
    if dissolves.contains(where: { $0.lowerBound <= time && time <= $0.upperBound }) {
      return "a dissolve of the source"
    }
    if shown(edge).contains(time) {
      return edge == .start ? "a subtitle begins" : "a subtitle ends"
    }
    let isPause = pauses.contains { $0.lowerBound <= time && time <= $0.upperBound }
    return isPause ? "a pause in the sound" : nil
  }

  /// When subtitles begin, or when they end.
  private func shown(_ edge: Edge) -> [Double] {
    cues.map { edge == .start ? $0.lowerBound : $0.upperBound }
  }
}
