/// Sums the weights of distinct viewers: each counts once, with the largest weight added.
struct DistinctViewerWeightSum {
  private(set) var total = 0.0
  private let viewers: [Int32]
  private let weights: [Double]
  /// Whether each point belongs to a different viewer, so that a plain sum is correct.
  let isDistinct: Bool
  private var best: [Double]
  private var lastRound: [UInt32]
  private var currentRound: UInt32 = 0

  init(_ points: [WeightedGazePoint]) {
    weights = points.map { $0.weight > 0 && $0.weight.isFinite ? $0.weight : 0 }
    viewers = Self.consecutiveNumbers(points.map(\.viewer))
    let count = Int((viewers.max() ?? -1) + 1)
    var seen = [Bool](repeating: false, count: count)
    for viewer in viewers { seen[Int(viewer)] = true }
    isDistinct = seen.count(where: { $0 }) == viewers.count
    best = Array(repeating: 0, count: count)
    lastRound = Array(repeating: 0, count: count)
  }

  /// Numbers the viewers 0, 1, 2, …, so that they can be array indices.
  private static func consecutiveNumbers(_ ids: [Int]) -> [Int32] {
    if let least = ids.min(), let most = ids.max(), least >= 0, most < 4 * ids.count + 64 {
      return ids.map(Int32.init)
    }
    var numbers: [Int: Int32] = [:]
    return ids.map { id in
      if let number = numbers[id] { return number }
      let number = Int32(numbers.count)
      numbers[id] = number
      return number
    }
  }

  @inline(__always)
  func weight(of point: Int) -> Double { weights[point] }

  mutating func clear() {
    currentRound += 1
    total = 0
  }

  func counts(_ point: Int) -> Bool { weights[point] > 0 }

  @inline(__always)
  mutating func add(_ point: Int) {
    let viewer = Int(viewers[point])
    let weight = weights[point]
    if lastRound[viewer] != currentRound {
      lastRound[viewer] = currentRound
      best[viewer] = weight
      total += weight
    } else if weight > best[viewer] {
      total += weight - best[viewer]
      best[viewer] = weight
    }
  }

  /// Distributes each viewer's weight over the viewer's points, which must have been added before.
  func shares(of points: [Int]) -> [Double] {
    // With one point per viewer, this rounds exactly as the general formula below.
    guard !isDistinct else {
      return points.map { point in
        let weight = weights[point]
        return weight > 0 ? weight * weight / weight : 0
      }
    }
    var sums = [Int32: Double]()
    for point in points { sums[viewers[point], default: 0] += weights[point] }
    return points.map { point in
      guard let sum = sums[viewers[point]], sum > 0 else { return 0 }
      return best[Int(viewers[point])] * weights[point] / sum
    }
  }
}
