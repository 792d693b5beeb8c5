import Audience

/// The shots that a clip shows: those that its core touches, and added neighbours.
///
/// If the shots are shorter than the minimum length, neighbouring shots in which viewers also react
/// are added, each as a whole. Cores start and end on time bins, but cuts do not. So up to 0.5 s of
/// another shot at the edge of a core is ignored. A dissolve there is ignored too, because a
/// reaction during a dissolve is a reaction to the scene before it.
struct ClipShots {
  /// Shortest neighbouring shot in seconds that is added; a shorter one would look like a flash.
  static let minimumAddedShot = 2.0

  /// The times in seconds at which shots of the source begin or end.
  private let cuts: [Double]
  /// The same times inside the free range, with the ends of that range.
  private let bounds: [Double]
  private let dissolves: [Range<Double>]
  /// Indices in `bounds`: start of the first shown shot, end of the last.
  private var first, last: Int
  private(set) var isLengthened = false

  /// Finds the shots that a core touches.
  ///
  /// `cuts` are sorted and contain the start and end of the video and the ends of the dissolves.
  /// `room` is the free range around the core, in seconds, in which cuts are known.
  init(
    around core: ClosedRange<Double>, _ cuts: [Double], dissolves: [Range<Double>],
    in room: ClosedRange<Double>
  ) {
    let bounds =
      [room.lowerBound] + cuts.filter { $0 > room.lowerBound && $0 < room.upperBound }
      + [room.upperBound]
    let latest = milliseconds(core.lowerBound + TimeBins.length)
    let earliest = milliseconds(core.upperBound - TimeBins.length)
    let first = bounds.lastIndex { $0 <= latest && $0 < core.upperBound } ?? 0
    last = bounds.indices.first { $0 > first && bounds[$0] >= earliest } ?? bounds.count - 1
    (self.cuts, self.bounds, self.dissolves, self.first) = (cuts, bounds, dissolves, first)
    while self.first < last - 1, isDissolve(self.first) { self.first += 1 }
    while self.first < last - 1, isDissolve(last - 1) { last -= 1 }
  }

  private func isDissolve(_ shot: Int) -> Bool {
    dissolves.contains { $0.lowerBound <= bounds[shot] && bounds[shot + 1] <= $0.upperBound }
  }

  /// Indices of the nearest shots before and after; dissolves are skipped.
  private var neighbours: [Int] {
    let shots = bounds.indices.dropLast().filter { !isDissolve($0) }
    return [shots.last { $0 < first }, shots.first { $0 >= last }].compactMap { $0 }
  }

  var span: ClosedRange<Double> { bounds[first]...bounds[last] }

  /// Longest time in seconds for a fading reaction to fall to half of its level.
  private static let longestDecay = 1.5

  /// Whether the reaction rate only falls after a cut, and falls to half within `longestDecay`.
  static func isDecay(_ reacting: [Double], from cut: Double, to end: Double) -> Bool {
    let before = TimeBins.centered(from: cut - 2 * TimeBins.length, to: cut, count: reacting.count)
    let after = reacting[TimeBins.centered(from: cut, to: end, count: reacting.count)]
    // A smaller change can be chance.
    let least = 0.05
    guard var level = reacting[before].max(), let last = after.last, last < level - least else {
      return false
    }
    // If the reaction stays high after the cut, viewers react to the new shot.
    let held = after.prefix { $0 * 2 >= level }.count
    guard Double(held) * TimeBins.length <= longestDecay else { return false }
    return after.allSatisfy { share in
      defer { level = min(level, share) }
      return share <= level + least
    }
  }

  /// Adds neighbouring shots until a length in seconds is reached, highest reaction rate first.
  ///
  /// Half of a shot must reach the reaction rate `least`; `few` is the reason given for other
  /// shots. Returns why the other neighbours were not added; nothing if the length is reached.
  mutating func lengthen(
    to lengths: ClosedRange<Double>, reacting: [Double], atLeast least: Double, few: String
  ) -> [String] {
    while milliseconds(span.length) < lengths.lowerBound {
      var best: (share: Double, shot: Int)?
      var refusals: [String] = []
      for shot in neighbours {
        let (start, end) = (bounds[shot], bounds[shot + 1])
        let bins = TimeBins.centered(from: start, to: end, count: reacting.count)
        let share = quantile(Array(reacting[bins]), 0.5)
        let reason: String? =
          if share < least {
            few
          } else if shot >= last, Self.isDecay(reacting, from: start, to: end) {
            "the reaction only decays there"
          } else if end - start < Self.minimumAddedShot {
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
