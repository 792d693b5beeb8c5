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
}

/// Finds the path of greatest coverage less its prices over all stretches of a moment, exactly, by
/// dynamic programming over position, velocity, what the limits ask of the past, and turns.
///
/// What is planned is what is shown: every limit holds by construction. Time: steps × turns ×
/// edges × positions. Of the values only those of every so many steps are kept; what lies between
/// is computed again when the path is read off, so memory grows with the square root of the steps.
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
  /// Steps between the values that are kept.
  private static let block = 16

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
    self.segments = segments
    lanes = max(0, turns ?? 0) + 1
    countsTurns = turns != nil
    self.perCut = Float(perCut)
    self.start = start
    steps = segments.indices.flatMap { index in
      segments[index].rows.map { (segment: index, row: $0) }
    }
  }

  /// Searches all paths; among equals the first in a fixed order wins.
  func plan() -> Found {
    guard !steps.isEmpty else { return Found(states: [], cuts: [], value: 0) }
    var kept: [[Float]] = []
    var values = firstValues()
    for step in steps.indices {
      if step > 0 { values = advanced(values, to: step) }
      if step % Self.block == 0 { kept.append(values) }
    }
    return traced(from: values, kept)
  }

  /// The index of the values of a node in a lane.
  private func base(_ lane: Int, _ node: Int, _ segment: PathSegment) -> Int {
    (lane * segment.graph.nodes.count + node) * segment.map.positions
  }

  private func emptyValues(_ segment: PathSegment) -> [Float] {
    [Float](
      repeating: -.infinity, count: lanes * segment.graph.nodes.count * segment.map.positions)
  }

  private func firstValues() -> [Float] {
    let segment = segments[0]
    var values = emptyValues(segment)
    let row = segment.map.row(steps[0].row)
    for position in 0..<segment.map.positions {
      if let start {
        guard start.position == position else { continue }
        values[base(start.lane, start.node, segment) + position] = row[position]
      } else {
        values[base(0, segment.graph.first, segment) + position] = row[position]
      }
    }
    return values
  }

  /// The values a step later.
  private func advanced(_ values: [Float], to step: Int) -> [Float] {
    let (index, row) = steps[step]
    let segment = segments[index]
    guard steps[step - 1].segment == index else { return entered(values, at: step) }
    var next = emptyValues(segment)
    let pooled = pooled(values, segment)
    pooled.withUnsafeBufferPointer { pooled in
      values.withUnsafeBufferPointer { values in
        next.withUnsafeMutableBufferPointer { next in
          move(values, pooled, &next, segment)
        }
      }
    }
    if segment.graph.limits.leastCut > 0 { cut(values, &next, segment) }
    Self.add(segment.map.row(row), toEach: &next)
    return next
  }

  /// Follows every way of the graph by a step.
  private func move(
    _ values: UnsafeBufferPointer<Float>, _ pooled: UnsafeBufferPointer<Float>,
    _ next: inout UnsafeMutableBufferPointer<Float>, _ segment: PathSegment
  ) {
    let graph = segment.graph
    let positions = segment.map.positions
    for (node, edges) in graph.leading.enumerated() {
      for edge in edges {
        let isNextLane = edge.isTurn && countsTurns
        let isPool = edge.from >= graph.nodes.count
        let source = isPool ? pooled : values
        for lane in (isNextLane ? 1 : 0)..<lanes {
          let to = base(lane, node, segment)
          let own = isNextLane ? lane - 1 : lane
          let from =
            (isPool
              ? (own * graph.pools.count + edge.from - graph.nodes.count) * positions
              : base(own, edge.from, segment)) - edge.shift
          let low = max(0, edge.shift)
          let high = min(positions, positions + edge.shift)
          guard low < high else { continue }
          Self.raise(
            UnsafeMutableBufferPointer(rebasing: next[to + low..<to + high]),
            by: UnsafeBufferPointer(rebasing: source[from + low..<from + high]),
            less: edge.price, edge.mask.map { graph.masks[$0][low..<high] })
        }
      }
    }
  }

  /// Adds to every run of as many values; a loop without checks, as in `raise`.
  private static func add(_ rewards: [Float], toEach values: inout [Float]) {
    values.withUnsafeMutableBufferPointer { values in
      rewards.withUnsafeBufferPointer { rewards in
        for start in stride(from: 0, to: values.count, by: rewards.count) {
          let run = UnsafeMutableBufferPointer(rebasing: values[start..<start + rewards.count])
          for index in 0..<rewards.count { run[index] += rewards[index] }
        }
      }
    }
  }

  /// Takes what is greater in a run of both.
  private static func raise(
    _ targets: inout [Float], at to: Int, by sources: [Float], at from: Int, count: Int
  ) {
    targets.withUnsafeMutableBufferPointer { targets in
      sources.withUnsafeBufferPointer { sources in
        raise(
          UnsafeMutableBufferPointer(rebasing: targets[to..<to + count]),
          by: UnsafeBufferPointer(rebasing: sources[from..<from + count]), less: 0, nil)
      }
    }
  }

  /// Takes what is greater; loops without checks, which the compiler lays out four at a time.
  private static func raise(
    _ targets: UnsafeMutableBufferPointer<Float>, by sources: UnsafeBufferPointer<Float>,
    less price: Float, _ mask: ArraySlice<Float>?
  ) {
    guard let mask else {
      for index in 0..<sources.count {
        let value = sources[index] - price
        targets[index] = value > targets[index] ? value : targets[index]
      }
      return
    }
    mask.withUnsafeBufferPointer { mask in
      for index in 0..<sources.count {
        let value = sources[index] - price - mask[index]
        targets[index] = value > targets[index] ? value : targets[index]
      }
    }
  }

  /// By lane, pool and position the best of the pool's nodes.
  private func pooled(_ values: [Float], _ segment: PathSegment) -> [Float] {
    let positions = segment.map.positions
    let pools = segment.graph.pools
    var best = [Float](repeating: -.infinity, count: lanes * pools.count * positions)
    for lane in 0..<lanes {
      for (pool, nodes) in pools.enumerated() {
        let to = (lane * pools.count + pool) * positions
        for node in nodes {
          let from = base(lane, node, segment)
          Self.raise(&best, at: to, by: values, at: from, count: positions)
        }
      }
    }
    return best
  }

  /// Adds deliberate cuts: from every position at rest to every other that is far enough.
  private func cut(_ values: [Float], _ next: inout [Float], _ segment: PathSegment) {
    let count = segment.map.positions
    let least = segment.graph.limits.leastCut
    for lane in 0..<lanes {
      let best = rested(values, lane, segment)
      let to = base(lane, segment.graph.afterCut, segment)
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

  /// For each position the best of the nodes that a deliberate cut may leave.
  private func rested(_ values: [Float], _ lane: Int, _ segment: PathSegment) -> [Float] {
    best(values, lane, segment, of: segment.graph.mayCut)
  }

  private func best(
    _ values: [Float], _ lane: Int, _ segment: PathSegment, of nodes: [Bool]
  ) -> [Float] {
    var best = [Float](repeating: -.infinity, count: segment.map.positions)
    for node in nodes.indices where nodes[node] {
      let from = base(lane, node, segment)
      Self.raise(&best, at: 0, by: values, at: from, count: best.count)
    }
    return best
  }

  /// The values of the first step after a cut of the source.
  private func entered(_ values: [Float], at step: Int) -> [Float] {
    let segment = segments[steps[step].segment]
    let before = segments[steps[step - 1].segment]
    var next = emptyValues(segment)
    let row = segment.map.row(steps[step].row)
    for lane in 0..<lanes {
      let ended = best(values, lane, before, of: before.graph.mayEnd)
      let to = base(lane, segment.graph.first, segment)
      let most = ended.max() ?? -.infinity
      for position in 0..<segment.map.positions {
        var value = most
        if segment.perJump > 0, !segment.centreAtStart.isEmpty, !before.centreAtEnd.isEmpty {
          value = -.infinity
          for from in ended.indices {
            value = max(value, ended[from] - jump(before, from, segment, position))
          }
        }
        next[to + position] = value + row[position]
      }
    }
    return next
  }

  private func jump(
    _ before: PathSegment, _ from: Int, _ after: PathSegment, _ to: Int
  ) -> Float {
    guard after.perJump > 0, !after.centreAtStart.isEmpty, !before.centreAtEnd.isEmpty else {
      return 0
    }
    return after.perJump * abs(before.centreAtEnd[from] - after.centreAtStart[to])
  }
}

extension PathPlanner {
  /// Walks back from the best last state.
  private func traced(from last: [Float], _ kept: [[Float]]) -> Found {
    let segment = segments[segments.count - 1]
    var best = (value: -Float.infinity, state: State(position: 0, node: 0, lane: 0))
    for lane in 0..<lanes {
      for node in segment.graph.nodes.indices where segment.graph.mayEnd[node] {
        for position in 0..<segment.map.positions {
          let value = last[base(lane, node, segment) + position]
          if value > best.value {
            best = (value, State(position: position, node: node, lane: lane))
          }
        }
      }
    }
    var states = [best.state]
    var cuts: [Int] = []
    var turns: [Int] = []
    for block in kept.indices.reversed() {
      let begin = block * Self.block
      let end = min(steps.count, begin + Self.block)
      var values = [kept[block]]
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
  private func origin(of state: State, at step: Int, _ values: [Float]) -> Origin {
    let segment = segments[steps[step].segment]
    guard steps[step - 1].segment == steps[step].segment else {
      return Origin(state: end(before: state, at: step, values))
    }
    var best = Origin(state: state)
    let graph = segment.graph
    for edge in graph.leading[state.node] {
      let lane = edge.isTurn && countsTurns ? state.lane - 1 : state.lane
      let position = state.position - edge.shift
      let mask = edge.mask.map { graph.masks[$0][state.position] } ?? 0
      guard lane >= 0, mask == 0, (0..<segment.map.positions).contains(position) else { continue }
      for node in graph.sources(of: edge) {
        let value = values[base(lane, node, segment) + position] - edge.price
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
        let value = values[base(state.lane, node, segment) + position] - perCut
        guard value > best.value else { continue }
        best = Origin(
          state: State(position: position, node: node, lane: state.lane), value: value,
          isCut: true)
      }
    }
    return best
  }

  /// The state that a stretch ended with before another began.
  private func end(before state: State, at step: Int, _ values: [Float]) -> State {
    let segment = segments[steps[step].segment]
    let before = segments[steps[step - 1].segment]
    var best = (value: -Float.infinity, state: State(position: 0, node: 0, lane: state.lane))
    for node in before.graph.nodes.indices where before.graph.mayEnd[node] {
      for position in 0..<before.map.positions {
        let value =
          values[base(state.lane, node, before) + position]
          - jump(before, position, segment, state.position)
        if value > best.value {
          best = (value, State(position: position, node: node, lane: state.lane))
        }
      }
    }
    return best.state
  }
}
