/// Sums the weight of distinct viewers: each counts once, with the largest weight seen.
struct ViewerBallot {
  /// The sum since the last `clear`.
  private(set) var total = 0.0
  private let viewers: [Int32]
  private let weights: [Double]
  /// Whether every point is another viewer's: then a sum of weights is the count.
  let isDistinct: Bool
  private var best: [Double]
  private var round: [UInt32]
  private var current: UInt32 = 0

  init(_ points: [DensityPoint]) {
    weights = points.map { $0.weight > 0 && $0.weight.isFinite ? $0.weight : 0 }
    viewers = Self.dense(points.map(\.viewer))
    let count = Int((viewers.max() ?? -1) + 1)
    var seen = [Bool](repeating: false, count: count)
    for viewer in viewers { seen[Int(viewer)] = true }
    isDistinct = seen.count(where: { $0 }) == viewers.count
    best = Array(repeating: 0, count: count)
    round = Array(repeating: 0, count: count)
  }

  /// Numbers the viewers 0, 1, 2 … so that they can index an array.
  private static func dense(_ ids: [Int]) -> [Int32] {
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

  /// What a point counts by itself.
  @inline(__always)
  func weight(of point: Int) -> Double { weights[point] }

  /// Starts a new count.
  mutating func clear() {
    current += 1
    total = 0
  }

  func counts(_ point: Int) -> Bool { weights[point] > 0 }

  @inline(__always)
  mutating func add(_ point: Int) {
    let viewer = Int(viewers[point])
    let weight = weights[point]
    if round[viewer] != current {
      round[viewer] = current
      best[viewer] = weight
      total += weight
    } else if weight > best[viewer] {
      total += weight - best[viewer]
      best[viewer] = weight
    }
  }

  /// How much of its viewer's one vote each point holds, after exactly these were added.
  func shares(of points: [Int]) -> [Double] {
    // A viewer's only point holds the vote; as the long way rounds it.
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
