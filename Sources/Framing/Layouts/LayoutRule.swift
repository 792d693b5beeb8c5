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
    /// The two panes, where two are shown; it goes before `isFit`.
    var stack: StackedStretch?
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

extension LayoutRule {
  /// Lays stacked stretches over others, so that what is left between them is not too short.
  ///
  /// A remainder under `leastLayoutSeconds` goes to the stack beside it, whose panes are still.
  func laying(_ stacks: [StackedStretch], over stretches: [Stretch]) -> [Stretch] {
    guard let start = stretches.first?.start, let end = stretches.last?.end else { return [] }
    var laid: [Stretch] = []
    var done = start
    for (index, stack) in stacks.enumerated() where stack.end > done {
      var begin = max(done, stack.start)
      if begin - done < constants.leastLayoutSeconds { begin = done }
      var finish = min(end, stack.end)
      if index == stacks.count - 1, end - finish < constants.leastLayoutSeconds { finish = end }
      laid += part(of: stretches, from: done, to: begin)
      laid.append(Stretch(start: begin, end: finish, isFit: false, stack: stack))
      done = finish
    }
    return laid + part(of: stretches, from: done, to: end)
  }

  /// What of `stretches` lies in [start, end); pieces too short for a layout join a neighbour.
  private func part(of stretches: [Stretch], from start: Double, to end: Double) -> [Stretch] {
    guard start < end else { return [] }
    var found: [Stretch] = []
    for stretch in stretches where stretch.end > start && stretch.start < end {
      var piece = stretch
      piece.start = max(start, stretch.start)
      piece.end = min(end, stretch.end)
      if !found.isEmpty, piece.end - piece.start < constants.leastLayoutSeconds {
        found[found.count - 1].end = piece.end
      } else {
        found.append(piece)
      }
    }
    if found.count > 1, found[0].end - found[0].start < constants.leastLayoutSeconds {
      found[1].start = found[0].start
      found.removeFirst()
    }
    return found
  }
}

extension LayoutRule.Stretch {
  /// The same stretch with the other layout.
  fileprivate var turned: Self { Self(start: start, end: end, isFit: !isFit) }
}
