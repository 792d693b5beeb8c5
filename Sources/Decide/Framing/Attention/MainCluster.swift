import Audience

/// The main gaze cluster at a time.
struct MainCluster: Hashable, Sendable {
  var middle: PicturePoint
  /// The share of the gaze points that one window around the middle holds.
  var share: Double
  /// What a detector saw there, which is to be seen whole.
  var box: PictureBox?
  /// What a window loses that does not hold the middle, share of the gaze points.
  var worth = 1.0

  /// For each position what it loses by its distance from the middle: nothing there, `worth` at a
  /// distance at which the box is cut, or without a box half a window.
  ///
  /// The distance is Huber's: squared up to a quarter. The frame's edges are no distance.
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
  /// The mean of the gaze points that a window holds, by mean shift (Comaniciu & Meer 2002) from
  /// the heaviest cluster on: two things that fit into one window are one.
  ///
  /// - Returns: `nil` if nothing is dense.
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
  /// The weighted mean, moved onto the picture; `nil` without weight.
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
  /// Where looks lie: within so many deviations of their mean each way; `nil` without any.
  ///
  /// Of a normal distribution nine tenths lie within 1.645, and 98 hundredths within 2.33.
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

  /// The smallest that holds this and others.
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
  /// Where what is watched about each of some bins lies, shares of the axis: of a title that
  /// everybody reads at an own pace all of it, of what goes past what it is itself.
  ///
  /// That is what the gatherings take up in the looks of some seconds together, all that weigh
  /// nearly as much as the heaviest: the words of a title may be one each.
  func things(inBins bins: Range<Int>, within seconds: Double) -> [ClosedRange<Double>?] {
    returned(to: bins, within: seconds, beside: HalfSeconds.count(for: seconds / 2)) { near in
      let boxes = gatherings(inBins: near).compactMap { PictureBox(around: $0.looks) }
      return boxes.first.map { axis.interval(of: $0.joined(with: boxes)) }
    }
  }

  /// Where a line lies that all read in step about each of some bins, again and again, shares of
  /// the axis: in each half second three quarters look at a part of it.
  func lines(inBins bins: Range<Int>, within seconds: Double) -> [ClosedRange<Double>?] {
    let found = bins.map { bin -> ClosedRange<Double>? in
      let range = timeline.looks(inBins: bin..<bin + 1, along: axis).first?
        .shortestRange(holding: 0.75)
      // One wider than the window is no part.
      return range.flatMap { $0.width <= axis.windowShare ? $0 : nil }
    }
    return returned(to: bins, within: seconds, beside: HalfSeconds.count(for: seconds)) { near in
      let ranges = near.compactMap { found[$0 - bins.lowerBound] }
      guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
      else { return nil }
      return low...high
    }
  }

  /// The region that eyes come back to about each bin.
  ///
  /// - Parameters:
  ///   - bins: which; the first and last are as the nearest with so many seconds on either side.
  ///   - seconds: how much before and after a bin is about it.
  ///   - beside: the region is the widest of so many bins on either side: what few looks tell is
  ///     narrower, and eyes come back later.
  ///   - region: where eyes are in some bins; what they come back to lies both in that of the bins
  ///     up to one and in that from it on.
  /// - Returns: for each bin, shares of the axis; `nil` where eyes do not come back.
  private func returned(
    to bins: Range<Int>, within seconds: Double, beside: Int,
    region: (Range<Int>) -> ClosedRange<Double>?
  ) -> [ClosedRange<Double>?] {
    let reach = min(HalfSeconds.count(for: seconds), max(0, bins.count - 1) / 2)
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
  /// How long it is.
  var width: Double { upperBound - lowerBound }
}
