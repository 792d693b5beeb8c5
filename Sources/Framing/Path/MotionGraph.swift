/// What the window may do from one step to the next: rest, start, follow, ease, turn or cut.
///
/// A node holds all that the limits ask of the past: how long the window has rested and which way
/// it went before, or how fast it goes and how far it has come since it started. Speeds are those
/// of `MotionLimits.speeds`, so that a path is piecewise still or steady, and eases in between (as
/// the best L1 paths do: Grundmann et al. 2011).
struct MotionGraph: Sendable {
  /// What is known of the past.
  enum Node: Hashable, Sendable {
    /// At rest for `steps`, after a move in a direction (−1, 1) or none (0).
    case rest(direction: Int, steps: Int)
    /// At rest since a deliberate cut, which asks for rest.
    case held(steps: Int)
    /// Moving by `speed` positions a step, `way` lines of the ruler crossed since the start (no
    /// more are counted).
    case moving(direction: Int, speed: Int, way: Int)
  }

  /// One way from a node, or from the best of a pool of nodes, to another.
  struct Edge: Hashable, Sendable {
    /// A node, or beyond the nodes a pool.
    let from: Int
    /// Positions moved.
    let shift: Int
    /// In steps of full coverage.
    let price: Float
    /// Whether the window turns back.
    let isTurn: Bool
    /// Which of `masks` tells where it may end; `nil` for anywhere.
    let mask: Int?
  }

  /// All nodes; the same for the same limits, whether or not there may be cuts.
  let nodes: [Node]
  /// By node, the ways that lead to it; of equals the first is taken.
  let leading: [[Edge]]
  /// Nodes that a start may leave alike: only the best of them matters.
  let pools: [[Int]]
  /// By mask and position 0, or infinity where an edge may not end.
  let masks: [[Float]]
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
  ///   - positions: how many there are.
  init(limits: MotionLimits, prices: PathPrices, positions: Int) {
    self.limits = limits
    var builder = MotionGraphBuilder(limits: limits, prices: prices, positions: positions)
    builder.build()
    nodes = builder.nodes
    leading = builder.leading
    pools = builder.pools
    masks = builder.masks
    first = builder.numbers[.rest(direction: 0, steps: 1)] ?? 0
    afterCut = builder.numbers[.held(steps: 1)] ?? first
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

  /// The nodes that a way comes from.
  func sources(of edge: Edge) -> [Int] {
    edge.from < nodes.count ? [edge.from] : pools[edge.from - nodes.count]
  }
}

extension MotionGraph.Node {
  /// Positions moved in the step that leads here.
  var shift: Int {
    if case .moving(let direction, let speed, _) = self { direction * speed } else { 0 }
  }
}
