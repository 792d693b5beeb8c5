/// A stretch between cuts that the planner lays a path over.
struct PathSegment: Sendable {
  /// Coverage by step and position.
  var map: CoverageMap
  /// What the window may do.
  var graph: MotionGraph
  /// The steps of the map that are planned.
  var rows: Range<Int>
  /// For each position, where the attended centre stands in the window at the first and at the
  /// last step, windows; empty where no one knows.
  var centreAtStart: [Float] = []
  var centreAtEnd: [Float] = []
  /// Price of a jump of the centre by a window on the way in, steps of full coverage.
  var perJump: Float = 0
  /// For each position the middle of the window, pixels.
  var middles: [Float] = []
  /// Where the window changes its size on the way in, how far its middle may come meanwhile.
  var join: Join?

  /// A change of size without a cut: the window is at rest before it, and comes no further.
  struct Join: Sendable {
    /// Pixels.
    var reach: Float
    /// Steps of rest before.
    var rest: Int
  }

  /// What a way in from a position of the segment before costs; `nil` where there is none.
  func entry(from: Int, of before: PathSegment, to: Int) -> Float? {
    guard let join else { return before.jump(from, into: self, to) }
    let way = abs(before.middles[from] - middles[to])
    return way <= join.reach ? perJump * way / max(1, join.reach) : nil
  }

  /// Which nodes may end this segment before another.
  func mayEnd(before next: PathSegment) -> [Bool] {
    guard let join = next.join else { return graph.mayEnd }
    return graph.nodes.map { node in
      switch node {
      case .rest(_, let steps): steps >= min(join.rest, graph.limits.longestRest)
      case .held(let steps): steps >= graph.limits.cutRest
      case .moving: false
      }
    }
  }

  private func jump(_ from: Int, into next: PathSegment, _ to: Int) -> Float {
    guard next.perJump > 0, !next.centreAtStart.isEmpty, !centreAtEnd.isEmpty else { return 0 }
    return next.perJump * abs(centreAtEnd[from] - next.centreAtStart[to])
  }
}

/// Finds the path of greatest coverage less its prices over all stretches of a moment, exactly, by
/// dynamic programming over position, velocity, what the limits ask of the past, and turns.
///
/// What is planned is what is shown: every limit holds by construction. Time: steps × turns ×
/// edges × positions. Of long searches only the values of every so many steps are kept; what lies
/// between is computed again when the path is read off, so memory grows with the square root of
/// the steps.
struct PathPlanner {
  let segments: [PathSegment]
  /// Lanes: how often the window has turned back, 0 to the most; one where turns are not counted.
  let lanes: Int
  /// Whether a turn leads to the next lane.
  private let countsTurns: Bool
  /// Price of a deliberate cut, steps of full coverage.
  let perCut: Float
  /// Where the first step has to be; anywhere at rest without.
  let start: State?
  private let steps: [(segment: Int, row: Int)]
  /// The segments' graphs as they are searched.
  private let tables: [MotionTable]
  /// Steps between the values that are kept.
  private let block: Int
  /// As many numbers may be kept, 40 MB of them: those of a minute and more, turns uncounted.
  private static let keptNumbers = 10_000_000

  /// A place in the search: what a path is at a step.
  struct State: Hashable, Sendable {
    var position: Int
    var node: Int
    var lane: Int
  }

  /// A path and its worth.
  struct Found: Hashable, Sendable {
    /// One state a step.
    var states: [State]
    /// The steps of the first state after each deliberate cut.
    var cuts: [Int]
    /// The steps with which the window turns back.
    var turns: [Int] = []
    /// Coverage in steps less the prices.
    var value: Double
  }

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - segments: in order of time; none is empty.
  ///   - turns: how often the window may turn back; `nil` for as often as its price allows.
  ///   - perCut: price of a deliberate cut.
  ///   - start: where the first step has to be.
  init(segments: [PathSegment], turns: Int?, perCut: Double, start: State? = nil) {
    self.init(
      segments: segments,
      tables: segments.map { MotionTable($0.graph, positions: $0.map.positions) }, turns: turns,
      perCut: Float(perCut), start: start)
  }

