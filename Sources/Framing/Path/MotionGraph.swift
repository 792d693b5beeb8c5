/// What the window may do from one step to the next: rest, start, follow, ease, turn or cut.
///
/// A node holds all that the limits ask of the past: how long the window has rested and which way
/// it went before, or how fast it goes and how far it has come since it started. Velocities are
/// whole positions a step, so that a path is piecewise still or steady, and eases in between
/// (as the best L1 paths do: Grundmann et al. 2011).
struct MotionGraph: Sendable {
  /// What is known of the past.
  enum Node: Hashable, Sendable {
    /// At rest for `steps`, after a move in a direction (−1, 1) or none (0).
    case rest(direction: Int, steps: Int)
    /// At rest since a deliberate cut, which asks for rest.
    case held(steps: Int)
    /// Moving by `speed` positions a step, `way` positions since the start (no more are counted).
    case moving(direction: Int, speed: Int, way: Int)
  }

  /// One way from a node to another.
  struct Edge: Hashable, Sendable {
    let from: Int
    /// Positions moved.
    let shift: Int
    /// In steps of full coverage.
    let price: Float
    /// Whether the window turns back.
    let isTurn: Bool
  }

  /// All nodes.
  let nodes: [Node]
  /// By node, the ways that lead to it; of equals the first is taken.
  let leading: [[Edge]]
  /// The node that a path starts with after a cut of the source.
  let first: Int
  /// Nodes that a path may end with.
  let mayEnd: [Bool]
  /// Nodes that a deliberate cut may leave.
  let mayCut: [Bool]
  /// The node that a deliberate cut leads to.
  let afterCut: Int
  /// The limits it was made for.
  let limits: MotionLimits

  /// Lists what is possible.
  ///
  /// - Parameters:
  ///   - limits: in positions and steps.
  ///   - prices: in steps of full coverage.
  init(limits: MotionLimits, prices: PathPrices) {
    self.limits = limits
    let nodes = Self.nodes(limits)
    var numbers: [Node: Int] = [:]
    for (number, node) in nodes.enumerated() { numbers[node] = number }
    var leading = [[Edge]](repeating: [], count: nodes.count)
    for (number, node) in nodes.enumerated() {
      for (next, price, isTurn) in Self.ways(from: node, limits, prices) {
        guard let to = numbers[next] else { continue }
        leading[to].append(
          Edge(from: number, shift: next.shift, price: Float(price), isTurn: isTurn))
      }
    }
    self.nodes = nodes
    self.leading = leading
    first = numbers[.rest(direction: 0, steps: 1)] ?? 0
    afterCut = numbers[.held(steps: 1)] ?? first
    mayEnd = nodes.map { node in
      switch node {
      case .rest: true
      case .held(let steps): steps >= limits.cutRest
      case .moving(_, _, let way): way >= limits.leastWay
      }
    }
    mayCut = nodes.map { node in
      guard limits.leastCut > 0 else { return false }
      if case .rest(_, let steps) = node { return steps >= limits.cutRest }
      return node == .held(steps: limits.cutRest)
    }
  }

  private static func nodes(_ limits: MotionLimits) -> [Node] {
    var nodes: [Node] = []
    for direction in [0, -1, 1] {
      nodes += (1...limits.longestRest).map { .rest(direction: direction, steps: $0) }
    }
    if limits.leastCut > 0 { nodes += (1...limits.cutRest).map { .held(steps: $0) } }
    guard limits.speed > 0 else { return nodes }
    for direction in [-1, 1] {
      for speed in 1...limits.speed {
        for way in min(speed, limits.countedWay)...limits.countedWay {
          nodes.append(.moving(direction: direction, speed: speed, way: way))
        }
      }
    }
    return nodes
  }

  /// Where a node leads to, at what price, and whether by turning back.
  private static func ways(
    from node: Node, _ limits: MotionLimits, _ prices: PathPrices
  ) -> [(Node, Double, Bool)] {
    switch node {
    case .rest(let direction, let steps):
      let longer = min(limits.longestRest, steps + 1)
      return [(.rest(direction: direction, steps: longer), 0, false)]
        + starts(after: direction, rested: steps, limits, prices)
    case .held(let steps) where steps < limits.cutRest:
      return [(.held(steps: steps + 1), 0, false)]
    case .held(let steps):
      return [(.held(steps: steps), 0, false)]
        + starts(after: 0, rested: steps, limits, prices)
    case .moving(let direction, let speed, let way):
      let changes = max(1, speed - limits.change)...max(1, min(limits.speed, speed + limits.change))
      var ways: [(Node, Double, Bool)] = changes.map { next in
        let come = min(limits.countedWay, way + next)
        return (
          .moving(direction: direction, speed: next, way: come),
          prices.of(speed: next, change: abs(next - speed)), false
        )
      }
      if speed <= limits.change, way >= limits.leastWay {
        let short = way < limits.countedWay ? prices.perShortMove : 0
        ways.append(
          (.rest(direction: direction, steps: 1), prices.perChange * Double(speed) + short, false))
      }
      return ways
    }
  }

  private static func starts(
    after last: Int, rested: Int, _ limits: MotionLimits, _ prices: PathPrices
  ) -> [(Node, Double, Bool)] {
    guard limits.speed > 0 else { return [] }
    return [-1, 1].flatMap { direction -> [(Node, Double, Bool)] in
      let isTurn = last == -direction
      let least = last == 0 ? 0 : (isTurn ? limits.turnRest : limits.againRest)
      guard rested >= least else { return [] }
      return (1...min(limits.speed, limits.change)).map { speed in
        let price =
          prices.perStart + prices.of(speed: speed, change: speed) + (isTurn ? prices.perTurn : 0)
        let way = min(limits.countedWay, speed)
        return (.moving(direction: direction, speed: speed, way: way), price, isTurn)
      }
    }
  }
}

extension MotionGraph.Node {
  /// Positions moved in the step that leads here.
  var shift: Int {
    if case .moving(let direction, let speed, _) = self { direction * speed } else { 0 }
  }
}
