import Audience

/// What was looked at in one bin of the timeline, along the window's axis.
struct Looks: Hashable, Sendable {
  /// The middle of the bin, seconds of play time.
  var time: Double
  /// One entry a viewer with gaze.
  var entries: [Look]

  /// One viewer's look.
  struct Look: Hashable, Sendable {
    /// Where, 0…1 along the axis.
    var position: Double
    /// How much it counts.
    var weight: Double
  }

  /// The sum of the weights.
  var weight: Double { entries.reduce(0) { $0 + $1.weight } }

  /// The weighted share of looks in a stretch of the axis; 0 without looks.
  func share(in range: ClosedRange<Double>) -> Double {
    let all = weight
    guard all > 0 else { return 0 }
    return entries.reduce(0) { range.contains($1.position) ? $0 + $1.weight : $0 } / all
  }

  /// The weighted share of looks in the window that holds most of them; 0 without looks.
  func bestShare(window: Double) -> Double {
    let sorted = entries.sorted { $0.position < $1.position }
    var (first, held, best) = (0, 0.0, 0.0)
    for look in sorted {
      held += look.weight
      while look.position - sorted[first].position > window + 1e-9 {
        held -= sorted[first].weight
        first += 1
      }
      best = max(best, held)
    }
    let all = weight
    return all > 0 ? best / all : 0
  }

  /// The shortest stretch of the axis that holds `share` of the looks; the first of equals, 0…0
  /// without looks.
  func shortestRange(holding share: Double) -> ClosedRange<Double> {
    let sorted = entries.sorted { $0.position < $1.position }
    let least = share * weight - 1e-9
    var (first, held) = (0, 0.0)
    var best: ClosedRange<Double>?
    for look in sorted {
      held += look.weight
      while held - sorted[first].weight >= least, sorted[first].position < look.position {
        held -= sorted[first].weight
        first += 1
      }
      let width = look.position - sorted[first].position
      if held >= least, width < best?.width ?? .infinity {
        best = sorted[first].position...look.position
      }
    }
    return best ?? 0...0
  }
}

extension GazeTimeline {
  /// The indices of the bins whose middles lie in [start, end).
  func bins(from start: Double, to end: Double) -> Range<Int> {
    HalfSeconds.centered(from: start, to: end, count: bins.count)
  }

  /// The looks of the bins in `range` along an axis; bins without gaze are left out.
  ///
  /// - Parameters:
  ///   - range: which bins.
  ///   - axis: the window's axis.
  ///   - counts: which looks are taken, by place and play time.
  /// - Returns: one entry a bin, in order of time.
  func looks(
    inBins range: Range<Int>, along axis: WindowAxis,
    where counts: (PicturePoint, Double) -> Bool = { _, _ in true }
  ) -> [Looks] {
    range.compactMap { index in
      let time = HalfSeconds.middle(of: index)
      let entries = bins[index].rows.compactMap { row -> Looks.Look? in
        guard let position = row.position, row.weight > 0, counts(position, time) else {
          return nil
        }
        let coordinate = axis.coordinate(of: position)
        guard coordinate.isFinite else { return nil }
        return Looks.Look(position: min(1, max(0, coordinate)), weight: row.weight)
      }
      return entries.isEmpty ? nil : Looks(time: time, entries: entries)
    }
  }
}
