import Audience
import EditDecisions
import Support

/// A split screen: two static windows, one above the other.
struct StackedPanes: Sendable {
  /// The pane of the cluster that comes first along the axis of the window.
  var top: PictureBox
  var bottom: PictureBox
  /// The time bins after the previous pair of clusters ends and before the next pair starts.
  var bins: Range<Int>
  var things: (top: PictureBox, bottom: PictureBox)
  /// The share of gaze points inside per time bin, minus the loss by size; `nil` if nobody looks,
  /// and `-LayoutSearch.never` if a pane is empty.
  var worths: [Double?]
}

/// Finds pairs of panes, each of half the output's height, for two gaze clusters that persist.
struct StackPlanner {
  let timeline: GazeTimeline
  let axis: WindowAxis
  let settings: FramingSettings

  /// Two clusters in the seconds around a time bin, in the order of the panes.
  private typealias Pair = (bin: Int, first: [GazePoint], second: [GazePoint])

  private var search: GazeClusterSearch { GazeClusterSearch(timeline: timeline, axis: axis) }
  private var constants: FramingConstants { settings.constants }

  /// One pair of panes for each time that two clusters persist, together or in turns.
  func panes(inBins bins: Range<Int>) -> [StackedPanes] {
    let least = constants.leastLayoutBins
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
    let reach = constants.leastLayoutBins
    let found = search.clusters(inBins: (bin - reach..<bin + reach + 1).clamped(to: bins)).prefix(2)
    guard let first = found.first, let second = found.last, found.count == 2 else { return nil }
    let isInOrder = first.mean(of: axis.coordinate) <= second.mean(of: axis.coordinate)
    return isInOrder ? (bin, first, second) : (bin, second, first)
  }

  private func panes(holding run: [Pair], over bins: Range<Int>) -> StackedPanes? {
    let (first, second) = (run.flatMap(\.first), run.flatMap(\.second))
    guard let (top, bottom) = panes(holding: first, and: second),
      let one = PictureBox(around: first, deviations: 2.33),
      let other = PictureBox(around: second, deviations: 2.33)
    else { return nil }
    let lost = constants.lost(bySize: top.width * axis.pictureWidth / axis.windowWidth)
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
    let count = constants.leastLayoutBins + 1
    let shares = points.map { points in
      (on: points.filter { thing.contains($0.place) }.weight, all: points.weight)
    }
    return (0...max(0, points.count - count)).reduce(into: []) { empty, start in
      let near = start..<min(points.count, start + count)
      let on = near.reduce(0) { $0 + shares[$1].on }
      let all = near.reduce(0) { $0 + shares[$1].all }
      if all > 0, on < constants.leastWatched * all { empty.formUnion(near) }
    }
  }
}

extension StackPlanner {
  /// Aspect ratio of a pane (width / height): 9:8 for an output of 9:16.
  private var shape: Double {
    2 * Double(max(1, settings.outputWidth)) / Double(max(1, settings.outputHeight))
  }

  /// Two panes of the same size, in shares of the frame, that contain their clusters with a margin.
  ///
  /// They are as large as possible without showing anything twice. They are never tighter than the
  /// clusters, nor narrower than one window, because that would cut a face of which gaze only marks
  /// the middle. If panes side by side would overlap a little, both move apart by up to half their
  /// margin. The result is `nil` if a cluster does not fit, or the panes would overlap.
  func panes(
    holding first: [GazePoint], and second: [GazePoint]
  ) -> (PictureBox, PictureBox)? {
    guard let first = PictureBox(around: first), let second = PictureBox(around: second) else {
      return nil
    }
    let largest = min(axis.pictureWidth, axis.pictureHeight * shape)
    // A pane is not enlarged more than a single window.
    let least = min(largest, axis.windowWidth)
    let needed = max(least, max(width(holding: first), width(holding: second)))
    let apart = max(
      abs(first.center.x - second.center.x) * axis.pictureWidth,
      abs(first.center.y - second.center.y) * axis.pictureHeight * shape)
    guard needed <= largest + 1e-6 else { return nil }
    func panes(_ width: Double) -> (PictureBox, PictureBox) {
      let width = Rounding.pixels(width)
      let height = Rounding.pixels(min(axis.pictureHeight, width / shape))
      let (wide, high) = (width / axis.pictureWidth, height / axis.pictureHeight)
      let isBeside = abs(first.center.y - second.center.y) < high
      let overlap = isBeside ? max(0, wide - abs(first.center.x - second.center.x)) : 0
      let margin = constants.margin * axis.pictureHeight / axis.pictureWidth
      func pane(of box: PictureBox, awayFrom other: PictureBox) -> PictureBox {
        let push = min(overlap, margin) / 2 * (box.center.x < other.center.x ? -1 : 1)
        return PictureBox(
          x: min(1 - wide, max(0, box.center.x + push - wide / 2)),
          y: min(1 - high, max(0, box.center.y - high / 2)), width: wide, height: high)
      }
      return (pane(of: first, awayFrom: second), pane(of: second, awayFrom: first))
    }
    // Near the edges of the frame large panes overlap. Find the largest ones that do not.
    var (low, high) = (needed, min(largest, max(needed, apart)))
    if shared(by: panes(high)) > 0 {
      while high - low > 0.05 {
        let middle = (low + high) / 2
        if shared(by: panes(middle)) > 0 { high = middle } else { low = middle }
      }
    } else {
      low = high
    }
    return shared(by: panes(low)) < 1e-6 ? panes(low) : nil
  }

  /// The share of a pane that the other pane also shows; the frame's edges may push them together.
  private func shared(by panes: (PictureBox, PictureBox)) -> Double {
    let (one, other) = panes
    return max(0, 1 - abs(one.x - other.x) / one.width)
      * max(0, 1 - abs(one.y - other.y) / one.height)
  }

  /// Width in pixels of a pane that contains a box with its margin.
  private func width(holding box: PictureBox) -> Double {
    let margin = 2 * constants.margin * axis.pictureHeight
    return max(
      box.width * axis.pictureWidth + margin, (box.height * axis.pictureHeight + margin) * shape)
  }
}
