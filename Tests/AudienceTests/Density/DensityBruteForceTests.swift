import Audience
import TestMaterial
import Testing

/// The definition of DBSCAN in O(n²).
private struct BruteForce {
  let points: [WeightedGazePoint]
  let radius: Double
  let minimum: Double

  func inReach(_ a: Int, _ b: Int) -> Bool {
    let dx = points[a].x - points[b].x
    let dy = points[a].y - points[b].y
    return dx * dx + dy * dy <= radius * radius
  }

  func isCore(_ point: Int) -> Bool {
    let near = points.indices.filter { inReach(point, $0) }
    return points[point].weight > 0 && near.reduce(0) { $0 + points[$1].weight } >= minimum - 1e-9
  }

  /// Sets of connected core points, each ascending, sorted.
  func coreSets() -> [[Int]] {
    let cores = points.indices.filter(isCore)
    var left = Set(cores)
    var sets: [[Int]] = []
    for start in cores where left.contains(start) {
      var open = [start]
      var set: [Int] = []
      left.remove(start)
      while let next = open.popLast() {
        set.append(next)
        for other in cores where left.contains(other) && inReach(next, other) {
          left.remove(other)
          open.append(other)
        }
      }
      sets.append(set.sorted())
    }
    return sets.sorted { $0[0] < $1[0] }
  }
}

extension ClusteringResult {
  /// For each point, the index of its cluster; `nil` for noise.
  var labels: [Int?] {
    isCore.indices.map { point in clusters.firstIndex { $0.members.contains(point) } }
  }
}

@Suite("DBSCAN against its definition")
struct DensityBruteForceTests {
  /// Random points.
  ///
  /// Coordinates on a coarse lattice make ties and exact distances common.
  static func scatter(seed: UInt64, lattice: Double?) -> [WeightedGazePoint] {
    var random = SeededGenerator(seed: seed)
    return (0..<Int.random(in: 0...90, using: &random)).map { _ in
      var x = Double.random(in: -1...1, using: &random)
      var y = Double.random(in: -1...1, using: &random)
      if let lattice {
        x = (x / lattice).rounded() * lattice
        y = (y / lattice).rounded() * lattice
      }
      return WeightedGazePoint(
        x: x, y: y, weight: Double(Int.random(in: 0...4, using: &random)) / 4)
    }
  }

  @Test(
    "clusters equal those of the definition, and border points join the nearest core",
    arguments: 0..<120)
  func clustersOfTheDefinition(seed: Int) {
    let points = Self.scatter(seed: UInt64(seed), lattice: seed % 2 == 0 ? 0.125 : nil)
    for (radius, minimum) in [(0.125, 1.0), (0.25, 2), (0.3, 3.5), (0.8, 6)] {
      let brute = BruteForce(points: points, radius: radius, minimum: minimum)
      let found = clusterWithDBSCAN(
        points, DBSCANParameters(radius: radius, minimumWeight: minimum))
      let cores = points.indices.filter(brute.isCore)
      #expect(points.indices.filter { found.isCore[$0] } == cores)
      let sets = found.clusters.map { $0.members.filter { found.isCore[$0] } }
      #expect(sets.sorted { $0[0] < $1[0] } == brute.coreSets())
      let labels = found.labels
      for point in points.indices where !found.isCore[point] {
        let near = cores.filter { brute.inReach(point, $0) }.min { a, b in
          let key = { (c: Int) in (distance(points[point], points[c]), points[c].x, points[c].y) }
          return key(a) < key(b)
        }
        #expect(labels[point] == near.map { labels[$0] } ?? nil)
      }
    }
  }

  private func distance(_ a: WeightedGazePoint, _ b: WeightedGazePoint) -> Double {
    (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
  }

  @Test("a weight of w equals w viewers of weight 1 at the same place", arguments: 0..<40)
  func repeatedPoints(seed: Int) {
    let once = Self.scatter(seed: UInt64(1000 + seed), lattice: nil).map {
      WeightedGazePoint(x: $0.x, y: $0.y, weight: ($0.weight * 4).rounded())
    }
    var repeated: [WeightedGazePoint] = []
    var origin: [Int] = []
    for (index, point) in once.enumerated() {
      for _ in 0..<Int(point.weight) {
        repeated.append(WeightedGazePoint(x: point.x, y: point.y))
        origin.append(index)
      }
    }
    let parameters = DBSCANParameters(radius: 0.3, minimumWeight: 9)
    let weighted = clusterWithDBSCAN(once, parameters)
    let plain = clusterWithDBSCAN(repeated, parameters)
    #expect(plain.isCore == origin.map { weighted.isCore[$0] })
    #expect(plain.clusters.map(\.weight) == weighted.clusters.map(\.weight))
    // Clusters of equal weight may be numbered differently, so the sets are compared.
    let together = { (labels: [Int?]) in
      Set(labels.indices.map { point in labels.indices.filter { labels[$0] == labels[point] } })
    }
    #expect(together(plain.labels) == together(origin.map { weighted.labels[$0] }))
  }

  @Test("the order of the points does not change the clusters", arguments: 0..<20)
  func orderOfPoints(seed: Int) {
    let points = Self.scatter(seed: UInt64(2000 + seed), lattice: 0.125)
    var random = SeededGenerator(seed: 5)
    let order = Array(points.indices).shuffled(using: &random)
    let parameters = DBSCANParameters(radius: 0.25, minimumWeight: 2)
    let straight = clusterWithDBSCAN(points, parameters)
    let shuffled = clusterWithDBSCAN(order.map { points[$0] }, parameters)
    #expect(shuffled.isCore == order.map { straight.isCore[$0] })
    #expect(straight.clusters.map(\.members.count) == shuffled.clusters.map(\.members.count))
  }
}
