import Audience
import EditDecisions

extension MomentFramer {
  /// What fills the output for some half seconds.
  private enum Shown {
    /// A window: the largest, or one so high (share of the largest).
    case crop(Double)
    case fit
    case stack(StackedPanes)

    var kind: Layout.Kind {
      switch self {
      case .crop: .crop
      case .fit: .fit
      case .stack: .stack
      }
    }
  }

  /// A way of showing a stretch, and its worth by half seconds.
  private typealias State = (shown: Shown, worths: [Double])

  /// Lays out what the audience decides of a stretch; `isCropped` where a person wants one window.
  func laidOut(
    from start: Double, to end: Double, _ begins: FramedShot.Cut, _ attention: ShotAttention,
    isCropped: Bool = false
  ) -> [Part] {
    let mayFit = layouts.contains(.fit) && !isCropped
    let isBlind = attention.looks.isEmpty && grid.count > 1
    if mayFit, isBlind || !layouts.contains(.crop) {
      return [.framed(FramedShot(start: start, end: end, cut: begins, layout: .fit))]
    }
    let bins = request.timeline.bins(from: start, to: end).clamped(to: attention.bins)
    let isOne = layouts.isSubset(of: [.crop]) && !mayCloseIn
    guard grid.count > 1, attention.isGaze, !bins.isEmpty, !isOne else {
      return [cropped(from: start, to: end, begins, attention)]
    }
    func task(
      from start: Double, to end: Double, _ cut: FramedShot.Cut, height: Double
    ) -> PathTask {
      var task = PathTask(start: start, end: end, cut: cut, attention: attention, window: axis)
      if height < 1 {
        task.window = WindowAxis(closerThan: axis, height: height)
        task.speedShare = Self.speedShares.sideways
      }
      return task
    }
    let extents = mayCloseIn ? extents(in: bins, attention) : [:]
    let runs = runs(over: bins, extents, isCropped: isCropped) { height in
      planned([[task(from: start, to: end, begins, height: height)]]).flatMap { $0 }
    }
    var parts: [Part] = []
    for (index, run) in runs.enumerated() {
      let isLast = index == runs.count - 1
      let begin = index == 0 ? start : Written.seconds(HalfSeconds.start(of: run.bins.lowerBound))
      let finish = isLast ? end : Written.seconds(HalfSeconds.start(of: run.bins.upperBound))
      let cut: FramedShot.Cut = index == 0 ? begins : .framing
      func framed(_ layout: Layout) -> Part {
        .framed(FramedShot(start: begin, end: finish, cut: cut, layout: layout))
      }
      switch run.shown {
      case .fit: parts.append(framed(.fit))
      case .stack(let panes):
        parts.append(
          framed(
            .stack(
              [axis.keyframe(at: begin, over: panes.top)],
              [axis.keyframe(at: begin, over: panes.bottom)])))
      case .crop(let height):
        var task = task(from: begin, to: finish, cut, height: height)
        guard case .path(var form)? = parts.last else {
          parts.append(.path([task]))
          continue
        }
        // Another size of window: one eases into the next.
        form[form.count - 1].joinsAfter = true
        (task.cut, task.joinsBefore) = (form[0].cut, true)
        parts[parts.count - 1] = .path(form + [task])
      }
    }
    return parts
  }

