import Audience

/// What is attended at a time, and by how many of those who look.
struct Attended: Hashable, Sendable {
  /// Shares of the picture.
  var box: PictureBox
  /// The share of all looks that are at it.
  var share: Double

  /// For each position how surely the whole of it is seen, 0…`share`: wholly in the middle of the
  /// window; the picture's own edges ask for no room.
  func held(over grid: PositionGrid, along axis: WindowAxis) -> [Double] {
    let range = axis.interval(of: box)
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

extension GatheringSearch {
  /// What is attended in a bin: all gatherings together where one window holds them, the heaviest
  /// alone otherwise; `nil` where nothing is dense.
  func attended(inBin bin: Int) -> Attended? {
    let found = gatherings(inBin: bin)
    let all = looks(inBin: bin).reduce(0) { $0 + $1.weight }
    for gatherings in [found, Array(found.prefix(1))] {
      let looks = gatherings.flatMap(\.looks)
      guard let box = PictureBox(around: looks) else { return nil }
      let range = axis.interval(of: box)
      guard gatherings.count == 1 || range.upperBound - range.lowerBound <= axis.windowShare
      else { continue }
      return Attended(box: box, share: looks.reduce(0) { $0 + $1.weight } / all)
    }
    return nil
  }
}

extension PictureBox {
  /// Where looks lie: within so many deviations of their mean each way; `nil` without any.
  ///
  /// Of a normal distribution nine tenths lie within 1.645, and 98 hundredths within 2.33.
  init?(around looks: [WeighedPoint], deviations: Double = 1.645) {
    let all = looks.reduce(0) { $0 + $1.weight }
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
