/// The result of DBSCAN clustering of weighted gaze points, in which each viewer counts once.
package struct ClusteringResult: Hashable, Sendable {
  /// The clusters, heaviest first; equal ones from left to right, then from top to bottom.
  package var clusters: [DensityCluster]
  /// Whether each point is a core point: enough weight of distinct viewers is around it.
  package var isCore: [Bool]
  /// For each point, the index of its cluster in `clusters`; `nil` for noise.
  package var labels: [Int?]
  /// Sum of the largest weight of each viewer.
  package var totalWeight: Double

  package var largest: DensityCluster? { clusters.first }

  /// Minimum weight of an alternative cluster, as a share of the heaviest cluster's weight.
  private static let alternative = 0.6

  /// The clusters with at least 60 % of the heaviest one's weight, heaviest first.
  package var alternatives: [DensityCluster] {
    guard let largest else { return [] }
    return clusters.filter { $0.weight >= Self.alternative * largest.weight }
  }
}

package struct DensityCluster: Hashable, Sendable {
  /// Indices of its points, in ascending order.
  package var members: [Int]
  /// Sum of the largest weight of each viewer in the cluster.
  package var weight: Double
  /// Horizontal centre in frame heights: the weighted mean of the viewers' mean positions.
  package var x: Double
  /// Vertical centre in frame heights: the weighted mean of the viewers' mean positions.
  package var y: Double
}

extension DBSCANScan {
  mutating func clustering() -> ClusteringResult {
    var members: [[Int]] = []
    var numbers = [Int?](repeating: nil, count: grid.cellCount)
    for point in points.indices where home[point] >= 0 {
      let root = cellSets.find(home[point])
      if let number = numbers[root] {
        members[number].append(point)
      } else {
        numbers[root] = members.count
        members.append([point])
      }
    }
    let clusters = members.map { cluster(of: $0) }.sorted { a, b in
      (-a.weight, a.x, a.y, a.members[0]) < (-b.weight, b.x, b.y, b.members[0])
    }
    var labels = [Int?](repeating: nil, count: points.count)
    for (number, cluster) in clusters.enumerated() {
      for member in cluster.members { labels[member] = number }
    }
    viewerWeightSum.clear()
    for point in points.indices { viewerWeightSum.add(point) }
    return ClusteringResult(
      clusters: clusters, isCore: isCore, labels: labels, totalWeight: viewerWeightSum.total)
  }

  private mutating func cluster(of members: [Int]) -> DensityCluster {
    viewerWeightSum.clear()
    for member in members { viewerWeightSum.add(member) }
    let weight = viewerWeightSum.total
    let shares = viewerWeightSum.shares(of: members)
    let total = shares.reduce(0, +)
    var x = 0.0
    var y = 0.0
    for (member, share) in zip(members, shares) {
      let part = total > 0 ? share / total : 1 / Double(members.count)
      x += part * points[member].x
      y += part * points[member].y
    }
    return DensityCluster(members: members, weight: weight, x: x, y: y)
  }
}

/// The two parameters of DBSCAN: the radius and the minimum weight within it.
///
/// `radius` is not the size of a cluster, and `minimumWeight` is not its minimum weight. They
/// define how much weight must be around a point for the point to be inside a cluster.
package struct DBSCANParameters: Hashable, Sendable {
  /// Radius of the neighbourhood of a point, in frame heights, inclusive.
  package var radius: Double
  /// Minimum weight of distinct viewers within the radius, including the point itself.
  package var minimumWeight: Double

  package init(radius: Double, minimumWeight: Double) {
    self.radius = radius
    self.minimumWeight = minimumWeight
  }

  /// The parameters for gaze: a radius that matches the gaze noise, and a quarter of the viewers.
  ///
  /// radius = max(0.10, 1.5 `noise`) and minimumWeight = max(3, `totalWeight` / 4). The noise is a
  /// standard deviation in frame heights. A radius that is too small for the noise loses more gaze
  /// points than one that is too large. On recorded gaze, radius 0.07 and a minimum of a tenth lost
  /// up to 14 %.
  package static func gaze(totalWeight: Double, noise: Double = 0) -> DBSCANParameters {
    DBSCANParameters(radius: max(0.10, 1.5 * noise), minimumWeight: max(3, totalWeight / 4))
  }
}
