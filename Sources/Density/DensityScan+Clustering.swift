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
