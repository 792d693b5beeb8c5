internal import Audience

/// The shots that a clip shows: those that its core touches and, where they are shorter than the
/// least length, neighbouring ones in which viewers react too, each whole.
///
/// A core's edges lie on half seconds and a cut anywhere: up to half a second of another shot at
/// its edge is the grid's, not the core's. Nor are they ever a dissolve: who laughs on while the
/// picture fades laughs at what was seen before.
struct ShownShots {
  /// Seconds of a neighbouring shot under which it is a flash.
  static let leastShot = 2.0

  /// Where shots of the source begin or end.
  private let cuts: [Double]
  /// The same of what may be shown: the first and the last may be parts of shots.
  private let bounds: [Double]
  /// Where one scene turns into another.
  private let dissolves: [Range<Double>]
  /// The places in `bounds` where the first shot begins that is shown, and the last ends.
  private var first, last: Int
  /// Whether neighbouring shots are among them.
  private(set) var isLengthened = false

  /// Finds the shots that a core touches.
  ///
  /// - Parameters:
  ///   - core: where the evidence is, seconds; inside the room.
  ///   - cuts: of the source, with its beginning and its end, in order.
  ///   - dissolves: whose ends are among the cuts.
  ///   - room: free seconds that were looked at for cuts.
  init(
    around core: ClosedRange<Double>, _ cuts: [Double], dissolves: [Range<Double>],
    in room: ClosedRange<Double>
  ) {
    let bounds =
      [room.lowerBound] + cuts.filter { $0 > room.lowerBound && $0 < room.upperBound }
      + [room.upperBound]
    let latest = milliseconds(core.lowerBound + HalfSeconds.length)
    let earliest = milliseconds(core.upperBound - HalfSeconds.length)
    let first = bounds.lastIndex { $0 <= latest && $0 < core.upperBound } ?? 0
    last = bounds.indices.first { $0 > first && bounds[$0] >= earliest } ?? bounds.count - 1
    (self.cuts, self.bounds, self.dissolves, self.first) = (cuts, bounds, dissolves, first)
    while self.first < last - 1, isDissolve(self.first) { self.first += 1 }
    while self.first < last - 1, isDissolve(last - 1) { last -= 1 }
  }

  private func isDissolve(_ shot: Int) -> Bool {
    dissolves.contains { $0.lowerBound <= bounds[shot] && bounds[shot + 1] <= $0.upperBound }
  }

  /// The nearest shots on either side: a dissolve on the way there is no shot, nor is one behind
  /// which there is none.
  private var neighbours: [Int] {
    let shots = bounds.indices.dropLast().filter { !isDissolve($0) }
    return [shots.last { $0 < first }, shots.first { $0 >= last }].compactMap { $0 }
  }

  /// The seconds that they cover.
  var span: ClosedRange<Double> { bounds[first]...bounds[last] }

  /// Seconds in which a decaying reaction falls to half of its level.
  private static let longestDecay = 1.5

  /// Whether the share of viewers who react only falls after a cut, and soon.
  static func isDecay(_ reacting: [Double], from cut: Double, to end: Double) -> Bool {
    let before = HalfSeconds.centered(
      from: cut - 2 * HalfSeconds.length, to: cut, count: reacting.count)
    let after = reacting[HalfSeconds.centered(from: cut, to: end, count: reacting.count)]
    // A smaller change is chance.
    let least = 0.05
    guard var level = reacting[before].max(), let last = after.last, last < level - least else {
      return false
    }
    // A reaction that stays up behind the cut is one to what is shown there.
    let held = after.prefix { $0 * 2 >= level }.count
    guard Double(held) * HalfSeconds.length <= longestDecay else { return false }
    return after.allSatisfy { share in
      defer { level = min(level, share) }
      return share <= level + least
    }
  }

  /// Adds neighbouring shots until a length is reached; of two the one in which more react.
  ///
  /// - Parameters:
  ///   - lengths: the least and the most, seconds.
  ///   - reacting: the share who react, of each half second of the video.
  ///   - least: the share who have to react in half of a shot.
  ///   - few: why a shot in which fewer do stays out.
  /// - Returns: why the neighbours that are left stay out; empty where the length is reached.
  mutating func lengthen(
    to lengths: ClosedRange<Double>, reacting: [Double], atLeast least: Double, few: String
  ) -> [String] {
    while milliseconds(span.length) < lengths.lowerBound {
      var best: (share: Double, shot: Int)?
      var refusals: [String] = []
      for shot in neighbours {
        let (start, end) = (bounds[shot], bounds[shot + 1])
        let share = quantile(
          Array(reacting[HalfSeconds.centered(from: start, to: end, count: reacting.count)]), 0.5)
        let reason: String? =
          if share < least {
            few
          } else if shot >= last, Self.isDecay(reacting, from: start, to: end) {
            "the reaction only decays there"
          } else if end - start < Self.leastShot {
            "it lasts \(tenths(end - start)) s"
          } else if !cuts.contains(start) || !cuts.contains(end)
            || max(end, span.upperBound) - min(start, span.lowerBound) > lengths.upperBound
          {
            "it cannot be shown whole"
          } else {
            nil
          }
        if let reason {
          refusals.append("the shot \(shot < first ? "before" : "after") (\(reason))")
        } else if best.map({ share > $0.share }) ?? true {
          best = (share, shot)
        }
      }
      guard let best else { return refusals }
      first = min(first, best.shot)
      last = max(last, best.shot + 1)
      isLengthened = true
    }
    return []
  }
}