  /// The runs of the best division; `shots` are those of a window of a size all through.
  private func runs(
    over bins: Range<Int>, _ extents: [Int: PictureBox], isCropped: Bool,
    shots: (Double) -> [FramedShot]
  ) -> [(bins: Range<Int>, shown: Shown)] {
    let wholes = wholes(bins)
    func shown(_ size: Double) -> [Double] {
      let shots = shots(size)
      // Where nobody looks all layouts are as good.
      return zip(bins, wholes).map { min($1, gazeKept(by: shots, inBin: $0) ?? fitWorth) }
    }
    let largest = shown(1)
    var states: [State] = [(.crop(1), largest)]
    states += sizes.map { (.crop($0), closerWorths(largest, shown($0), bins, extents, $0)) }
    if layouts.contains(.fit), !isCropped {
      states.append((.fit, bins.map { _ in fitWorth }))
    }
    if layouts.contains(.stack), !isCropped {
      let planner = StackPlanner(timeline: request.timeline, axis: axis, settings: request.settings)
      states += planner.panes(inBins: bins).map { panes in
        (
          .stack(panes),
          bins.map { bin in
            guard panes.bins.contains(bin) else { return -Self.never }
            return panes.worths[bin - panes.bins.lowerBound] ?? fitWorth
          }
        )
      }
    }
    let search = LayoutSearch(
      worths: states.map { followed.isEmpty ? $0.worths : following($0, bins) },
      leastRun: constants.leastLayoutBins,
      perChange: constants.changePrice / HalfSeconds.length)
    let runs = search.runs().runs.map { run in
      let own = run.bins.lowerBound + bins.lowerBound..<run.bins.upperBound + bins.lowerBound
      return (bins: own, shown: states[run.state].shown)
    }
    return runs.map { run in
      guard case .crop(let size) = run.shown, size < 1 else { return run }
      // As close as all that windows of this size hold allows.
      let allowed = runs.filter { if case .crop(size) = $0.shown { true } else { false } }
        .flatMap(\.bins).compactMap { held(around: $0, extents).map(height) }
      return (run.bins, .crop(max(finest, allowed.filter { $0 <= size }.max() ?? size)))
    }
  }

  /// The worths of a state, of which only half seconds count in which its layout is followed.
  private func following(_ state: State, _ bins: Range<Int>) -> [Double] {
    zip(bins, state.worths).map { bin, worth in
      let shot = followed.last { $0.start <= HalfSeconds.middle(of: bin) }
      return shot?.layout.kind == state.shown.kind ? worth : worth - Self.never
    }
  }

  /// How surely the largest window shows the whole of what is watched, a title or a line.
  private func wholes(_ bins: Range<Int>) -> [Double] {
    let search = GatheringSearch(
      timeline: request.timeline, axis: axis, isOfSingleLooks: true)
    let things = search.widths(inBins: bins, within: constants.nearSeconds)
    let lines = search.lines(inBins: bins, within: constants.nearSeconds)
    return bins.indices.map { bin in
      let index = bin - bins.lowerBound
      let weight = request.timeline.bins[bin].rows.reduce(0) { $0 + ($1.hasGaze ? $1.weight : 0) }
      let edge = SoftEdge(deviation: constants.deviation(ofLooks: weight))
      // Of a line twice as wide as the window no part is worth showing.
      let line = min(1, max(0, 2 - lines[index] / grid.window))
      return min(edge.above(grid.window - things[index]), line)
    }
  }

  /// What no half second is worth.
  private static let never = 100.0

  /// What the whole picture is worth: it shows all looks, and small.
  private var fitWorth: Double { 1 - constants.lost(bySize: 1 / axis.windowShare) }

  /// Heights of closer windows that are tried, shares of the largest.
  private var sizes: [Double] {
    guard mayCloseIn else { return [] }
    return sequence(first: constants.zoomFrom) { $0 * (1 + constants.zoomFrom) / 2 }
      .prefix { $0 > finest } + [finest]
  }

  /// What a closer window is worth: what the largest is, and its size, less what it lets go of:
  /// all, where what is to be held does not fit.
  private func closerWorths(
    _ largest: [Double], _ shown: [Double], _ bins: Range<Int>, _ extents: [Int: PictureBox],
    _ size: Double
  ) -> [Double] {
    bins.indices.map { bin in
      let (all, own) = (largest[bin - bins.lowerBound], shown[bin - bins.lowerBound])
      let fits = held(around: bin, extents).map { height(of: $0) <= size + 1e-9 } ?? false
      let lost = fits ? max(0, all - own) : 1
      return all - constants.lost(bySize: size) - constants.letGo * lost
    }
  }
}

extension FramingConstants {
  /// What a view loses by showing things smaller than the largest window does, share of all looks;
  /// negative where it shows them larger.
  ///
  /// - Parameter width: of what fills the output's width, times the largest window's.
  /// - Returns: the difference of both by their sum, weighed.
  func lost(bySize width: Double) -> Double { sizeWorth * (width - 1) / (width + 1) }
}
