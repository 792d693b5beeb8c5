import Audience
import EditDecisions

/// Two still windows that may be shown one above the other.
struct StackedPanes: Hashable, Sendable {
  /// What the upper pane shows: of the two gatherings the one nearer to the picture's left edge,
  /// in pictures that a window fills sideways the one nearer to its top.
  var top: PictureBox
  /// What the lower pane shows.
  var bottom: PictureBox
  /// From the bin after the last pair of gatherings before them to the one before the next pair.
  var bins: Range<Int>
  /// What they are worth in each, beside one window: the share of the looks that is in one of them
  /// alone, for what both show is seen twice, less what their size loses; `nil` where nobody looks.
  var worths: [Double?]
}

/// Finds the panes that hold two gatherings which persist side by side.
struct StackPlanner {
  let timeline: AudienceTimeline
  let axis: WindowAxis
  let settings: FramingSettings

  /// Two gatherings in the seconds about a bin, in the order of the panes.
  private struct Pair {
    var bin: Int
    var first: Gathering, second: Gathering
  }

  private var search: GatheringSearch { GatheringSearch(timeline: timeline, axis: axis) }

  /// A pair of panes for each time that two gatherings persist, side by side or by turns: as long
  /// as a layout must.
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

  /// The mean place of a gathering on the window's axis.
  private func along(_ gathering: Gathering) -> Double {
    let sum = gathering.looks.reduce(0) { $0 + axis.coordinate(of: $1.point) * $1.weight }
    return sum / max(1e-9, gathering.weight)
  }

  private func panes(holding run: [Pair], over bins: Range<Int>) -> StackedPanes? {
    guard
      let (top, bottom) = StackPanes(axis: axis, settings: settings).panes(
        holding: run.flatMap(\.first.looks), and: run.flatMap(\.second.looks)),
      isReturnedTo(top, bottom, in: bins)
    else { return nil }
    let lost = settings.constants.lost(bySize: top.width * axis.pictureWidth / axis.windowWidth)
    let worths = bins.map { bin -> Double? in
      let looks = search.looks(inBin: bin)
      let shown = looks.filter { top.contains($0.point) != bottom.contains($0.point) }
      let all = looks.weight
      return all > 0 ? shown.weight / all - lost : nil
    }
    return StackedPanes(top: top, bottom: bottom, bins: bins, worths: worths)
  }

  /// Whether both are watched in the same seconds, or one again after the other: of two that are
  /// watched one after the other each would be seen before or after anybody looks at it.
  private func isReturnedTo(
    _ top: PictureBox, _ bottom: PictureBox, in bins: Range<Int>
  ) -> Bool {
    let watched = bins.map { bin in search.gatherings(inBin: bin).flatMap(\.looks) }
    func span(_ pane: PictureBox) -> ClosedRange<Int>? {
      let seen = watched.indices.filter { watched[$0].contains { pane.contains($0.point) } }
      return seen.first.flatMap { first in seen.last.map { first...$0 } }
    }
    guard let one = span(top), let other = span(bottom) else { return false }
    let shared =
      min(one.upperBound, other.upperBound) + 1 - max(one.lowerBound, other.lowerBound)
    return Double(shared) * HalfSeconds.length > settings.constants.restSeconds
  }
}
