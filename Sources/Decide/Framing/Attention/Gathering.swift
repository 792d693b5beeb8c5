import Audience

/// A cluster of gaze points.
struct Gathering: Hashable, Sendable {
  /// The weighted gaze points, in picture coordinates.
  var looks: [WeighedPoint]

  var weight: Double { looks.weight }
}

/// A gaze point in picture coordinates, and its weight.
struct WeighedPoint: Hashable, Sendable {
  var point: PicturePoint
  var weight: Double
}

extension [WeighedPoint] {
  /// Sum of the weights.
  var weight: Double { reduce(0) { $0 + $1.weight } }
}

/// Finds gaze clusters by density (DBSCAN), with distances in frame heights.
struct GatheringSearch {
  let timeline: GazeTimeline
  let axis: WindowAxis
  /// Whether clusters are formed from single gaze points instead of viewers' medians per time bin.
  ///
  /// Single gaze points reach both ends of a line of text that viewers read. On other objects they
  /// are more scattered.
  var isOfSingleLooks = false

  /// The usable gaze points of a time bin.
  func looks(inBin bin: Int) -> [WeighedPoint] {
    timeline.bins[bin].rows.compactMap { row in
      guard row.weight > 0, let point = isOfSingleLooks ? row.look : row.position
      else { return nil }
      return WeighedPoint(point: point, weight: row.weight)
    }
  }

  /// The clusters of a time bin that weigh nearly as much as the heaviest, heaviest first.
  func gatherings(inBin bin: Int) -> [Gathering] { gatherings(inBins: bin..<bin + 1) }

  /// The clusters of several time bins together, from an evenly spaced sample of their gaze points.
  func gatherings(inBins bins: Range<Int>) -> [Gathering] {
    let all = bins.flatMap(looks)
    let looks = evenlySpacedIndices(of: all.count, atMost: GazeClustering.most).map { all[$0] }
    return clusters(of: looks).map { cluster in
      Gathering(looks: cluster.map { looks[$0] })
    }
  }

  /// The gaze points of a time bin that belong to the heaviest cluster of the bins around it.
  ///
  /// If the bin has none in that cluster, all gaze points of the cluster are returned.
  func attended(inBin bin: Int, within bins: Range<Int>) -> [WeighedPoint] {
    let looks = bins.flatMap(looks)
    let before = (bins.lowerBound..<bin).reduce(0) { $0 + self.looks(inBin: $1).count }
    let own = before..<before + self.looks(inBin: bin).count
    guard let heaviest = clusters(of: looks).first else { return [] }
    let inBin = heaviest.filter(own.contains)
    return (inBin.isEmpty ? heaviest : inBin).map { looks[$0] }
  }

  /// The members of each cluster, as indices of `looks`.
  private func clusters(of looks: [WeighedPoint]) -> [[Int]] {
    let aspect = axis.pictureWidth / axis.pictureHeight
    let points = looks.enumerated().map { index, look in
      WeightedGazePoint(
        x: look.point.x * aspect, y: look.point.y, viewer: index, weight: look.weight)
    }
    return GazeClustering(aspect: aspect, noise: timeline.gazeNoise)
      .clustering(of: points).alternatives.map { Array($0.members) }
  }
}
