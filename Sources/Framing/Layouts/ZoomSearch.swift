import Audience
import EditDecisions

/// Finds where in a stretch a closer window would do and where only the largest does.
///
/// The best division into runs of at least `leastRun` bins, exactly: a bin for the closer window
/// that may have it is worth 1, one that may not costs 4, a change of size 2.
struct ZoomSearch {
  /// For each bin whether a closer window would hold what is held there.
  let mayClose: [Bool]
  /// The shortest run, bins.
  let leastRun: Int

  /// Bins on end with one size of window.
  struct Run: Hashable, Sendable {
    var bins: Range<Int>
    var isCloser: Bool
  }

  /// The runs, in order; one alone where nothing is gained by a change.
  func runs() -> [Run] {
    let count = mayClose.count
    guard count >= 2 * leastRun, leastRun > 0 else { return [] }
    // By bins so far, the best that ends in each size, and where its last run began.
    var best = [[Double]](repeating: [-.infinity, -.infinity], count: count + 1)
    var began = [[Int]](repeating: [0, 0], count: count + 1)
    var worth = [0]
    for isFit in mayClose { worth.append(worth[worth.count - 1] + (isFit ? 1 : -4)) }
    for end in stride(from: leastRun, through: count, by: 1) {
      for size in 0...1 {
        for start in 0...(end - leastRun) {
          let before = start == 0 ? 0 : best[start][1 - size] - 2
          let value = before + (size == 1 ? Double(worth[end] - worth[start]) : 0)
          if value > best[end][size] { (best[end][size], began[end][size]) = (value, start) }
        }
      }
    }
    var runs: [Run] = []
    var end = count
    var size = best[count][1] > best[count][0] ? 1 : 0
    while end > 0 {
      let start = began[end][size]
      runs.append(Run(bins: start..<end, isCloser: size == 1))
      (end, size) = (start, 1 - size)
    }
    return runs.reversed()
  }
}

extension MomentFramer {
  /// The stretch in parts with two sizes of window; `nil` where one size does.
  func zoomed(_ task: PathTask) -> [PathTask]? {
    let bins = bins(of: task)
    // Over more than ten minutes the search would take longer than all else.
    guard mayCloseIn(task), bins.count <= 1200 else { return nil }
    let extents = Dictionary(
      extents(of: task).map { ($0.bin, $0) }, uniquingKeysWith: { $0.joined(with: $1) })
    let leastRun = Int((constants.leastZoomSeconds / HalfSeconds.length).rounded(.up))
    // What comes nearer may fit the largest of the closer windows at any time, and no one of them
    // all the time: where those do not divide the stretch, smaller ones may.
    let divided = [1, 0.75].lazy.map { share -> (mayClose: [Bool], runs: [ZoomSearch.Run]) in
      let mayClose = bins.map { bin in
        extents[bin].map {
          height(for: $0) <= share * largestCloser && holdsOthers(around: $0)
        } ?? false
      }
      return (mayClose, ZoomSearch(mayClose: mayClose, leastRun: leastRun).runs())
    }.first { $0.runs.count > 1 }
    guard let (mayClose, runs) = divided else { return nil }
    let held = runs.filter(\.isCloser).flatMap { run in
      run.bins.filter { mayClose[$0] }.compactMap { extents[bins.lowerBound + $0] }
    }
    guard let closer = closerWindow(for: held) else { return nil }
    return runs.enumerated().map { index, run in
      let isLast = index == runs.count - 1
      return PathTask(
        start: index == 0 ? task.start : time(of: bins.lowerBound + run.bins.lowerBound),
        end: isLast ? task.end : time(of: bins.lowerBound + run.bins.upperBound),
        cut: task.cut, attention: task.attention, window: run.isCloser ? closer : task.window,
        joinsBefore: index > 0, joinsAfter: !isLast)
    }
  }

  /// When a bin begins, as the window sees it.
  private func time(of bin: Int) -> Double {
    Written.seconds(HalfSeconds.start(of: bin))
  }

  /// Whether a closer window about an extent lets go of few looks that the largest would hold.
  private func holdsOthers(around extent: HeldExtent) -> Bool {
    let share = height(for: extent) / axis.windowHeight
    let (x, y) = ((extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2)
    func window(_ share: Double) -> Keyframe {
      let (width, height) = (axis.windowWidth * share, axis.windowHeight * share)
      return Keyframe(
        t: 0, x: min(axis.pictureWidth - width, max(0, x - width / 2)),
        y: min(axis.pictureHeight - height, max(0, y - height / 2)), width: width, height: height)
    }
    var (all, lost) = (0.0, 0.0)
    let search = GatheringSearch(timeline: request.timeline, axis: axis)
    for look in search.looks(inBin: extent.bin) {
      all += look.weight
      let isLost =
        window(1).holds(look.point, of: axis) && !window(share).holds(look.point, of: axis)
      if isLost { lost += look.weight }
    }
    return lost < constants.zoomGain * all
  }

  /// What is shown of the looks of a stretch, 0…1.
  func share(of shots: [FramedShot]) -> Double { gazeKept(by: shots) ?? 0 }
}