  private init(
    segments: [PathSegment], tables: [MotionTable], turns: Int?, perCut: Float, start: State?
  ) {
    self.segments = segments
    self.tables = tables
    lanes = max(0, turns ?? 0) + 1
    countsTurns = turns != nil
    self.perCut = perCut
    self.start = start
    steps = segments.indices.flatMap { index in
      segments[index].rows.map { (segment: index, row: $0) }
    }
    let step = (tables.map { $0.rows * $0.pitch }.max() ?? 0) * lanes
    block = step * steps.count <= Self.keptNumbers ? 1 : 16
  }

  /// Searches all paths; among equals the first in a fixed order wins.
  ///
  /// Where the best of all paths turns no more often than it may, it is the best of those that do
  /// not: turns are counted, which takes a lane for each, only when it turns more often.
  func plan() -> Found {
    guard !steps.isEmpty else { return Found(states: [], cuts: [], value: 0) }
    let first = start?.lane ?? 0
    guard countsTurns, lanes > 1 else { return search() }
    let free = PathPlanner(
      segments: segments, tables: tables, turns: nil, perCut: perCut,
      start: start.map { State(position: $0.position, node: $0.node, lane: 0) }
    ).search()
    return free.turns.count + first < lanes ? free.counted(from: first) : search()
  }

  private func search() -> Found {
    var kept: [MotionTable.Values] = []
    var values = firstValues()
    for step in steps.indices {
      if step > 0 { values = advanced(values, to: step) }
      if step % block == 0 { kept.append(values) }
    }
    return traced(from: values, kept)
  }

  private func firstValues() -> MotionTable.Values {
    let segment = segments[0]
    let table = tables[0]
    var values = table.nowhere(lanes: lanes)
    if let start {
      values[table.base(start.lane, start.node) + start.position] = 0
    } else {
      for position in 0..<table.positions {
        values[table.base(0, segment.graph.first) + position] = 0
      }
    }
    table.settle(&values, adding: segment.map.row(steps[0].row), lanes: lanes)
    return values
  }

  /// The values a step later.
  private func advanced(_ values: MotionTable.Values, to step: Int) -> MotionTable.Values {
    let (index, row) = steps[step]
    let segment = segments[index]
    let isEntry = steps[step - 1].segment != index
    var next =
      isEntry
      ? entered(values, at: step)
      : tables[index].following(values, lanes: lanes, countsTurns: countsTurns)
    if !isEntry, segment.graph.limits.leastCut > 0 { cut(values, &next, index) }
    tables[index].settle(&next, adding: segment.map.row(row), lanes: lanes)
    return next
  }

  /// Adds deliberate cuts: from every position at rest to every other that is far enough.
  private func cut(_ values: MotionTable.Values, _ next: inout MotionTable.Values, _ index: Int) {
    let graph = segments[index].graph
    let count = tables[index].positions
    let least = graph.limits.leastCut
    for lane in 0..<lanes {
      let best = best(values, lane, index, of: graph.mayCut)
      let to = tables[index].base(lane, graph.afterCut)
      var below = -Float.infinity
      for position in stride(from: least, to: count, by: 1) {
        below = max(below, best[position - least])
        next[to + position] = max(next[to + position], below - perCut)
      }
      var above = -Float.infinity
      for position in stride(from: count - 1 - least, through: 0, by: -1) {
        above = max(above, best[position + least])
        next[to + position] = max(next[to + position], above - perCut)
      }
    }
  }

  /// For each position of a segment the best of some of its nodes.
  private func best(
    _ values: MotionTable.Values, _ lane: Int, _ index: Int, of nodes: [Bool]
  ) -> [Float] {
    let table = tables[index]
    var best = [Float](repeating: -.infinity, count: table.positions)
    for node in nodes.indices where nodes[node] {
      let from = table.base(lane, node)
      for position in best.indices { best[position] = max(best[position], values[from + position]) }
    }
    return best
  }

  /// The values of the first step after a cut of the source, without its coverage.
  private func entered(_ values: MotionTable.Values, at step: Int) -> MotionTable.Values {
    let index = steps[step].segment
    let segment = segments[index]
    let before = segments[index - 1]
    var next = tables[index].nowhere(lanes: lanes)
    for lane in 0..<lanes {
      let ended = best(values, lane, index - 1, of: before.mayEnd(before: segment))
      let to = tables[index].base(lane, segment.graph.first)
      for position in 0..<segment.map.positions {
        var value = -Float.infinity
        for from in ended.indices {
          guard let price = segment.entry(from: from, of: before, to: position) else { continue }
          value = max(value, ended[from] - price)
        }
        next[to + position] = value
      }
    }
    return next
  }
}

