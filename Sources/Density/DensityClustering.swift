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

  /// Share of the weight in the heaviest cluster, 0…1; 0 where nothing is dense.
  package var largestShare: Double {
    guard totalWeight > 0, let largest else { return 0 }
    return min(1, largest.weight / totalWeight)
  }

  /// The clusters of at least `share` of the heaviest one's weight, that one first.
  package func alternatives(atLeast share: Double = 0.6) -> [DensityCluster] {
    guard let largest else { return [] }
    return clusters.filter { $0.weight >= share * largest.weight }
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
