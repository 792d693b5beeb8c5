import Audience

/// The gaze points of one time bin, along the window's axis.
struct Looks: Hashable, Sendable {
  /// The middle of the time bin, in seconds of play time.
  var time: Double
  /// One element per viewer with gaze.
  var entries: [Look]

  struct Look: Hashable, Sendable {
    /// Position along the axis, 0…1.
    var position: Double
    var weight: Double
  }

  var weight: Double { entries.reduce(0) { $0 + $1.weight } }

  /// The same looks with their weights multiplied by `factor`.
  func weighed(by factor: Double) -> Looks {
    Looks(
      time: time, entries: entries.map { Look(position: $0.position, weight: $0.weight * factor) })
  }

  /// The weighted share of gaze points in a range of the axis; 0 without gaze.
  func share(in range: ClosedRange<Double>) -> Double {
    let all = weight
    guard all > 0 else { return 0 }
    return entries.reduce(0) { range.contains($1.position) ? $0 + $1.weight : $0 } / all
  }

  /// The largest weighted share of gaze points that one window can cover; 0 without gaze.
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

  /// The shortest range of the axis that contains `share` of the gaze points; 0…0 without gaze.
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
  /// The indices of the time bins with their middle in [start, end), in seconds.
  func bins(from start: Double, to end: Double) -> Range<Int> {
    TimeBins.centered(from: start, to: end, count: bins.count)
  }

  /// The gaze points of the time bins in `range`, along an axis; bins without gaze are left out.
  ///
  /// `counts` decides by position and play time which gaze points are used.
  func looks(
    inBins range: Range<Int>, along axis: WindowAxis,
    where counts: (PicturePoint, Double) -> Bool = { _, _ in true }
  ) -> [Looks] {
    range.compactMap { index in
      let time = TimeBins.middle(of: index)
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
