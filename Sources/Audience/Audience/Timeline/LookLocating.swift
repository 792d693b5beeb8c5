import Glibc

/// Finds where the looks of a half second lie together; the one place in which rows are clustered
/// for the figures of an audience.
package struct LookLocating: Sendable {
  /// Width of the picture divided by its height.
  package var aspect: Double
  /// Standard deviation of the gaze noise in picture heights.
  package var noise: Double

  /// Most looks that the densest cluster is looked for among; an even draw of more.
  ///
  /// Those of a half second are sorted by place, so it has their shape.
  package static let most = 300

  package init(aspect: Double, noise: Double) {
    self.aspect = aspect
    self.noise = noise
  }

  /// Clusters looks by the rule for gaze.
  package func clustering(of points: [DensityPoint]) -> DensityClustering {
    let total = points.reduce(0) { $0 + $1.weight }
    return clusterByDensity(points, .gaze(totalWeight: total, noise: noise))
  }

  /// Looks in picture heights; `viewer` is the look's index.
  package func points(of looks: [DrawnLook]) -> [DensityPoint] {
    looks.indices.map { index in
      let position = looks[index].position
      return DensityPoint(
        x: position.x * aspect, y: position.y, viewer: index, weight: looks[index].weight)
    }
  }

  func locate(_ rows: [AudienceRow], in bin: inout BinSummary) {
    let points = evenDraw(of: rows.count, atMost: Self.most).compactMap { index in
      rows[index].position.map {
        DensityPoint(x: $0.x * aspect, y: $0.y, viewer: index, weight: rows[index].weight)
      }
    }
    guard points.count >= 3 else {
      bin.clusters = []
      return
    }
    let found = clustering(of: points)
    bin.clusters = found.alternatives.map { cluster in
      let members = cluster.members.map { points[$0] }
      let weight = members.reduce(0) { $0 + $1.weight }
      let squares = members.reduce(0.0) { sum, point in
        let (dx, dy) = (point.x - cluster.x, point.y - cluster.y)
        return sum + point.weight * (dx * dx + dy * dy)
      }
      return LookCluster(
        share: found.totalWeight > 0 ? min(1, cluster.weight / found.totalWeight) : 0,
        center: PicturePoint(x: cluster.x / aspect, y: cluster.y),
        spread: weight > 0 ? (squares / weight).squareRoot() : 0)
    }
  }
}
