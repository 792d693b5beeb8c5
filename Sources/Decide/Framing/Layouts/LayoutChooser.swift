import Audience
import EditDecisions
import Support

/// A layout that can be chosen for consecutive time bins.
enum LayoutOption {
  /// A window, with its height as a share of the largest.
  case crop(height: Double)
  case fit
  /// A wide part of the frame, and its start as a share of the axis.
  case wide(WindowAxis, edge: Double)
  case stack(StackedPanes)

  /// The layout as viewers distinguish it.
  var look: WishFraming {
    switch self {
    case .crop: .crop
    case .fit: .fit
    case .wide: .wide
    case .stack: .stack
    }
  }
}

/// Chooses the layouts of a range of time bins: the division into runs with the highest value.
struct LayoutChooser {
  let request: FramingRequest
  let axis: WindowAxis
  let bins: Range<Int>
  /// The bins without a gaze cluster.
  let scattered: Set<Int>
  let closer: CloserCrops
  /// Shots whose layouts are reused, even if others are better; empty if all layouts are allowed.
  let followed: [ClipShot]
  /// Plans a window of a height, a share of the largest, over the whole range.
  let crop: (Double) -> [ClipShot]

  private var constants: FramingConstants { request.settings.constants }

  /// A layout, and its value per time bin.
  private typealias State = (option: LayoutOption, worths: [Double])

  /// Consecutive time bins with the same layout.
  typealias Run = (bins: Range<Int>, option: LayoutOption)

  /// The best division; if the wished layout is impossible, the audience decides.
  func runs(wished: WishFraming?) -> [Run] {
    let regions = RegionSearch(timeline: request.timeline, axis: axis, constants: constants)
      .regions(inBins: bins)
    func isTried(_ look: WishFraming, in layout: Layout.Kind) -> Bool {
      wished.map { $0 == look } ?? request.settings.layouts.contains(layout)
    }
    var states: [State] = []
    if isTried(.crop, in: .crop) { states += crops(regions) }
    if isTried(.fit, in: .fit) { states.append((.fit, bins.map { _ in fitWorth })) }
    if isTried(.wide, in: .fit) {
      states += [axis.wider, axis.wider.wider].flatMap { wideCrops(of: $0, regions) }
    }
    if isTried(.stack, in: .stack) { states += stacks() }
    guard !states.isEmpty else { return runs(wished: nil) }
    // Scattered bins that are too few for a layout of their own hardly count.
    let scatters = bins.split { !scattered.contains($0) }
    let brief = Set(scatters.filter { $0.count < constants.leastLayoutBins }.joined())
    let worths = states.map { state in
      zip(bins, followed.isEmpty ? state.worths : following(state)).map { bin, worth in
        brief.contains(bin) ? constants.scatteredWeight * worth : worth
      }
    }
    return stableRuns(of: states.map(\.option.look), worths).map { run in
      let own = run.bins.lowerBound + bins.lowerBound..<run.bins.upperBound + bins.lowerBound
      let option = states[run.state].option
      guard case .wide(let window, _) = option else { return (own, option) }
      return (own, .wide(window, edge: middleEdge(of: window, states, run.bins)))
    }
  }

  private func crops(_ regions: [WatchedRegions]) -> [State] {
    let largest = worths(ofHeight: 1, regions)
    let closer = closer.heights.map { height -> State in
      let worths = zip(bins, zip(largest, worths(ofHeight: height, regions))).map { bin, worths in
        self.closer.worth(height: height, at: bin, largest: worths.0, own: worths.1)
      }
      return (.crop(height: height), worths)
    }
    return [(.crop(height: 1), largest)] + closer
  }

