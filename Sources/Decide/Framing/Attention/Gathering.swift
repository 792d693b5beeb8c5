import Audience

/// Looks of one bin that lie together.
struct Gathering: Hashable, Sendable {
  /// The weighed looks, in picture coordinates.
  var looks: [WeighedPoint]

  /// The sum of the weights.
  var weight: Double { looks.weight }
}

/// A look in picture coordinates and how much it counts.
struct WeighedPoint: Hashable, Sendable {
  /// Where.
  var point: PicturePoint
  /// How much it counts.
  var weight: Double
}

extension [WeighedPoint] {
  /// How much all of them count.
  var weight: Double { reduce(0) { $0 + $1.weight } }
}

/// Finds gatherings by density, in picture heights and as wide as the gaze is noisy.
struct GatheringSearch {
  let timeline: GazeTimeline
  let axis: WindowAxis
  /// Whether single looks are gathered, not the medians of half seconds.
  ///
  /// Of a line that is read they reach the ends; of a thing they lie further apart.
  var isOfSingleLooks = false

  /// The looks of a bin on the picture.
  func looks(inBin bin: Int) -> [WeighedPoint] {
    timeline.bins[bin].rows.compactMap { row in
      guard row.weight > 0, let point = isOfSingleLooks ? row.look : row.position
      else { return nil }
      return WeighedPoint(point: point, weight: row.weight)
    }
  }

  /// The gatherings of a bin that weigh nearly as much as the heaviest, that one first.
  func gatherings(inBin bin: Int) -> [Gathering] { gatherings(inBins: bin..<bin + 1) }

  /// The gatherings of some bins together, likewise, by an even draw of their looks.
  func gatherings(inBins bins: Range<Int>) -> [Gathering] {
    let all = bins.flatMap(looks)
    let looks = evenlySpacedIndices(of: all.count, atMost: GazeClustering.most).map { all[$0] }
    return clusters(of: looks).map { cluster in
      Gathering(looks: cluster.map { looks[$0] })
    }
  }

  /// The looks of a bin at what most look at in some bins about it; theirs where it has none.
  func attended(inBin bin: Int, within bins: Range<Int>) -> [WeighedPoint] {
    let looks = bins.flatMap(looks)
    let before = (bins.lowerBound..<bin).reduce(0) { $0 + self.looks(inBin: $1).count }
    let own = before..<before + self.looks(inBin: bin).count
    guard let heaviest = clusters(of: looks).first else { return [] }
    let inBin = heaviest.filter(own.contains)
    return (inBin.isEmpty ? heaviest : inBin).map { looks[$0] }
  }

  /// The members of each cluster, by their place among the looks.
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
