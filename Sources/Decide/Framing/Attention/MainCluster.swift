import Audience

struct MainCluster: Hashable, Sendable {
  var middle: PicturePoint
  /// The share of gaze points that a window around the middle covers.
  var share: Double
  /// The detected object there, which should be shown as a whole.
  var box: PictureBox?
  /// The value that a window loses if it does not show the middle, as a share of the gaze points.
  var worth = 1.0

  /// The loss of each position by its distance from the middle.
  ///
  /// The loss is 0 at the middle. It is nearly `worth` at the distance at which the box is cut, or
  /// at half a window if there is no box. In between it is a Huber loss: quadratic up to a quarter
  /// of that distance. A window at the edge of the frame is not penalized for a middle closer to
  /// the edge.
  func losses(over grid: PositionGrid, along axis: WindowAxis) -> [Double] {
    let half = grid.window / 2
    let center = axis.coordinate(of: box?.center ?? middle)
    let middle = min(1 - half, max(half, center))
    let room = max(1e-9, half - (box.map { axis.interval(of: $0).width } ?? 0) / 2)
    let knee = 0.25
    return (0..<grid.count).map { position in
      let away = min(1, abs(grid.edge(position) + half - middle) / room)
      return worth * (away < knee ? away * away / (2 * knee) : away - knee / 2)
    }
  }
}

extension GatheringSearch {
  /// The main cluster of some time bins; `nil` without a dense cluster.
  ///
  /// Mean shift (Comaniciu & Meer 2002) with the window as the kernel starts at the heaviest
  /// cluster. So two objects that fit into one window count as one cluster.
  func mainCluster(inBins bins: Range<Int>) -> MainCluster? {
    guard let heaviest = gatherings(inBins: bins).first?.looks.middle else { return nil }
    let looks = bins.flatMap(looks)
    let half = axis.windowShare / 2
    var cluster = MainCluster(middle: heaviest, share: 0)
    for _ in 0..<8 {
      let place = min(1 - half, max(half, axis.coordinate(of: cluster.middle)))
      let held = looks.filter { abs(axis.coordinate(of: $0.point) - place) <= half }
      guard let middle = held.middle else { break }
      cluster = MainCluster(middle: middle, share: held.weight / max(1e-9, looks.weight))
    }
    return cluster
  }
}

extension [WeighedPoint] {
  /// The weighted mean, limited to the frame; `nil` without weight.
  fileprivate var middle: PicturePoint? {
    let all = weight
    guard all > 0 else { return nil }
    func mean(_ place: (PicturePoint) -> Double) -> Double {
      reduce(0) { $0 + $1.weight * Swift.min(1, Swift.max(0, place($1.point))) } / all
    }
    return PicturePoint(x: mean(\.x), y: mean(\.y))
  }
}

extension PictureBox {
  /// The box within `deviations` standard deviations of the mean of gaze points; `nil` without any.
  ///
  /// In a normal distribution, 90 % of values are within 1.645 standard deviations and 98 % within
  /// 2.33.
  init?(around looks: [WeighedPoint], deviations: Double = 1.645) {
    let all = looks.weight
    guard all > 0 else { return nil }
    func range(_ place: (PicturePoint) -> Double) -> (low: Double, width: Double) {
      func mean(_ value: (Double) -> Double) -> Double {
        looks.reduce(0) { $0 + $1.weight * value(min(1, max(0, place($1.point)))) } / all
      }
      let middle = mean { $0 }
      let reach = deviations * mean { ($0 - middle) * ($0 - middle) }.squareRoot()
      let low = max(0, middle - reach)
      return (low, min(1, middle + reach) - low)
    }
    let (x, y) = (range(\.x), range(\.y))
    self.init(x: x.low, y: y.low, width: x.width, height: y.width)
  }

  /// The smallest box that contains this box and others.
  func joined(with others: [PictureBox]) -> PictureBox {
    others.reduce(self) { one, other in
      let (x, y) = (min(one.x, other.x), min(one.y, other.y))
      return PictureBox(
        x: x, y: y, width: max(one.x + one.width, other.x + other.width) - x,
        height: max(one.y + one.height, other.y + other.height) - y)
    }
  }
}

extension GatheringSearch {
  /// For each time bin the extent of the watched object, as a range in shares of the axis.
  ///
  /// For a title that viewers read at their own pace it is the whole title. For a moving object it
  /// is the object itself.
  ///
  /// It is the area of all clusters in some seconds of gaze that weigh nearly as much as the
  /// heaviest one. Several clusters count because the words of a title can be separate clusters.
  func things(inBins bins: Range<Int>, within seconds: Double) -> [ClosedRange<Double>?] {
    returned(to: bins, within: seconds, beside: TimeBins.count(for: seconds / 2)) { near in
      let boxes = gatherings(inBins: near).compactMap { PictureBox(around: $0.looks) }
      return boxes.first.map { axis.interval(of: $0.joined(with: boxes)) }
    }
  }

  /// For each time bin the extent of a line of text that viewers read in step, in shares of the
  /// axis.
  ///
  /// In each time bin three quarters of the gaze points are on a part of the line. Viewers return
  /// to its beginning again and again.
  func lines(inBins bins: Range<Int>, within seconds: Double) -> [ClosedRange<Double>?] {
    let found = bins.map { bin -> ClosedRange<Double>? in
      let range = timeline.looks(inBins: bin..<bin + 1, along: axis).first?
        .shortestRange(holding: 0.75)
      // A range wider than the window is not a part of a line.
      return range.flatMap { $0.width <= axis.windowShare ? $0 : nil }
    }
    return returned(to: bins, within: seconds, beside: TimeBins.count(for: seconds)) { near in
      let ranges = near.compactMap { found[$0 - bins.lowerBound] }
      guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
      else { return nil }
      return low...high
    }
  }

  /// For each time bin the region to which viewers' eyes return, in shares of the axis.
  ///
  /// It is the overlap of the region in the bins before and the region in the bins after. It is
  /// `nil` if they do not overlap.
  ///
  /// - Parameters:
  ///   - bins: the time bins. The first and last ones use the nearest bin with enough neighbours.
  ///   - seconds: how far the regions reach before and after a bin.
  ///   - beside: the result is the widest region of this many bins on either side. Few gaze points
  ///     give
  ///     a region that is too narrow, and eyes may return later.
  ///   - region: computes the region of the gaze points in some bins.
  /// - Returns: one element per bin.
  private func returned(
    to bins: Range<Int>, within seconds: Double, beside: Int,
    region: (Range<Int>) -> ClosedRange<Double>?
  ) -> [ClosedRange<Double>?] {
    let reach = min(TimeBins.count(for: seconds), max(0, bins.count - 1) / 2)
    let firsts = bins.lowerBound..<max(bins.lowerBound, bins.upperBound - reach)
    let regions = firsts.map { region($0..<$0 + reach + 1) }
    let returned = bins.indices.map { bin -> ClosedRange<Double>? in
      let index = max(reach, min(bin - bins.lowerBound, regions.count - 1))
      guard let before = regions[index - reach], let after = regions[index],
        before.overlaps(after)
      else { return nil }
      return before.clamped(to: after)
    }
    return returned.indices.map { index in
      returned[(index - beside..<index + beside + 1).clamped(to: returned.indices)]
        .compactMap { $0 }.max { $0.width < $1.width }
    }
  }
}

extension ClosedRange<Double> {
  var width: Double { upperBound - lowerBound }
}
