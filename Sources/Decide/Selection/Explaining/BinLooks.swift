package import Audience

/// Where the viewers of a half second looked, and which looks lie together; it names nobody.
package struct BinLooks: Hashable, Sendable {
  /// The places, in picture coordinates, in the order of what they hold.
  package var places: [PicturePoint]
  /// For each place, whether it lies in one of the clusters.
  package var isGathered: [Bool]
  /// Convex outlines of the clusters of at least 60 % of the largest one's weight.
  package var outlines: [[PicturePoint]]

  /// Clusters the looks of a bin, as choosing does.
  ///
  /// - Parameters:
  ///   - bin: what is known of the bin, with its looks.
  ///   - summary: whose bin it is.
  package init(_ bin: BinSummary, of summary: TimelineSummary) {
    let locating = LookLocating(aspect: summary.aspect, noise: summary.fold.gazeNoise)
    let points = locating.points(of: bin.looks)
    places = points.map { PicturePoint(x: $0.x / summary.aspect, y: $0.y) }
    let clusters = locating.clustering(of: points).alternatives
    let members = Set(clusters.flatMap(\.members))
    isGathered = places.indices.map(members.contains)
    outlines = clusters.map { cluster in
      Self.outline(cluster.members.map { points[$0] }).map {
        PicturePoint(x: $0.x / summary.aspect, y: $0.y)
      }
    }
  }

  /// How far outside the looks an outline runs, in picture heights.
  private static let clearance = 0.02

  /// The convex hull (Andrew's monotone chain, 1979) of small octagons around the points.
  private static func outline(_ points: [DensityPoint]) -> [(x: Double, y: Double)] {
    let ring = [
      (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7),
    ]
    let around = points.flatMap { point in
      ring.map { (x: point.x + $0.0 * clearance, y: point.y + $0.1 * clearance) }
    }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    return half(around) + half(around.reversed())
  }

  private static func half(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    var chain: [(x: Double, y: Double)] = []
    for point in points {
      while chain.count >= 2 {
        let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
        guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0 else { break }
        chain.removeLast()
      }
      chain.append(point)
    }
    return chain.dropLast()
  }
}
