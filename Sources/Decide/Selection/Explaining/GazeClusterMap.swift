package import Audience

/// The gaze points of one time bin and their clusters, without viewer identities.
package struct GazeClusterMap: Hashable, Sendable {
  /// The gaze points in picture coordinates, sorted by position.
  package var places: [PicturePoint]
  /// For each gaze point, whether it is in one of the clusters.
  package var isGathered: [Bool]
  /// Convex outlines of the clusters with at least 60 % of the largest one's weight.
  package var outlines: [[PicturePoint]]

  /// Clusters the gaze points of a time bin, with the same settings as aggregation.
  package init(_ bin: BinSummary, of summary: TimelineSummary) {
    let clustering = GazeClustering(aspect: summary.aspect, noise: summary.fold.gazeNoise)
    let points = clustering.points(of: bin.looks)
    places = points.map { PicturePoint(x: $0.x / summary.aspect, y: $0.y) }
    let clusters = clustering.clusters(of: points)
    let members = Set(clusters.flatMap(\.members))
    isGathered = places.indices.map(members.contains)
    outlines = clusters.map { cluster in
      Self.outline(cluster.members.map { points[$0] }).map {
        PicturePoint(x: $0.x / summary.aspect, y: $0.y)
      }
    }
  }

  /// Distance of an outline from its gaze points, as a share of the frame height.
  private static let clearance = 0.02

  /// The convex hull (Andrew's monotone chain, 1979) of small octagons around the points.
  private static func outline(_ points: [WeightedGazePoint]) -> [(x: Double, y: Double)] {
    let ring = [
      (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7),
    ]
    let around = points.flatMap { point in
      ring.map { (x: point.x + $0.0 * clearance, y: point.y + $0.1 * clearance) }
    }.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    return monotoneChain(around) + monotoneChain(around.reversed())
  }

  private static func monotoneChain(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)]
  {
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
