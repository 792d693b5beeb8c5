import Audience
import Testing

/// The examples of scikit-learn's tests of DBSCAN, on one axis.
@Suite("DBSCAN on the examples of scikit-learn")
struct DensityVectorTests {
  static let line: [Double] = [0, 2, 3, 4, 6, 8, 10]

  static func points(_ xs: [Double], weights: [Double]? = nil) -> [WeightedGazePoint] {
    xs.indices.map { WeightedGazePoint(x: xs[$0], y: 0, weight: weights?[$0] ?? 1) }
  }

  static func cores(_ xs: [Double], _ weights: [Double]?, radius: Double, minimum: Double) -> [Int]
  {
    let found = clusterWithDBSCAN(
      points(xs, weights: weights), DBSCANParameters(radius: radius, minimumWeight: minimum))
    return found.isCore.indices.filter { found.isCore[$0] }
  }

  @Test(
    "toy example: core points for each minimum weight",
    arguments: zip([1.0, 2, 3, 4], [[0, 1, 2, 3, 4, 5, 6], [1, 2, 3], [2], []]))
  func toyCores(minimum: Double, expected: [Int]) {
    #expect(Self.cores(Self.line, nil, radius: 1, minimum: minimum) == expected)
  }

  @Test("toy example: labels for each minimum weight", arguments: [2.0, 3])
  func toyLabels(minimum: Double) {
    let found = clusterWithDBSCAN(
      Self.points(Self.line), DBSCANParameters(radius: 1, minimumWeight: minimum))
    #expect(found.labels == [nil, 0, 0, 0, nil, nil, nil])
    #expect(found.clusters.map(\.weight) == [3])
  }

  @Test("a point counts for itself, and points at the radius count")
  func boundary() {
    #expect(Self.cores([0, 1], nil, radius: 2, minimum: 2) == [0, 1])
    #expect(Self.cores([0, 1], nil, radius: 1, minimum: 2) == [0, 1])
    #expect(Self.cores([0, 1], nil, radius: 0.99, minimum: 2) == [])
    // Also diagonally across cells, in a 3-4-5 triangle.
    let diagonal = [
      WeightedGazePoint(x: 0, y: 0), WeightedGazePoint(x: 3, y: 4),
    ]
    let at = { (radius: Double) in
      clusterWithDBSCAN(diagonal, DBSCANParameters(radius: radius, minimumWeight: 2)).isCore
    }
    #expect(at(5) == [true, true])
    #expect(at(4.999) == [false, false])
  }

  @Test(
    "weights of points out of reach are not added",
    arguments: zip([[1.0, 1], [5, 5], [6, 5], [6, 6]], [[], [], [0], [0, 1]]))
  func weightsOutOfReach(weights: [Double], expected: [Int]) {
    #expect(Self.cores([0, 1], weights, radius: 0.5, minimum: 6) == expected)
  }

  /// One result differs from scikit-learn on purpose: in [6, 0] a point of weight 0 is not a core.
  @Test(
    "weights of points in reach are added",
    arguments: zip([[5.0, 1], [5, 0], [5.9, 0.1], [6, 0]], [[0, 1], [], [0, 1], [0]]))
  func weightsInReach(weights: [Double], expected: [Int]) {
    #expect(Self.cores([0, 1], weights, radius: 1.5, minimum: 6) == expected)
  }
}
