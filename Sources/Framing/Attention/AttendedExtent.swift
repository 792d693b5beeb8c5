import Audience
import Density

/// What is attended in a bin along the window's axis, and how wide it is.
///
/// By density over distinct viewers (DBSCAN along the axis): the middle nine tenths of the looks
/// there, as a normal distribution has them; of all gatherings together where one window holds
/// them, of the heaviest alone otherwise.
struct AttendedExtent: Hashable, Sendable {
  /// Shares of the axis.
  var range: ClosedRange<Double>
  /// The share of all looks that are at it; 0 where nothing is dense.
  var share: Double

  /// Finds what is attended in a bin.
  ///
  /// - Parameters:
  ///   - looks: the bin's.
  ///   - axis: the window's.
  init(of looks: Looks, along axis: WindowAxis) {
    let scale = axis.length / axis.pictureHeight
    let points = looks.entries.enumerated().map { index, look in
      DensityPoint(x: look.position * scale, y: 0, viewer: index, weight: look.weight)
    }
    // As dense as clean gaze: in a ball as wide as the noise, who wanders beside it would be of it.
    let found = clusterByDensity(points, .gaze(totalWeight: looks.weight)).alternatives()
    func extent(_ members: [Int]) -> (range: ClosedRange<Double>, weight: Double) {
      let looks = members.map { looks.entries[$0] }
      let weight = looks.reduce(0) { $0 + $1.weight }
      let middle = looks.reduce(0) { $0 + $1.weight * $1.position } / weight
      let variance =
        looks.reduce(0) { $0 + $1.weight * ($1.position - middle) * ($1.position - middle) }
        / weight
      let half = 1.645 * variance.squareRoot()
      return (middle - half...middle + half, weight)
    }
    (range, share) = (0...1, 0)
    guard let first = found.first, looks.weight > 0 else { return }
    let all = extent(found.flatMap { Array($0.members) })
    let isOne = all.range.upperBound - all.range.lowerBound <= axis.windowShare
    let shown = isOne ? all : extent(Array(first.members))
    (range, share) = (shown.range, shown.weight / looks.weight)
  }

  /// For each position how surely the whole of it is seen, 0…`share`: wholly in the middle of the
  /// window; the picture's own edges ask for no room.
  func held(over grid: PositionGrid) -> [Double] {
    let room = max(1e-9, (grid.window - (range.upperBound - range.lowerBound)) / 2)
    return (0..<grid.count).map { position in
      let low = grid.edge(position)
      let high = low + grid.window
      let left = low <= 1e-9 ? room : range.lowerBound - low
      let right = high >= 1 - 1e-9 ? room : high - range.upperBound
      let lacking = 1 - min(1, max(0, min(left, right) / room))
      return share * (1 - lacking * lacking)
    }
  }
}

extension ShotAttention {
  /// What is attended in each bin, in order of time; where a detector saw the thing, its box.
  func extents(along axis: WindowAxis) -> [AttendedExtent] {
    looks.map { bin in
      var extent = AttendedExtent(of: bin, along: axis)
      let seen = stealer?.sightings.first { abs($0.time - bin.time) < 0.01 }
      if let box = seen?.interval, box.upperBound - box.lowerBound <= axis.windowShare {
        extent.range = box
      }
      return extent
    }
  }
}

extension [Looks] {
  /// How wide the region is that eyes come back to about each bin, share of the axis: of a line
  /// that is read again and again all of it, of what goes past what it is itself.
  ///
  /// A bin's is the shortest stretch with three quarters of its looks; one wider than `window` is
  /// no thing. The region lies both in those of the `seconds` up to a time and in those from then
  /// on; it is as wide as at any time within as many seconds.
  func widths(within seconds: Double, window: Double) -> [Double] {
    let reach = Int(seconds / HalfSeconds.length)
    let ranges = map { $0.shortestRange(holding: 0.75) }
    func near(_ index: Int) -> Range<Int> {
      (index - reach..<index + reach + 1).clamped(to: indices)
    }
    func hull(_ bins: Range<Int>) -> (low: Double, high: Double) {
      let ranges = ranges[bins].filter { $0.upperBound - $0.lowerBound <= window }
      return (ranges.map(\.lowerBound).min() ?? 1, ranges.map(\.upperBound).max() ?? 0)
    }
    let returned = indices.map { index in
      let (before, after) = (
        hull(near(index).lowerBound..<index + 1), hull(index..<near(index).upperBound)
      )
      return Swift.min(before.high, after.high) - Swift.max(before.low, after.low)
    }
    return indices.map { returned[near($0)].max() ?? 0 }
  }
}
