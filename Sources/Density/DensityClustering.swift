/// What DBSCAN found among weighted points of distinct viewers.
public struct DensityClustering: Hashable, Sendable {
  /// The clusters, heaviest first; equal weights by their centres, left to right, then top down.
  public var clusters: [DensityCluster]
  /// Whether each point is core: enough weight of distinct viewers lies around it.
  public var isCore: [Bool]
  /// The index in `clusters` of each point's cluster; `nil` for noise.
  public var labels: [Int?]
  /// Sum over all distinct viewers of each one's largest weight.
  public var totalWeight: Double

  /// The heaviest cluster; `nil` where nothing is dense.
  public var largest: DensityCluster? { clusters.first }

  /// Share of the weight in the heaviest cluster, 0…1; 0 where nothing is dense.
  public var largestShare: Double {
    guard totalWeight > 0, let largest else { return 0 }
    return min(1, largest.weight / totalWeight)
  }

  /// The clusters of at least `share` of the heaviest one's weight, that one first.
  public func alternatives(atLeast share: Double = 0.6) -> [DensityCluster] {
    guard let largest else { return [] }
    return clusters.filter { $0.weight >= share * largest.weight }
  }
}

/// Points that hang together.
public struct DensityCluster: Hashable, Sendable {
  /// Indices of its points, ascending.
  public var members: [Int]
  /// Sum over its distinct viewers of each one's largest weight among the members.
  public var weight: Double
  /// Horizontal centre in picture heights: the mean of the viewers' own means, by weight.
  public var x: Double
  /// Vertical centre in picture heights, likewise.
  public var y: Double
}
