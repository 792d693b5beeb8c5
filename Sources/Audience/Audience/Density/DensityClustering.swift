/// What DBSCAN found among weighted points of distinct viewers.
package struct DensityClustering: Hashable, Sendable {
  /// The clusters, heaviest first; equal weights by their centres, left to right, then top down.
  package var clusters: [DensityCluster]
  /// Whether each point is core: enough weight of distinct viewers lies around it.
  package var isCore: [Bool]
  /// The index in `clusters` of each point's cluster; `nil` for noise.
  package var labels: [Int?]
  /// Sum over all distinct viewers of each one's largest weight.
  package var totalWeight: Double

  /// The heaviest cluster; `nil` where nothing is dense.
  package var largest: DensityCluster? { clusters.first }

  /// Share of the heaviest cluster's weight from which another is one beside it.
  private static let alternative = 0.6

  /// The clusters that weigh nearly as much as the heaviest, that one first.
  package var alternatives: [DensityCluster] {
    guard let largest else { return [] }
    return clusters.filter { $0.weight >= Self.alternative * largest.weight }
  }
}

/// Points that hang together.
package struct DensityCluster: Hashable, Sendable {
  /// Indices of its points, ascending.
  package var members: [Int]
  /// Sum over its distinct viewers of each one's largest weight among the members.
  package var weight: Double
  /// Horizontal centre in picture heights: the mean of the viewers' own means, by weight.
  package var x: Double
  /// Vertical centre in picture heights, likewise.
  package var y: Double
}

extension DensityScan {
  /// Collects what the steps found.
  mutating func clustering() -> DensityClustering {
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
    ballot.clear()
    for point in points.indices { ballot.add(point) }
    return DensityClustering(
      clusters: clusters, isCore: isCore, labels: labels, totalWeight: ballot.total)
  }

  private mutating func cluster(of members: [Int]) -> DensityCluster {
    ballot.clear()
    for member in members { ballot.add(member) }
    let weight = ballot.total
    let shares = ballot.shares(of: members)
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

/// How dense is dense: the two parameters of DBSCAN.
///
/// `radius` is not the size of a cluster and `minimumWeight` not its least weight: they say how
/// much must lie around a point for that point to be inside a cluster.
package struct DensityParameters: Hashable, Sendable {
  /// Radius of the ball around a point, in picture heights, boundary included.
  package var radius: Double
  /// Weight of distinct viewers in the ball, own point included, from which a point is core.
  package var minimumWeight: Double

  package init(radius: Double, minimumWeight: Double) {
    self.radius = radius
    self.minimumWeight = minimumWeight
  }

  /// The rule for gaze: a ball as wide as its noise, filled by a quarter of those who look.
  ///
  /// radius = max(0.10, 1.5 σ) and minimumWeight = max(3, Σ weights / 4). A ball that is too tight
  /// for the noise loses more looks than one that is too wide: on measured gaze up to 14 % of them
  /// where radius and minimum were .07 and a tenth.
  ///
  /// - Parameters:
  ///   - totalWeight: sum over distinct viewers of each one's largest weight.
  ///   - noise: standard deviation of the gaze noise, in picture heights.
  /// - Returns: the two parameters.
  package static func gaze(totalWeight: Double, noise: Double = 0) -> DensityParameters {
    DensityParameters(radius: max(0.10, 1.5 * noise), minimumWeight: max(3, totalWeight / 4))
  }
}
