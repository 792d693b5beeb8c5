import Audience
import EditDecisions
import Support

extension MomentFramer {
  /// The layout of the output for some time bins.
  private enum Shown {
    /// A window, with its height as a share of the largest.
    case crop(Double)
    /// A wide crop; `nil` for the whole frame.
    case fit(PicturePart?)
    case stack(StackedPanes)

    var kind: Layout.Kind {
      switch self {
      case .crop: .crop
      case .fit: .fit
      case .stack: .stack
      }
    }

    /// The layout as viewers distinguish it: a wide crop is not the whole frame.
    var look: WishFraming {
      switch self {
      case .crop: .crop
      case .fit(let part): part == nil ? .fit : .wide
      case .stack: .stack
      }
    }
  }

  /// A wide part of the frame, and its start as a share of the axis.
  private struct PicturePart {
    var window: WindowAxis
    var edge: Double
  }

  /// A layout, and its value per time bin.
  private typealias State = (shown: Shown, worths: [Double])

  /// Chooses layouts for a range, or uses the wished one.
  ///
  /// If gaze does not determine the place of a wished stack or wide crop, the audience decides.
  func laidOut(
    from start: Double, to end: Double, _ begins: ClipShot.Cut, _ attention: ShotAttention,
    wished: WishFraming? = nil
  ) -> [Part] {
    let wished = wished == .crop || attention.isGaze ? wished : nil
    let mayFit = layouts.contains(.fit) && wished == nil
    let isBlind = attention.looks.isEmpty && grid.count > 1
    if mayFit, isBlind || !layouts.contains(.crop) {
      return [.framed(ClipShot(start: start, end: end, cut: begins, layout: .fit))]
    }
    let bins = request.timeline.bins(from: start, to: end).clamped(to: attention.bins)
    let isCropped = wished == .crop || wished == nil && layouts.isSubset(of: [.crop])
    guard grid.count > 1, attention.isGaze, !bins.isEmpty, !isCropped || mayCloseIn else {
      return [cropped(from: start, to: end, begins, attention)]
    }
    func task(
      from start: Double, to end: Double, _ cut: ClipShot.Cut, height: Double
    ) -> PathTask {
      var task = PathTask(start: start, end: end, cut: cut, attention: attention, window: axis)
      if height < 1 {
        task.window = WindowAxis(closerThan: axis, height: height)
        task.speedShare = Self.speedShares.sideways
      }
      return task
    }
    let extents = mayCloseIn ? extents(in: bins, attention) : [:]
    let runs = runs(over: bins, extents, attention.scattered, wished: wished) { height in
      planned([[task(from: start, to: end, begins, height: height)]]).flatMap { $0 }
    }
    var parts: [Part] = []
    for (index, run) in runs.enumerated() {
      let isLast = index == runs.count - 1
      let begin = index == 0 ? start : Written.seconds(TimeBins.start(of: run.bins.lowerBound))
      let finish = isLast ? end : Written.seconds(TimeBins.start(of: run.bins.upperBound))
      let cut: ClipShot.Cut = index == 0 ? begins : .framing
      func framed(_ layout: Layout) -> Part {
        .framed(ClipShot(start: begin, end: finish, cut: cut, layout: layout))
      }
      switch run.shown {
      case .fit(nil): parts.append(framed(.fit))
      case .fit(let part?):
        var shot = ClipShot(start: begin, end: finish, cut: cut, layout: .fit)
        shot.part = FrameArea(
          part.window.keyframe(at: begin, edge: part.edge * axis.length))
        parts.append(.framed(shot))
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
        // If only the size of the window changes, one window eases into the next.
        form[form.count - 1].joinsAfter = true
        (task.cut, task.joinsBefore) = (form[0].cut, true)
        parts[parts.count - 1] = .path(form + [task])
      }
    }
    return parts
  }

