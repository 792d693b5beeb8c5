import Glibc

/// Clusters the gaze points of a time bin; all figures of an audience use it.
package struct GazeClustering: Sendable {
  /// Width of the frame divided by its height.
  package var aspect: Double
  /// Standard deviation of the gaze noise, as a share of the frame height.
  package var noise: Double

  /// Maximum number of gaze points to cluster; if there are more, an evenly spaced sample is used.
  ///
  /// Gaze points are sorted by position, so the sample has the same distribution.
  package static let most = 300

  package init(aspect: Double, noise: Double) { (self.aspect, self.noise) = (aspect, noise) }

  /// The clusters with at least 60 % of the heaviest one's weight, heaviest first.
  package func clusters(of points: [WeightedGazePoint]) -> [DensityCluster] {
    let total = points.reduce(0) { $0 + $1.weight }
    return clusterWithDBSCAN(points, .gaze(totalWeight: total, noise: noise)).alternatives
  }

  /// The gaze points of the rows that have one.
  package func points(of rows: [GazeRow]) -> [WeightedGazePoint] {
    rows.compactMap { row in
      row.position.map { WeightedGazePoint(x: $0.x * aspect, y: $0.y, weight: row.weight) }
    }
  }

  /// The clusters of a time bin; none if there are fewer than three gaze points.
  func clusters(of rows: [GazeRow]) -> [GazeCluster] {
    let points = points(of: evenlySpacedIndices(of: rows.count, atMost: Self.most).map { rows[$0] })
    guard points.count >= 3 else { return [] }
    let total = points.reduce(0) { $0 + $1.weight }
    return clusters(of: points).map { cluster in
      let members = cluster.members.map { points[$0] }
      let weight = members.reduce(0) { $0 + $1.weight }
      let squares = members.reduce(0.0) { sum, point in
        let (dx, dy) = (point.x - cluster.x, point.y - cluster.y)
        return sum + point.weight * (dx * dx + dy * dy)
      }
      return GazeCluster(
        share: min(1, cluster.weight / total),
        center: PicturePoint(x: cluster.x / aspect, y: cluster.y),
        spread: (squares / weight).squareRoot())
    }
  }
}