  /// The value of what a window of a height shows; if nobody looks, all layouts are worth the same.
  private func worths(ofHeight height: Double, _ regions: [WatchedRegions]) -> [Double] {
    let (shots, coverage) = (crop(height), GazeCoverage(request))
    return zip(bins, regions).map { bin, regions in
      let whole = regions.shownProbability { axis.windowShare - $0.width }
      let kept = coverage.share(of: shots, inBin: bin) ?? fitWorth
      // If most viewers look at an object that is too fast for the window, the crop loses value.
      // The first bin does not count, because eyes arrive late after a cut.
      let best = bin > bins.lowerBound ? axis.bestShare(of: regions.points) : 0
      let lost = kept < best / 2 ? constants.letGo * (best - kept) : 0
      return min(whole, kept) - lost
    }
  }

  /// Wide crops of one width, at distances that gaze points can distinguish.
  private func wideCrops(of window: WindowAxis, _ regions: [WatchedRegions]) -> [State] {
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
        guard !regions.points.isEmpty else { return fitWorth }
        let whole = regions.shownProbability { min($0.lowerBound - low, high - $0.upperBound) }
        return min(whole, axis.share(of: regions.points, in: low...high)) - lost
      }
      return (.wide(window, edge: edge), worths)
    }
  }

  private func stacks() -> [State] {
    let planner = StackPlanner(timeline: request.timeline, axis: axis, settings: request.settings)
    return planner.panes(inBins: bins).map { panes in
      let worths = bins.map { bin in
        guard panes.bins.contains(bin) else { return -LayoutSearch.never }
        return panes.worths[bin - panes.bins.lowerBound] ?? fitWorth
      }
      return (.stack(panes), worths)
    }
  }

  /// The best division into runs that uses at most two layouts.
  private func stableRuns(of looks: [WishFraming], _ worths: [[Double]]) -> [LayoutSearch.Run] {
    func best(_ allowed: [WishFraming]) -> (runs: [LayoutSearch.Run], worth: Double) {
      let used = looks.indices.filter { allowed.contains(looks[$0]) }
      let found = LayoutSearch(
        worths: used.map { worths[$0] }, leastRun: constants.leastLayoutBins,
        perChange: constants.changePrice / TimeBins.length
      ).runs()
      return (found.runs.map { .init(bins: $0.bins, state: used[$0.state]) }, found.worth)
    }
    let all: [WishFraming] = [.crop, .stack, .wide, .fit]
    let runs = best(all).runs
    guard Set(runs.map { looks[$0.state] }).count > 2 else { return runs }
    let pairs = all.indices.flatMap { first in
      all[(first + 1)...].map { second in best([all[first], second]) }
    }
    return pairs.max { $0.worth < $1.worth }?.runs ?? runs
  }

  /// The values of a state, reduced by `never` where the followed shots have another layout.
  private func following(_ state: State) -> [Double] {
    zip(bins, state.worths).map { bin, worth in
      let shot = followed.last { $0.start <= TimeBins.middle(of: bin) }
      return shot?.look == state.option.look ? worth : worth - LayoutSearch.never
    }
  }

  /// The middle one of the wide crops that are nearly as good as the best one in a run.
  private func middleEdge(of window: WindowAxis, _ states: [State], _ run: Range<Int>) -> Double {
    let parts = states.compactMap { state -> (edge: Double, worth: Double)? in
      guard case .wide(window, let edge) = state.option else { return nil }
      return (edge, state.worths[run].reduce(0, +))
    }
    let most = parts.map(\.worth).max() ?? 0
    let best = parts.filter { $0.worth >= most - constants.evenLoss * Double(run.count) }
    return best[best.count / 2].edge
  }

  /// Value of the whole frame: it shows all gaze points, but smaller.
  private var fitWorth: Double { 1 - constants.lost(bySize: 1 / axis.windowShare) }
}

extension ClipShot {
  /// The layout as viewers distinguish it: a wide crop is not the whole frame.
  fileprivate var look: WishFraming {
    switch layout.kind {
    case .crop: .crop
    case .stack: .stack
    case .fit: part == nil ? .fit : .wide
    }
  }
}

extension FramingConstants {
  /// The value that a view loses by its width relative to the largest window, in shares of the
  /// gaze.
  func lost(bySize width: Double) -> Double { sizeWorth * (width - 1) / (width + 1) }
}
