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
  /// It is `nil` if nobody looks, and `-MomentFramer.never` if a pane is empty.
  var worths: [Double?]

  /// Whether neither pane is ever empty.
  var isWatched: Bool { !worths.contains(-MomentFramer.never) }
}

/// Finds pairs of panes for two gaze clusters that persist.
struct StackPlanner {
  let timeline: GazeTimeline
  let axis: WindowAxis
  let settings: FramingSettings

  /// Two clusters in the seconds around a time bin, in the order of the panes.
  private struct Pair {
    var bin: Int
    var first: Gathering, second: Gathering
  }

  private var search: GatheringSearch { GatheringSearch(timeline: timeline, axis: axis) }

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
    let found = search.gatherings(inBins: near).prefix(2)
    guard let first = found.first, let second = found.last, found.count == 2 else { return nil }
    let isInOrder = along(first) <= along(second)
    return Pair(
      bin: bin, first: isInOrder ? first : second, second: isInOrder ? second : first)
  }

  /// Mean position of a cluster on the window's axis.
  private func along(_ gathering: Gathering) -> Double {
    let sum = gathering.looks.reduce(0) { $0 + axis.coordinate(of: $1.point) * $1.weight }
    return sum / max(1e-9, gathering.weight)
  }

  private func panes(holding run: [Pair], over bins: Range<Int>) -> StackedPanes? {
    let (first, second) = (run.flatMap(\.first.looks), run.flatMap(\.second.looks))
    guard
      let (top, bottom) = StackPanes(axis: axis, settings: settings).panes(
        holding: first, and: second),
      let one = PictureBox(around: first, deviations: 2.33),
      let other = PictureBox(around: second, deviations: 2.33)
    else { return nil }
    let lost = settings.constants.lost(bySize: top.width * axis.pictureWidth / axis.windowWidth)
    let looks = bins.map(search.looks)
    let empty = emptyBins(looks, one).union(emptyBins(looks, other))
    let worths = looks.indices.map { index -> Double? in
      if empty.contains(index) { return -MomentFramer.never }
      let all = looks[index].weight
      let shown = looks[index].filter { top.contains($0.point) || bottom.contains($0.point) }
      return all > 0 ? shown.weight / all - lost : nil
    }
    return StackedPanes(
      top: top, bottom: bottom, bins: bins, things: (one, other), worths: worths)
  }

  /// The time bins in which hardly anybody looks at an object for too long.
  private func emptyBins(_ looks: [[WeighedPoint]], _ thing: PictureBox) -> Set<Int> {
    let count = TimeBins.count(for: settings.constants.emptySeconds) + 1
    let shares = looks.map { looks in
      (on: looks.filter { thing.contains($0.point) }.weight, all: looks.weight)
    }
    return (0...max(0, looks.count - count)).reduce(into: []) { empty, start in
      let near = start..<min(looks.count, start + count)
      let on = near.reduce(0) { $0 + shares[$1].on }
      let all = near.reduce(0) { $0 + shares[$1].all }
      if all > 0, on < settings.constants.leastWatched * all { empty.formUnion(near) }
    }
  }
}
