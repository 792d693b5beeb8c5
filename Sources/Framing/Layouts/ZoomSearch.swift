import Audience
import EditDecisions

/// Finds where in a stretch a closer window would do and where only the largest does: the best
/// division into runs of either size, exactly.
///
/// A half second of the closer window is worth the share of the lines that it does without, less
/// four times the share of the looks that it lets go of; a change of size costs one.
struct ZoomSearch {
  /// For each half second the height that is needed, share of the largest window's, and what a
  /// closer window lets go of beside, share of the looks.
  let needed: [(height: Double, lost: Double)]
  /// The height of the closer window, share of the largest's.
  let closer: Double
  /// The shortest run, half seconds.
  let leastRun: Int

  /// Half seconds on end with one size of window.
  struct Run: Hashable, Sendable {
    var bins: Range<Int>
    var isCloser: Bool
  }

  /// Whether the closer window holds what a half second needs.
  func holds(_ bin: Int) -> Bool { closer >= needed[bin].height - 1e-9 }

  /// The runs, in order, and their worth.
  func runs() -> (runs: [Run], worth: Double) {
    let count = needed.count
    let least = min(max(1, leastRun), count)
    guard count > 0 else { return ([], 0) }
    // By half seconds so far and size, the best that may change its size then, and where its last
    // run began.
    var best = [[Double]](repeating: [-.infinity, -.infinity], count: count + 1)
    var began = [[Int]](repeating: [0, 0], count: count + 1)
    var sums = [0.0]
    for (bin, needed) in needed.enumerated() {
      let lost = holds(bin) ? needed.lost : 1
      sums.append(sums[bin] + 1 - closer - 4 * lost)
      let end = bin + 1
      for size in 0...1 where end >= least {
        func worth(_ bins: Range<Int>) -> Double {
          size == 1 ? sums[bins.upperBound] - sums[bins.lowerBound] : 0
        }
        // On from a run that was long enough, or a new one of the least length.
        let start = end - least
        let on = best[bin][size] + worth(bin..<end)
        let new = (start == 0 ? 0 : best[start][1 - size] - 1) + worth(start..<end)
        (best[end][size], began[end][size]) = on >= new ? (on, began[bin][size]) : (new, start)
      }
    }
    var runs: [Run] = []
    var end = count
    var size = best[count][1] > best[count][0] ? 1 : 0
    while end > 0 {
      runs.append(Run(bins: began[end][size]..<end, isCloser: size == 1))
      (end, size) = (began[end][size], 1 - size)
    }
    return (runs.reversed(), max(best[count][0], best[count][1]))
  }
}

extension MomentFramer {
  /// The stretch in parts with a size of window each, which ease into each other.
  func sized(_ task: PathTask) -> [PathTask] {
    let bins = bins(of: task)
    guard mayCloseIn(task), !bins.isEmpty else { return [task] }
    let extents = Dictionary(extents(of: task).map { ($0.bin, $0) }) { $0.joined(with: $1) }
    let needed = bins.map { bin -> (height: Double, lost: Double) in
      let held = held(around: bin, extents)
      return ((held?.height ?? axis.windowHeight) / axis.windowHeight, held?.lost ?? 0)
    }
    let finest = finestHeight / axis.windowHeight
    let steps = sequence(first: constants.zoomFrom) { $0 * constants.zoomFrom }
    let sizes = steps.prefix { $0 > finest } + [finest]
    let leastRun = Int((constants.leastZoomSeconds / HalfSeconds.length).rounded(.up))
    let found = sizes.map { size -> (search: ZoomSearch, runs: [ZoomSearch.Run], worth: Double) in
      let search = ZoomSearch(needed: needed, closer: size, leastRun: leastRun)
      let (runs, worth) = search.runs()
      return (search, runs, worth)
    }
    guard let (search, runs, _) = found.max(by: { $0.worth < $1.worth }) else { return [task] }
    let fitting = runs.filter(\.isCloser).flatMap(\.bins).filter(search.holds)
    let height = fitting.map { needed[$0].height }.max() ?? 1
    return runs.enumerated().map { index, run in
      let isLast = index == runs.count - 1
      func time(_ bin: Int) -> Double {
        Written.seconds(HalfSeconds.start(of: bins.lowerBound + bin))
      }
      var part = PathTask(
        start: index == 0 ? task.start : time(run.bins.lowerBound),
        end: isLast ? task.end : time(run.bins.upperBound), cut: task.cut,
        attention: task.attention, window: axis, joinsBefore: index > 0, joinsAfter: !isLast)
      guard run.isCloser else { return part }
      let held = run.bins.filter(search.holds).compactMap { extents[bins.lowerBound + $0] }
      let middle = ((held.map(\.top).min() ?? 0) + (held.map(\.bottom).max() ?? 0)) / 2
      part.window = WindowAxis(
        closerThan: axis, height: height * axis.windowHeight, around: middle)
      return part
    }
  }
}
