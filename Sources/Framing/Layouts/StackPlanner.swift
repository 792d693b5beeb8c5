import Audience
import EditDecisions

/// Two still windows that are shown one above the other over a stretch of a shot.
struct StackedStretch: Hashable, Sendable {
  /// Seconds of play time.
  var start: Double, end: Double
  /// What the upper pane shows: of the two gatherings the one nearer to the picture's left edge,
  /// in pictures that a window fills sideways the one nearer to its top.
  var top: PictureBox
  /// What the lower pane shows.
  var bottom: PictureBox
}

/// Finds where two gatherings persist side by side that no one window holds.
///
/// Attention that alternates is not this: then one of them is missing at a time, and the path of
/// the crop cuts between them.
struct StackPlanner {
  let timeline: AudienceTimeline
  let axis: WindowAxis
  let grid: PositionGrid
  let settings: FramingSettings

  private var constants: FramingConstants { settings.constants }

  /// Two gatherings in one bin, in the order of the panes.
  private struct Pair {
    var bin: Int
    var first: Gathering, second: Gathering
  }

  /// The stretches worth two panes, in order of time.
  func stretches(inBins bins: Range<Int>) -> [StackedStretch] {
    var runs: [[Pair]] = []
    let gap = Int(constants.stackGapSeconds / HalfSeconds.length + 1e-9)
    for pair in bins.compactMap(pair) {
      if let last = runs.last?.last, pair.bin - last.bin <= gap + 1 {
        runs[runs.count - 1].append(pair)
      } else {
        runs.append([pair])
      }
    }
    return runs.compactMap(stretch)
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

  /// The panes of a run, if it is long enough and they hold enough more than one window.
  private func stretch(over run: [Pair]) -> StackedStretch? {
    guard let first = run.first, let last = run.last else { return nil }
    let bins = first.bin..<last.bin + 1
    let seconds = Double(bins.count) * HalfSeconds.length
    guard seconds >= constants.leastStackSeconds,
      let (top, bottom) = StackPanes(axis: axis, settings: settings).panes(
        holding: run.flatMap(\.first.looks), and: run.flatMap(\.second.looks)),
      gain(of: [top, bottom], inBins: bins) >= constants.stackGain,
      seenTwice(in: run, top, bottom) <= constants.stackTwice
    else { return nil }
    let start = HalfSeconds.start(of: first.bin)
    return StackedStretch(start: start, end: start + seconds, top: top, bottom: bottom)
  }

  /// The share of the gatherings' looks that both panes show.
  private func seenTwice(in run: [Pair], _ top: PictureBox, _ bottom: PictureBox) -> Double {
    let looks = run.flatMap { $0.first.looks + $0.second.looks }
    let all = looks.reduce(0) { $0 + $1.weight }
    let twice = looks.filter { top.contains($0.point) && bottom.contains($0.point) }
    return all > 0 ? twice.reduce(0) { $0 + $1.weight } / all : 0
  }

  /// The share of looks in the panes less the share in the best window of each bin.
  private func gain(of panes: [PictureBox], inBins bins: Range<Int>) -> Double {
    let search = GatheringSearch(timeline: timeline, axis: axis)
    var all = 0.0
    var stacked = 0.0
    for bin in bins {
      for look in search.looks(inBin: bin) {
        all += look.weight
        if panes.contains(where: { $0.contains(look.point) }) { stacked += look.weight }
      }
    }
    var cropped = 0.0
    for looks in timeline.looks(inBins: bins, along: axis) {
      let best = (0..<grid.count).reduce(0) { best, position in
        let low = grid.edge(position)
        return max(best, looks.share(from: low - 1e-9, to: low + grid.window + 1e-9) ?? 0)
      }
      cropped += best * looks.weight
    }
    return all > 0 ? (stacked - cropped) / all : 0
  }
}
