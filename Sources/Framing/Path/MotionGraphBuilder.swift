/// The work of making a graph.
struct MotionGraphBuilder {
  let limits: MotionLimits
  let prices: PathPrices
  let positions: Int
  private(set) var nodes: [MotionGraph.Node] = []
  private(set) var numbers: [MotionGraph.Node: Int] = [:]
  private(set) var leading: [[MotionGraph.Edge]] = []
  private(set) var pools: [[Int]] = []
  private(set) var masks: [[Float]] = []
  private var maskNumbers: [Crossing: Int] = [:]

  /// Where a shift crosses a number of the ruler's lines.
  private struct Crossing: Hashable {
    let shift: Int, lines: Int
  }

  /// Makes the graph of some limits and prices.
  init(limits: MotionLimits, prices: PathPrices, positions: Int) {
    self.limits = limits
    self.prices = prices
    self.positions = positions
  }

  /// Fills everything in.
  mutating func build() {
    addNodes()
    leading = Array(repeating: [], count: nodes.count)
    for node in nodes { rest(after: node) }
    for direction in [-1, 1] where !limits.speeds.isEmpty {
      let free = nodes.indices.filter { startsFreely(nodes[$0], direction) }
      let turning = nodes.indices.filter { mayTurn(nodes[$0], to: direction) }
      start(direction, after: free, isTurn: false)
      start(direction, after: turning, isTurn: true)
      for speed in limits.speeds { move(direction, speed) }
    }
  }

  private mutating func addNodes() {
    for direction in [0, -1, 1] {
      nodes += (1...limits.longestRest).map { .rest(direction: direction, steps: $0) }
    }
    nodes += (1...limits.cutRest).map { .held(steps: $0) }
    for direction in [-1, 1] {
      for speed in limits.speeds {
        let least = min(speed / limits.wayUnit, limits.countedWay)
        for way in least...limits.countedWay {
          nodes.append(.moving(direction: direction, speed: speed, way: way))
        }
      }
    }
    for (number, node) in nodes.enumerated() { numbers[node] = number }
  }

  /// Whether a start in a direction is no turn and rested long enough.
  private func startsFreely(_ node: MotionGraph.Node, _ direction: Int) -> Bool {
    switch node {
    case .rest(let last, let steps):
      last == 0 || (last == direction && steps >= limits.againRest)
    case .held(let steps): steps >= limits.cutRest
    case .moving: false
    }
  }

  private func mayTurn(_ node: MotionGraph.Node, to direction: Int) -> Bool {
    if case .rest(-direction, let steps) = node { steps >= limits.turnRest } else { false }
  }

  /// Rests that go on, and moves that come to rest.
  private mutating func rest(after node: MotionGraph.Node) {
    switch node {
    case .rest(let direction, let steps):
      let longer = min(limits.longestRest, steps + 1)
      add(node, to: .rest(direction: direction, steps: longer), price: 0)
    case .held(let steps):
      add(node, to: .held(steps: min(limits.cutRest, steps + 1)), price: 0)
    case .moving(let direction, let speed, let way):
      guard speed <= limits.change, way >= limits.leastWay else { return }
      let short = way < limits.countedWay ? prices.perShortMove : 0
      add(
        node, to: .rest(direction: direction, steps: 1),
        price: prices.perChange * Double(speed) + short)
    }
  }

  private mutating func add(
    _ node: MotionGraph.Node, to next: MotionGraph.Node, price: Double
  ) {
    guard let from = numbers[node] else { return }
    add(from, to: next, price: price, isTurn: false, mask: nil)
  }

  private mutating func add(
    _ from: Int, to next: MotionGraph.Node, price: Double, isTurn: Bool, mask: Int?
  ) {
    guard let to = numbers[next] else { return }
    leading[to].append(
      MotionGraph.Edge(
        from: from, shift: next.shift, price: Float(price), isTurn: isTurn, mask: mask))
  }

  private mutating func start(_ direction: Int, after pool: [Int], isTurn: Bool) {
    pools.append(pool)
    let from = nodes.count + pools.count - 1
    for speed in limits.speeds where speed <= limits.change {
      let price =
        prices.perStart + prices.of(speed: speed, change: speed) + (isTurn ? prices.perTurn : 0)
      for (way, mask) in ways(from: 0, direction * speed) {
        add(
          from, to: .moving(direction: direction, speed: speed, way: way), price: price,
          isTurn: isTurn, mask: mask)
      }
    }
  }

  /// From one speed to those that the limit of change allows.
  private mutating func move(_ direction: Int, _ speed: Int) {
    for way in 0...limits.countedWay {
      guard let from = numbers[.moving(direction: direction, speed: speed, way: way)] else {
        continue
      }
      for next in limits.speeds where abs(next - speed) <= limits.change {
        let price = prices.of(speed: next, change: abs(next - speed))
        for (come, mask) in ways(from: way, direction * next) {
          add(
            from, to: .moving(direction: direction, speed: next, way: come), price: price,
            isTurn: false, mask: mask)
        }
      }
    }
  }

  /// How far a window has come after a shift, and where it may then be.
  private mutating func ways(from way: Int, _ shift: Int) -> [(way: Int, mask: Int?)] {
    let fewer = abs(shift) / limits.wayUnit
    let come = min(limits.countedWay, way + fewer)
    guard abs(shift) % limits.wayUnit != 0, come < limits.countedWay else { return [(come, nil)] }
    return [
      (come, mask(Crossing(shift: shift, lines: fewer))),
      (come + 1, mask(Crossing(shift: shift, lines: fewer + 1))),
    ]
  }

  private mutating func mask(_ crossing: Crossing) -> Int {
    if let number = maskNumbers[crossing] { return number }
    masks.append(
      (0..<positions).map { to in
        limits.lines(from: to - crossing.shift, to: to) == crossing.lines ? 0 : .infinity
      })
    maskNumbers[crossing] = masks.count - 1
    return masks.count - 1
  }
}
