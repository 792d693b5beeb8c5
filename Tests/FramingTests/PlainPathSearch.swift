@testable import Framing

/// The planner's search as plainly as it can be written: every state, every way, every step, and
/// where each came from.
struct PlainPathSearch {
  let map: CoverageMap
  let graph: MotionGraph
  let turns: Int
  let perCut: Float

  /// Where a state was best reached from.
  private struct Reached {
    var value = -Float.infinity
    var from: PathPlanner.State?
    var isCut = false
  }

  private typealias State = PathPlanner.State

  /// The best path: its states, the steps of its cuts, and its worth.
  func plan() -> PathPlanner.Found {
    var reached: [[Reached]] = [first()]
    for step in 1..<map.steps { reached.append(next(after: reached[step - 1], step)) }
    var best = (value: -Float.infinity, state: State(position: 0, node: 0, lane: 0))
    for lane in 0...turns {
      for node in graph.nodes.indices where graph.mayEnd[node] {
        for position in 0..<map.positions {
          let state = State(position: position, node: node, lane: lane)
          let value = reached[map.steps - 1][index(state)].value
          if value > best.value { best = (value, state) }
        }
      }
    }
    var states = [best.state]
    var cuts: [Int] = []
    for step in stride(from: map.steps - 1, to: 0, by: -1) {
      let last = reached[step][index(states[states.count - 1])]
      if last.isCut { cuts.append(step) }
      states.append(last.from ?? best.state)
    }
    return PathPlanner.Found(
      states: states.reversed(), cuts: cuts.reversed(), value: Double(best.value))
  }

  private func index(_ state: State) -> Int {
    (state.lane * graph.nodes.count + state.node) * map.positions + state.position
  }

  private var nowhere: [Reached] {
    Array(repeating: Reached(), count: (turns + 1) * graph.nodes.count * map.positions)
  }

  private func first() -> [Reached] {
    var values = nowhere
    for position in 0..<map.positions {
      let state = State(position: position, node: graph.first, lane: 0)
      values[index(state)].value = Float(map[0, position])
    }
    return values
  }

  private func next(after values: [Reached], _ step: Int) -> [Reached] {
    var next = nowhere
    for lane in 0...turns {
      for node in graph.nodes.indices {
        for position in 0..<map.positions {
          let state = State(position: position, node: node, lane: lane)
          var best = best(before: state, values)
          best.value += Float(map[step, position])
          next[index(state)] = best
        }
      }
    }
    return next
  }

  private func best(before state: State, _ values: [Reached]) -> Reached {
    var best = Reached()
    func consider(_ from: State, _ price: Float, isCut: Bool = false) {
      let value = values[index(from)].value - price
      if value > best.value { best = Reached(value: value, from: from, isCut: isCut) }
    }
    for edge in graph.leading[state.node] {
      let lane = edge.isTurn ? state.lane - 1 : state.lane
      let position = state.position - edge.shift
      let mask = edge.mask.map { graph.masks[$0][state.position] } ?? 0
      guard lane >= 0, mask == 0, (0..<map.positions).contains(position) else { continue }
      for node in graph.sources(of: edge) {
        consider(State(position: position, node: node, lane: lane), edge.price)
      }
    }
    guard graph.limits.leastCut > 0, state.node == graph.afterCut else { return best }
    for node in graph.nodes.indices where graph.mayCut[node] {
      for position in 0..<map.positions
      where abs(position - state.position) >= graph.limits.leastCut {
        consider(State(position: position, node: node, lane: state.lane), perCut, isCut: true)
      }
    }
    return best
  }
}
