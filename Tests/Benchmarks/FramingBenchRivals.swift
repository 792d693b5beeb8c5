import TestMaterial

/// The framings that gazecut is compared with; each gives the left edge at each tick.
struct FramingRivals {
  let clip: BenchClip
  /// By viewer and tick, the looks that frame.
  let looks: [[Double?]]

  /// What the simple path pays for a width of motion, looks at 10 Hz; 2 keeps most here.
  private static let pricePerWidth = 2.0

  private var room: Double { 1 - BenchClip.window }

  /// A window in the middle.
  func centre() -> [Double] { Array(repeating: room / 2, count: clip.tickCount) }

  /// The one still window that keeps most.
  func bestStatic() -> [Double] {
    let all = looks.flatMap { $0.compactMap { $0 } }
    return Array(repeating: Self.bestEdge(all, room: room), count: clip.tickCount)
  }

  /// Centred on the median of a second.
  func secondMedian() -> [Double] {
    (0..<clip.tickCount).map { tick in
      let near = looksAround(tick, reach: 5)
      let centre = near.isEmpty ? 0.5 : RealGaze.median(near)
      return min(room, max(0, centre - BenchClip.window / 2))
    }
  }

  /// Soft coverage (σ .05, ± 0.2 s) less a price of motion, 120 positions, at 10 Hz.
  func simplePath() -> [Double] {
    let positions = 120
    let spacing = room / Double(positions - 1)
    var best = [Double](repeating: 0, count: positions)
    var from: [[Int]] = []
    for tick in 0..<clip.tickCount {
      let (moved, source) = Self.distanceTransform(best, price: Self.pricePerWidth * spacing)
      let near = looksAround(tick, reach: 2)
      from.append(source)
      best = (0..<positions).map { position in
        moved[position] + Self.softShare(near, low: Double(position) * spacing)
      }
    }
    var position = best.indices.max { best[$0] < best[$1] } ?? 0
    var edges: [Double] = []
    for source in from.reversed() {
      edges.append(Double(position) * spacing)
      position = source[position]
    }
    return edges.reversed()
  }

  private func looksAround(_ tick: Int, reach: Int) -> [Double] {
    let near = max(0, tick - reach)...min(clip.tickCount - 1, tick + reach)
    return looks.flatMap { viewer in near.compactMap { viewer[$0] } }
  }

  private static func softShare(_ looks: [Double], low: Double) -> Double {
    guard !looks.isEmpty else { return 0 }
    // The biweight kernel of deviation .05.
    func above(_ distance: Double) -> Double {
      let u = max(-1, min(1, distance / 0.132))
      return 0.5 + 0.9375 * u * (1 - u * u * (2 / 3.0 - u * u / 5))
    }
    let sum = looks.reduce(0) {
      $0 + above($1 - low) - above($1 - low - BenchClip.window)
    }
    return sum / Double(looks.count)
  }

  private static func bestEdge(_ looks: [Double], room: Double) -> Double {
    let edges = (0...200).map { Double($0) / 200 * room }
    let counts = edges.map { edge in
      looks.count { $0 >= edge && $0 <= edge + BenchClip.window }
    }
    let most = counts.max() ?? 0
    let best = counts.indices.filter { counts[$0] == most }
    return edges[best[best.count / 2]]
  }

  /// For each position the best of all others less the price of the way, in two sweeps.
  private static func distanceTransform(
    _ values: [Double], price: Double
  ) -> (values: [Double], source: [Int]) {
    var values = values
    var source = Array(values.indices)
    for index in values.indices.dropFirst() where values[index - 1] - price > values[index] {
      values[index] = values[index - 1] - price
      source[index] = source[index - 1]
    }
    for index in values.indices.dropLast().reversed()
    where values[index + 1] - price > values[index] {
      values[index] = values[index + 1] - price
      source[index] = source[index + 1]
    }
    return (values, source)
  }
}
