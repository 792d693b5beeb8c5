import Audience
import EditDecisions

/// A split screen: two static windows, one above the other.
struct StackedPanes: Sendable {
  /// The upper pane.
  ///
  /// It shows the cluster nearer to the frame's left edge, or to its top if the window moves
  /// vertically.
  var top: PictureBox
  var bottom: PictureBox
  /// The time bins after the previous pair of clusters ends and before the next pair starts.
  var bins: Range<Int>
  var things: (top: PictureBox, bottom: PictureBox)
  /// The value in each time bin: the share of gaze points inside, minus the loss by size.
  ///
  /// It is `nil` if nobody looks, and `-LayoutSearch.never` if a pane is empty.
  var worths: [Double?]

  /// Whether neither pane is ever empty.
  var isWatched: Bool { !worths.contains(-LayoutSearch.never) }
}

/// Finds pairs of panes for two gaze clusters that persist.
struct StackPlanner {
  let timeline: GazeTimeline
  let axis: WindowAxis
  let settings: FramingSettings

  /// Two clusters in the seconds around a time bin, in the order of the panes.
  private struct Pair {
    var bin: Int
    var first: [GazePoint], second: [GazePoint]
  }

  private var search: GazeClusterSearch { GazeClusterSearch(timeline: timeline, axis: axis) }

  /// One pair of panes for each time that two clusters persist for the minimum length of a layout.
  ///
  /// The clusters may be watched at the same time or in turns.
  func panes(inBins bins: Range<Int>) -> [StackedPanes] {
    let least = settings.constants.leastLayoutBins
    var runs: [[Pair]] = []
    for pair in bins.compactMap({ pair(about: $0, of: bins) }) {
      if let last = runs.last?.last, pair.bin - last.bin <= least {
        runs[runs.count - 1].append(pair)
      } else {
        runs.append([pair])
      }
    }
    runs.removeAll { run in run[run.count - 1].bin + 1 - run[0].bin < least }
    return runs.indices.compactMap { index in
      let before = index > 0 ? runs[index - 1].last : nil
      let after = runs.dropFirst(index + 1).first?.first
      let free = (before.map { $0.bin + 1 } ?? bins.lowerBound)..<(after?.bin ?? bins.upperBound)
      return panes(holding: runs[index], over: free)
    }
  }

  private func pair(about bin: Int, of bins: Range<Int>) -> Pair? {
    let reach = settings.constants.leastLayoutBins
    let near = (bin - reach..<bin + reach + 1).clamped(to: bins)
    let found = search.clusters(inBins: near).prefix(2)
    guard let first = found.first, let second = found.last, found.count == 2 else { return nil }
    let isInOrder = along(first) <= along(second)
    return Pair(
      bin: bin, first: isInOrder ? first : second, second: isInOrder ? second : first)
  }

  /// Mean position of a cluster on the window's axis.
  private func along(_ cluster: [GazePoint]) -> Double {
    let sum = cluster.reduce(0) { $0 + axis.coordinate(of: $1.place) * $1.weight }
    return sum / max(1e-9, cluster.weight)
  }

  private func panes(holding run: [Pair], over bins: Range<Int>) -> StackedPanes? {
    let (first, second) = (run.flatMap(\.first), run.flatMap(\.second))
    guard
      let (top, bottom) = StackPanes(axis: axis, settings: settings).panes(
        holding: first, and: second),
      let one = PictureBox(around: first, deviations: 2.33),
      let other = PictureBox(around: second, deviations: 2.33)
    else { return nil }
    let lost = settings.constants.lost(bySize: top.width * axis.pictureWidth / axis.windowWidth)
    let points = bins.map(search.points)
    let empty = emptyBins(points, one).union(emptyBins(points, other))
    let worths = points.indices.map { index -> Double? in
      if empty.contains(index) { return -LayoutSearch.never }
      let all = points[index].weight
      let shown = points[index].filter { top.contains($0.place) || bottom.contains($0.place) }
      return all > 0 ? shown.weight / all - lost : nil
    }
    return StackedPanes(
      top: top, bottom: bottom, bins: bins, things: (one, other), worths: worths)
  }

  /// The time bins in which hardly anybody looks at an object for too long.
  private func emptyBins(_ points: [[GazePoint]], _ thing: PictureBox) -> Set<Int> {
    let count = settings.constants.leastLayoutBins + 1
    let shares = points.map { points in
      (on: points.filter { thing.contains($0.place) }.weight, all: points.weight)
    }
    return (0...max(0, points.count - count)).reduce(into: []) { empty, start in
      let near = start..<min(points.count, start + count)
      let on = near.reduce(0) { $0 + shares[$1].on }
      let all = near.reduce(0) { $0 + shares[$1].all }
      if all > 0, on < settings.constants.leastWatched * all { empty.formUnion(near) }
    }
  }
}