  /// The best division into runs of layouts.
  ///
  /// `shots` plans a window of a given height over the whole range.
  private func runs(
    over bins: Range<Int>, _ extents: [Int: PictureBox], _ scattered: Set<Int>,
    wished: WishFraming?, shots: (Double) -> [ClipShot]
  ) -> [(bins: Range<Int>, shown: Shown)] {
    let regions = regions(bins)
    func shown(_ size: Double) -> [Double] {
      let shots = shots(size)
      // If nobody looks, all layouts are worth the same.
      return zip(bins, regions).map { bin, regions in
        let whole = regions.probabilityThatAllAreShown { grid.window - $0.width }
        let kept = gazeKept(by: shots, inBin: bin) ?? fitWorth
        // If most viewers look at an object that is too fast for the window, the crop loses value.
        // The first bin does not count, because eyes arrive late after a cut.
        let best = bin > bins.lowerBound ? regions.looks?.bestShare(window: grid.window) ?? 0 : 0
        let lost = kept < best / 2 ? constants.letGo * (best - kept) : 0
        return min(whole, kept) - lost
      }
    }
    func isTried(_ look: WishFraming, in layout: Layout.Kind) -> Bool {
      wished.map { $0 == look } ?? layouts.contains(layout)
    }
    var states: [State] = []
    if isTried(.crop, in: .crop) {
      let largest = shown(1)
      states.append((.crop(1), largest))
      states += sizes.map { (.crop($0), closerWorths(largest, shown($0), bins, extents, $0)) }
    }
    if isTried(.fit, in: .fit) { states.append((.fit(nil), bins.map { _ in fitWorth })) }
    if isTried(.wide, in: .fit) {
      states += [axis.wider, axis.wider.wider].flatMap { partStates(of: $0, regions) }
    }
    if isTried(.stack, in: .stack) {
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
    guard !states.isEmpty else {
      return runs(over: bins, extents, scattered, wished: nil, shots: shots)
    }
    let brief = briefScatter(of: scattered, in: bins)
    let worths = states.map { state in
      zip(bins, followed.isEmpty ? state.worths : following(state, bins)).map { bin, worth in
        brief.contains(bin) ? constants.scatteredWeight * worth : worth
      }
    }
    let runs = stableRuns(of: states.map(\.shown.look), worths).map { run in
      let own = run.bins.lowerBound + bins.lowerBound..<run.bins.upperBound + bins.lowerBound
      return (bins: own, shown: states[run.state].shown)
    }
    return runs.map { run in
      if case .fit(let part?) = run.shown {
        return (run.bins, .fit(middle(of: part, states, run.bins, bins.lowerBound)))
      }
      guard case .crop(let size) = run.shown, size < 1 else { return run }
      // Use the tightest crop that still contains everything covered by the crops of this size.
      let allowed = runs.filter { if case .crop(size) = $0.shown { true } else { false } }
        .flatMap(\.bins).compactMap { held(around: $0, extents).map(height) }
      return (run.bins, .crop(max(finest, allowed.filter { $0 <= size }.max() ?? size)))
    }
  }

  /// The scattered bins of runs that are too short for a layout of their own.
  private func briefScatter(of scattered: Set<Int>, in bins: Range<Int>) -> Set<Int> {
    let scatters = bins.split { !scattered.contains($0) }
    return Set(scatters.filter { $0.count < constants.leastLayoutBins }.joined())
  }

  /// The best division into runs that uses at most two layouts.
  private func stableRuns(
    of kinds: [WishFraming], _ worths: [[Double]]
  ) -> [LayoutSearch.Run] {
    func best(_ isUsed: (WishFraming) -> Bool) -> (runs: [LayoutSearch.Run], worth: Double) {
      let used = kinds.indices.filter { isUsed(kinds[$0]) }
      let found = LayoutSearch(
        worths: used.map { worths[$0] }, leastRun: constants.leastLayoutBins,
        perChange: constants.changePrice / TimeBins.length
      ).runs()
      return (found.runs.map { .init(bins: $0.bins, state: used[$0.state]) }, found.worth)
    }
    let all = best { _ in true }
    guard Set(all.runs.map { kinds[$0.state] }).count > 2 else { return all.runs }
    let used: [WishFraming] = [.crop, .stack, .wide, .fit]
    let pairs = used.indices.flatMap { first in
      used[(first + 1)...].map { second in best { $0 == used[first] || $0 == second } }
    }
    return pairs.max { $0.worth < $1.worth }?.runs ?? all.runs
  }

  /// The values of a state, reduced by `never` in time bins where the followed shots differ in
  /// layout.
  private func following(_ state: State, _ bins: Range<Int>) -> [Double] {
    zip(bins, state.worths).map { bin, worth in
      let shot = followed.last { $0.start <= TimeBins.middle(of: bin) }
      guard shot?.layout.kind == state.shown.kind else { return worth - Self.never }
      if case .fit(let part) = state.shown, (part == nil) != (shot?.part == nil) {
        return worth - Self.never
      }
      return worth
    }
  }

  /// Wide crops of one width, at distances that gaze points can distinguish.
  private func partStates(of window: WindowAxis, _ regions: [Regions]) -> [State] {
    let (width, room) = (window.windowShare, window.room / window.length)
    let margin = constants.margin * axis.pictureHeight / axis.length
    let lost = constants.lost(bySize: width / axis.windowShare)
    let count = Int((room / constants.lookDeviation).rounded(.up))
    return (0...count).map { number in
      let edge = room * Double(number) / Double(max(1, count))
      // Nothing is cut off at the edges of the frame.
      let low = edge > 0 ? edge + margin : -1
      let high = edge < room ? edge + width - margin : 2
      let worths = regions.map { regions in
        guard let looks = regions.looks else { return fitWorth }
        let whole = regions.probabilityThatAllAreShown {
          min($0.lowerBound - low, high - $0.upperBound)
        }
        return min(whole, looks.share(in: low...high)) - lost
      }
      return (.fit(PicturePart(window: window, edge: edge)), worths)
    }
  }

  /// The middle one of the wide crops that are nearly as good as the best one in a run.
  private func middle(
    of part: PicturePart, _ states: [State], _ run: Range<Int>, _ first: Int
  ) -> PicturePart {
    let parts = states.compactMap { state -> (part: PicturePart, worth: Double)? in
      guard case .fit(let other?) = state.shown, other.window == part.window else { return nil }
      return (other, run.reduce(0) { $0 + state.worths[$1 - first] })
    }
    let most = parts.map(\.worth).max() ?? 0
    let best = parts.filter { $0.worth >= most - constants.evenLoss * Double(run.count) }
    return best[best.count / 2].part
  }

  /// The watched objects of a time bin (a title or a line), and the uncertainty of their ends.
  private struct Regions {
    var found: [ClosedRange<Double>]
    /// The gaze points of the time bin; `nil` without any.
    var looks: Looks?
    var edge: SoftEdge

    /// The probability that all regions are shown, given the room around each.
    func probabilityThatAllAreShown(_ room: (ClosedRange<Double>) -> Double) -> Double {
      found.map { edge.above(room($0)) }.min() ?? 1
    }
  }

  private func regions(_ bins: Range<Int>) -> [Regions] {
    let search = GatheringSearch(
      timeline: request.timeline, axis: axis, isOfSingleLooks: true)
    let things = search.things(inBins: bins, within: constants.nearSeconds)
    let lines = search.lines(inBins: bins, within: constants.nearSeconds)
    return bins.map { bin in
      let index = bin - bins.lowerBound
      let looks = request.timeline.looks(inBins: bin..<bin + 1, along: axis).first
      return Regions(
        found: [things[index], lines[index]].compactMap(\.self), looks: looks,
        edge: SoftEdge(deviation: constants.deviation(ofLooks: looks?.weight ?? 0)))
    }
  }

  /// Larger than the value of any time bin, so that a state that loses it is never chosen.
  static let never = 100.0

  /// Value of the whole frame: it shows all gaze points, but smaller.
  private var fitWorth: Double { 1 - constants.lost(bySize: 1 / axis.windowShare) }

  /// Heights of closer windows to try, as shares of the largest.
  private var sizes: [Double] {
    guard mayCloseIn else { return [] }
    return sequence(first: constants.zoomFrom) { $0 * (1 + constants.zoomFrom) / 2 }
      .prefix { $0 > finest } + [finest]
  }

  /// Value of a closer window: that of the largest, plus its size, minus the gaze points it loses.
  ///
  /// If the required area does not fit into the window, all gaze points count as lost.
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
  /// The value that a view loses by showing things smaller, as a share of all gaze points.
  ///
  /// It is negative if things are larger than in the largest window. `width` is the width of the
  /// view, relative to the largest window.
  func lost(bySize width: Double) -> Double { sizeWorth * (width - 1) / (width + 1) }
}
