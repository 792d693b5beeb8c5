import Audience
import EditDecisions

/// Two still windows that may be shown one above the other.
struct StackedPanes: Hashable, Sendable {
  /// What the upper pane shows: of the two gatherings the one nearer to the picture's left edge,
  /// in pictures that a window fills sideways the one nearer to its top.
  var top: PictureBox
  /// What the lower pane shows.
  var bottom: PictureBox
  /// By bin, what they are worth beside one window: the share of the looks that is in one of them
  /// alone, for what both show is seen twice, less what their size loses.
  var worths: [Int: Double]
}

/// Finds the panes that hold two gatherings which persist side by side.
struct StackPlanner {
  let timeline: AudienceTimeline
  let axis: WindowAxis
  let settings: FramingSettings

  /// Two gatherings in one bin, in the order of the panes.
  private struct Pair {
    var bin: Int
    var first: Gathering, second: Gathering
  }

  /// A pair of panes for each time that two gatherings persist.
  func panes(inBins bins: Range<Int>) -> [StackedPanes] {
    let gap = Int(settings.constants.leastLayoutSeconds / HalfSeconds.length + 1e-9)
    var runs: [[Pair]] = []
    for pair in bins.compactMap(pair) {
      if let last = runs.last?.last, pair.bin - last.bin <= gap {
        runs[runs.count - 1].append(pair)
      } else {
        runs.append([pair])
      }
    }
    return runs.compactMap(panes)
  }

  private func pair(inBin bin: Int) -> Pair? {
    let found = GatheringSearch(timeline: timeline, axis: axis).gatherings(inBin: bin).prefix(2)
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

  private func panes(over run: [Pair]) -> StackedPanes? {
    guard let first = run.first, let last = run.last,
      let (top, bottom) = StackPanes(axis: axis, settings: settings).panes(
        holding: run.flatMap(\.first.looks), and: run.flatMap(\.second.looks))
    else { return nil }
    let search = GatheringSearch(timeline: timeline, axis: axis)
    var worths: [Int: Double] = [:]
    for bin in first.bin...last.bin {
      let looks = search.looks(inBin: bin)
      let shown = looks.filter { top.contains($0.point) != bottom.contains($0.point) }
      let all = looks.reduce(0) { $0 + $1.weight }
      guard all > 0 else { continue }
      let lost = settings.constants.lost(
        bySize: top.width * axis.pictureWidth / axis.windowWidth)
      worths[bin] = shown.reduce(0) { $0 + $1.weight } / all - lost
    }
    return StackedPanes(top: top, bottom: bottom, worths: worths)
  }
}
