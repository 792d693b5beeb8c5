import Audience
import Testing

@Suite("Clusters of gaze points")
struct DensityClusteringTests {
  private func heap(
    _ x: Double, _ count: Int, viewer: Int, weight: Double = 1
  ) -> [WeightedGazePoint] {
    (0..<count).map { WeightedGazePoint(x: x, y: 0.5, viewer: viewer + $0, weight: weight) }
  }

  @Test("a viewer counts once, however many points they have")
  func distinctViewers() {
    let loud = (0..<100).map { _ in WeightedGazePoint(x: 0.2, y: 0.5, viewer: 7) }
    let found = clusterWithDBSCAN(
      loud + heap(1, 3, viewer: 8), DBSCANParameters(radius: 0.1, minimumWeight: 3))
    #expect(found.clusters.map(\.weight) == [3])
    #expect(found.totalWeight == 4)
    #expect(found.largest.map { $0.weight / found.totalWeight } == 0.75)
    #expect(found.isCore.prefix(100).allSatisfy { !$0 })
  }

  @Test("each viewer counts once for the centre")
  func centreOfACluster() throws {
    let loud = (0..<9).map { _ in WeightedGazePoint(x: 0, y: 0, viewer: 1) }
    let quiet = [WeightedGazePoint(x: 0.1, y: 0.1, viewer: 2)]
    let found = clusterWithDBSCAN(
      loud + quiet, DBSCANParameters(radius: 0.2, minimumWeight: 2))
    let largest = try #require(found.largest)
    #expect(abs(largest.x - 0.05) < 1e-12)
    #expect(abs(largest.y - 0.05) < 1e-12)
  }

  @Test("alternatives have at least 60 % of the weight of the largest cluster")
  func alternatives() {
    let points = heap(0, 10, viewer: 0) + heap(1, 6, viewer: 10) + heap(2, 5, viewer: 20)
    let found = clusterWithDBSCAN(points, DBSCANParameters(radius: 0.1, minimumWeight: 3))
    #expect(found.clusters.map(\.weight) == [10, 6, 5])
    #expect(found.alternatives.map(\.weight) == [10, 6])
  }

  @Test("no points give no clusters, and invalid points are noise")
  func invalidPoints() {
    let parameters = DBSCANParameters(radius: 0.1, minimumWeight: 1)
    #expect(clusterWithDBSCAN([], parameters).clusters.isEmpty)
    #expect(clusterWithDBSCAN([], parameters).largest == nil)
    let odd = [
      WeightedGazePoint(x: .nan, y: 0, viewer: 0), WeightedGazePoint(x: .infinity, y: 0, viewer: 1),
      WeightedGazePoint(x: 0, y: 0, viewer: .max),
      WeightedGazePoint(x: 0, y: 0, viewer: .min, weight: .nan),
    ]
    let found = clusterWithDBSCAN(odd, parameters)
    #expect(found.labels == [nil, nil, 0, 0])
    #expect(found.isCore == [false, false, true, false])
    #expect(found.clusters.map(\.weight) == [1])
    let none = DBSCANParameters(radius: 0, minimumWeight: 1)
    #expect(clusterWithDBSCAN(odd, none).clusters.isEmpty)
    let never = DBSCANParameters(radius: .nan, minimumWeight: .nan)
    #expect(clusterWithDBSCAN(odd, never).clusters.isEmpty)
  }

  @Test("parameters for gaze follow from total weight and noise")
  func gazeParameters() {
    let few = DBSCANParameters.gaze(totalWeight: 8)
    #expect(few == DBSCANParameters(radius: 0.10, minimumWeight: 3))
    let many = DBSCANParameters.gaze(totalWeight: 100, noise: 0.1)
    #expect(many.minimumWeight == 25)
    #expect(abs(many.radius - 0.15) < 1e-12)
  }
}
