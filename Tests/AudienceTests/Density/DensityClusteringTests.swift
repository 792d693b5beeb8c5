import Audience
import Testing

@Suite("Clusters of gaze points")
struct DensityClusteringTests {
  private func heap(_ x: Double, _ count: Int) -> [WeightedGazePoint] {
    Array(repeating: WeightedGazePoint(x: x, y: 0.5), count: count)
  }

  @Test("alternatives have at least 60 % of the weight of the largest cluster")
  func alternatives() {
    let points = heap(0, 10) + heap(1, 6) + heap(2, 5)
    let found = clusterWithDBSCAN(points, DBSCANParameters(radius: 0.1, minimumWeight: 3))
    #expect(found.clusters.map(\.weight) == [10, 6, 5])
    #expect(found.alternatives.map(\.weight) == [10, 6])
  }

  @Test("no points give no clusters, and invalid points are noise")
  func invalidPoints() {
    let parameters = DBSCANParameters(radius: 0.1, minimumWeight: 1)
    #expect(clusterWithDBSCAN([], parameters).clusters.isEmpty)
    #expect(clusterWithDBSCAN([], parameters).alternatives.isEmpty)
    let odd = [
      WeightedGazePoint(x: .nan, y: 0), WeightedGazePoint(x: .infinity, y: 0),
      WeightedGazePoint(x: 0, y: 0), WeightedGazePoint(x: 0, y: 0, weight: 0),
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
