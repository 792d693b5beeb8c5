/// Decides where in a shot no window is worth its losses, and the whole picture is shown instead.
struct LayoutRule {
  let grid: PositionGrid
  let constants: FramingConstants

  /// A stretch of a shot with one layout.
  struct Stretch: Hashable, Sendable {
    /// Seconds of play time.
    var start: Double, end: Double
    /// Whether the whole picture is shown.
    var isFit: Bool
  }

  /// Stretches that tile [start, end); at least one.
  ///
  /// The whole picture is shown where the best window holds under 45 % of the looks for over 2 s,
  /// until it holds half of them; a crop that would last under 2 s is not gone back to.
  func stretches(of looks: [Looks], start: Double, end: Double) -> [Stretch] {
    var stretches: [Stretch] = []
    for (index, isPoor) in poorBins(looks).enumerated() {
      let begin = stretches.isEmpty ? start : looks[index].time - Self.halfBin
      if stretches.last?.isFit == isPoor { continue }
      if !stretches.isEmpty { stretches[stretches.count - 1].end = begin }
      stretches.append(Stretch(start: begin, end: end, isFit: isPoor))
    }
    if stretches.isEmpty { return [Stretch(start: start, end: end, isFit: false)] }
    let least = constants.leastLayoutSeconds
    let kept = Self.merged(stretches) { $0.isFit && $0.end - $0.start <= least }
    guard kept.count > 1 else { return kept }
    return Self.merged(kept) { !$0.isFit && $0.end - $0.start < least }
  }

  /// Half a bin, seconds.
  private static let halfBin = 0.25

  /// Turns the stretches that `isTooShort` over to the other layout and joins what then agrees.
  private static func merged(
    _ stretches: [Stretch], isTooShort: (Stretch) -> Bool
  ) -> [Stretch] {
    var joined: [Stretch] = []
    for stretch in stretches.map({ isTooShort($0) ? $0.turned : $0 }) {
      if joined.last?.isFit == stretch.isFit {
        joined[joined.count - 1].end = stretch.end
      } else {
        joined.append(stretch)
      }
    }
    return joined
  }

  /// For each bin, whether its best window is too poor, with hysteresis.
  private func poorBins(_ looks: [Looks]) -> [Bool] {
    var isPoor = false
    return looks.indices.map { index in
      let share = bestShare(around: index, of: looks)
      isPoor = share < (isPoor ? constants.cropAbove : constants.fitBelow)
      return isPoor
    }
  }

  /// What the best window holds of the looks of a bin and its neighbours.
  private func bestShare(around index: Int, of looks: [Looks]) -> Double {
    let near = max(0, index - 1)...min(looks.count - 1, index + 1)
    let pooled = Looks(time: looks[index].time, entries: near.flatMap { looks[$0].entries })
    return (0..<grid.count).reduce(0) { best, position in
      let low = grid.edge(position)
      return max(best, pooled.share(from: low - 1e-9, to: low + grid.window + 1e-9) ?? 0)
    }
  }
}

extension LayoutRule.Stretch {
  /// The same stretch with the other layout.
  fileprivate var turned: Self { Self(start: start, end: end, isFit: !isFit) }
}
