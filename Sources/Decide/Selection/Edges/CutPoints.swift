/// The cuts, dissolves, pauses and subtitles of a source, to which clip edges can move.
package struct CutPoints: Hashable, Sendable {
  /// Times of cuts: the first frame of each new shot, seconds, in order.
  package var cuts: [Double]
  /// Gradual transitions between scenes, for example dissolves: [start, end) in seconds.
  package var dissolves: [Range<Double>]
  /// Pauses in the sound, [start, end) in seconds.
  package var pauses: [Range<Double>]
  /// When subtitle cues are shown, [start, end) in seconds.
  package var cues: [Range<Double>]

  /// Sorts the times, drops non-finite ones, and rounds to 1 ms, so that edges equal cuts.
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

extension CutPoints {
  /// All times that an edge can move to, sorted.
  package var candidateTimes: [Double] {
    Set(shotBoundaries + (cues + pauses).flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
  }

  enum Edge {
    case start, end
    var other: Edge { self == .start ? .end : .start }
  }

  /// The times at which shots begin or end, sorted; a dissolve counts as a shot.
  var shotBoundaries: [Double] {
    (cuts + dissolves.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
  }

  /// The times at which a clip can start (or end) without a part of another scene.
  private func shotEdges(_ edge: Edge) -> [Double] {
    (cuts + dissolves.map { edge == .start ? $0.upperBound : $0.lowerBound }).filter { time in
      !dissolves.contains {
        edge == .start
          ? $0.lowerBound <= time && time < $0.upperBound
          : $0.lowerBound < time && time <= $0.upperBound
      }
    }
  }

  /// The time to which an edge near `ideal` moves, within the given bounds.
  ///
  /// The first rule that finds a time wins:
  ///
  /// 1. The nearest cut or dissolve within 1 s.
  /// 2. If `ideal` is inside a subtitle: a start moves to the subtitle's beginning, an end to the
  ///    pause before it. If the bounds forbid that, the edge moves to the subtitle's other side.
  /// 3. The nearest subtitle within 1 s.
  /// 4. A pause of 0.25 s or more. A start takes the nearest within 1 s, otherwise the nearest up
  ///    to 4 s before. An end takes the longest from 4 s before to 1 s after, the one before the
  ///    next line. If there is none, it takes the nearest up to 4 s after.
  /// 5. The nearest gap between words within 1 s.
  func edge(
    of edge: Edge, near ideal: Double, above lowest: Double, below highest: Double
  ) -> Double {
    let bounds = min(ideal, milliseconds(lowest))...max(ideal, milliseconds(highest))
    func nearest(_ times: [Double], from before: Double, to after: Double) -> Double? {
      times.filter {
        bounds.contains($0) && (-before...after).contains(milliseconds($0 - ideal))
      }.min { abs($0 - ideal) < abs($1 - ideal) }
    }
    let (near, far) = (Self.reach, Self.farReach + Self.soundClearance)
    if let cut = nearest(shotEdges(edge), from: near, to: near) { return cut }
    let spoken = cues.filter { $0.lowerBound < ideal && ideal < $0.upperBound }
    if let begin = nearest(spoken.map(\.lowerBound), from: far, to: 0)
      ?? nearest(spoken.map(\.upperBound), from: 0, to: far)
      ?? nearest(cueTimes(edge), from: near, to: near)
    {
      return begin
    }
    let silences = pauses.map { (length: $0.length, place: quietPlace(in: $0, near: ideal)) }
      .filter { silence in bounds.contains(silence.place) && !isSpoken(at: silence.place) }
    let long = silences.filter { milliseconds($0.length) >= Self.minimumPauseLength }
    let places = long.map(\.place)
    let found =
      switch edge {
      case .start: nearest(places, from: near, to: near) ?? nearest(places, from: far, to: 0)
      case .end:
        long.filter { (-far...near).contains(milliseconds($0.place - ideal)) }
          .max { $0.length < $1.length }?.place ?? nearest(places, from: 0, to: far)
      }
    return found ?? nearest(silences.map(\.place), from: near, to: near) ?? ideal
  }

  /// Seconds by which an edge may move to a cut, a subtitle or a pause.
  private static let reach = 1.0
  /// Seconds by which an edge may move to a pause if none is within `reach`.
  static let farReach = 4.0
  /// Minimum length of a pause in seconds; shorter silence is a gap between words.
  private static let minimumPauseLength = 0.25
  /// Distance in seconds that an edge keeps from the sound before or after a pause.
  private static let soundClearance = 0.1

  /// The time in a pause that is nearest to `time`, at least 0.1 s from the sound if possible.
  private func quietPlace(in pause: Range<Double>, near time: Double) -> Double {
    let room = min(Self.soundClearance, pause.length / 2)
    return milliseconds(min(pause.upperBound - room, max(pause.lowerBound + room, time)))
  }

  private func isSpoken(at time: Double) -> Bool {
    cues.contains { $0.lowerBound < time && time < $0.upperBound }
  }

  /// The reason for an edge at `time`; `nil` if no cut, dissolve, subtitle or pause is there.
  func reason(of edge: Edge, at time: Double) -> String? {
    if cuts.contains(time) { return "a cut of the source" }
    if dissolves.contains(where: { $0.lowerBound <= time && time <= $0.upperBound }) {
      return "a dissolve of the source"
    }
    let isPause = pauses.contains { $0.lowerBound <= time && time <= $0.upperBound }
    if cueTimes(edge).contains(time) || !isPause && cueTimes(edge.other).contains(time) {
      return cueTimes(.start).contains(time) ? "a subtitle begins" : "a subtitle ends"
    }
    return isPause ? "a pause in the sound" : nil
  }

  private func cueTimes(_ edge: Edge) -> [Double] {
    cues.map { edge == .start ? $0.lowerBound : $0.upperBound }
  }
}

extension Range<Double> {
  fileprivate var length: Double { upperBound - lowerBound }
}
