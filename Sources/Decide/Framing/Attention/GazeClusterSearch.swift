import Audience

/// Finds gaze clusters by density (DBSCAN), with distances in frame heights.
struct GazeClusterSearch {
  let timeline: GazeTimeline
  let axis: WindowAxis
  /// Whether clusters are formed from single gaze points instead of viewers' medians per time bin.
  ///
  /// Single gaze points reach both ends of a line of text that viewers read. On other objects they
  /// are more scattered.
  var isOfSingleSamples = false

  func points(inBin bin: Int) -> [GazePoint] {
    timeline.points(inBin: bin, isOfSingleSamples: isOfSingleSamples)
  }

  /// The heaviest clusters of some time bins, from an evenly spaced sample of their gaze points.
  func clusters(inBins bins: Range<Int>) -> [[GazePoint]] {
    let all = bins.flatMap(points)
    let points = evenlySpacedIndices(of: all.count, atMost: GazeClustering.most).map { all[$0] }
    return clusters(of: points).map { $0.map { points[$0] } }
  }

  /// The heaviest cluster of the bins around a bin: its gaze points in the bin, or all if none.
  func attended(inBin bin: Int, within bins: Range<Int>) -> [GazePoint] {
    let all = bins.flatMap { other in points(inBin: other).map { (bin: other, point: $0) } }
    guard let heaviest = clusters(of: all.map(\.point)).first?.map({ all[$0] }) else { return [] }
    let own = heaviest.filter { $0.bin == bin }
    return (own.isEmpty ? heaviest : own).map(\.point)
  }

  /// The members of each cluster, as indices of `points`.
  private func clusters(of points: [GazePoint]) -> [[Int]] {
    let aspect = axis.pictureWidth / axis.pictureHeight
    let weighted = points.map {
      WeightedGazePoint(x: $0.place.x * aspect, y: $0.place.y, weight: $0.weight)
    }
    return GazeClustering(aspect: aspect, noise: timeline.gazeNoise)
      .clusters(of: weighted).map(\.members)
  }
}

extension PictureBox {
  /// The box within `deviations` standard deviations of the mean of gaze points; `nil` without any.
  ///
  /// In a normal distribution, 90 % of values are within 1.645 standard deviations and 98 % within
  /// 2.33.
  init?(around points: [GazePoint], deviations: Double = 1.645) {
    guard points.weight > 0 else { return nil }
    func range(_ place: (PicturePoint) -> Double) -> (low: Double, width: Double) {
      let middle = points.mean { min(1, max(0, place($0))) }
      let variance = points.mean { point in
        let away = min(1, max(0, place(point))) - middle
        return away * away
      }
      let reach = deviations * variance.squareRoot()
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