extension PathPlanner {
  /// Walks back from the best last state.
  private func traced(
    from last: MotionTable.Values, _ kept: [MotionTable.Values]
  ) -> Found {
    let segment = segments[segments.count - 1]
    let table = tables[segments.count - 1]
    var best = (value: -Float.infinity, state: State(position: 0, node: 0, lane: 0))
    for lane in 0..<lanes {
      for node in segment.graph.nodes.indices where segment.graph.mayEnd[node] {
        for position in 0..<segment.map.positions {
          let value = last[table.base(lane, node) + position]
          if value > best.value {
            best = (value, State(position: position, node: node, lane: lane))
          }
        }
      }
    }
    var states = [best.state]
    var cuts: [Int] = []
    var turns: [Int] = []
    for (number, first) in kept.enumerated().reversed() {
      let begin = number * block
      let end = min(steps.count, begin + block)
      var values = [first]
      for step in stride(from: begin + 1, to: end, by: 1) {
        values.append(advanced(values[values.count - 1], to: step))
      }
      for step in stride(from: min(end, steps.count - 1), to: begin, by: -1) {
        let origin = origin(of: states[states.count - 1], at: step, values[step - 1 - begin])
        if origin.isCut { cuts.append(step) }
        if origin.isTurn { turns.append(step) }
        states.append(origin.state)
      }
    }
    return Found(
      states: states.reversed(), cuts: cuts.reversed(), turns: turns.reversed(),
      value: Double(best.value))
  }

  /// Where a state was reached from.
  private struct Origin {
    var state: State
    var value = -Float.infinity
    var isCut = false
    var isTurn = false
  }

  /// The state at the step before, from which a state was reached.
  private func origin(of state: State, at step: Int, _ values: MotionTable.Values) -> Origin {
    let segment = segments[steps[step].segment]
    guard steps[step - 1].segment == steps[step].segment else {
      return Origin(state: end(before: state, at: step, values))
    }
    var best = Origin(state: state)
    let graph = segment.graph
    let table = tables[steps[step].segment]
    for edge in graph.leading[state.node] {
      let lane = edge.isTurn && countsTurns ? state.lane - 1 : state.lane
      let position = state.position - edge.shift
      let mask = edge.mask.map { graph.masks[$0][state.position] } ?? 0
      guard lane >= 0, mask == 0, (0..<segment.map.positions).contains(position) else { continue }
      for node in graph.sources(of: edge) {
        let value = values[table.base(lane, node) + position] - edge.price
        guard value > best.value else { continue }
        best = Origin(
          state: State(position: position, node: node, lane: lane), value: value,
          isTurn: edge.isTurn)
      }
    }
    let least = graph.limits.leastCut
    guard least > 0, state.node == graph.afterCut else { return best }
    for node in graph.nodes.indices where graph.mayCut[node] {
      for position in 0..<segment.map.positions where abs(position - state.position) >= least {
        let value = values[table.base(state.lane, node) + position] - perCut
        guard value > best.value else { continue }
        best = Origin(
          state: State(position: position, node: node, lane: state.lane), value: value,
          isCut: true)
      }
    }
    return best
  }

  /// The state that a stretch ended with before another began.
  private func end(before state: State, at step: Int, _ values: MotionTable.Values) -> State {
    let segment = segments[steps[step].segment]
    let before = segments[steps[step - 1].segment]
    let table = tables[steps[step - 1].segment]
    var best = (value: -Float.infinity, state: State(position: 0, node: 0, lane: state.lane))
    let mayEnd = before.mayEnd(before: segment)
    for node in before.graph.nodes.indices where mayEnd[node] {
      for position in 0..<before.map.positions {
        guard let price = segment.entry(from: position, of: before, to: state.position) else {
          continue
        }
        let value = values[table.base(state.lane, node) + position] - price
        if value > best.value {
          best = (value, State(position: position, node: node, lane: state.lane))
        }
      }
    }
    return best.state
  }
}

extension PathPlanner.Found {
  /// The same path with its turns counted in the lanes, from the lane that it began in.
  fileprivate func counted(from first: Int) -> Self {
    var counted = self
    var lane = first
    var later = turns[...]
    for step in states.indices {
      if later.first == step {
        lane += 1
        later.removeFirst()
      }
      counted.states[step].lane = lane
    }
    return counted
  }
}
