/// A stretch between cuts that a path is searched over.
struct PathStretch: Sendable {
  /// Coverage by step and position.
  var map: CoverageMap
  /// The steps of the map that are searched; none is empty.
  var rows: Range<Int>
  /// What the window may do.
  var graph: PathGraph
  /// For each position the middle of the window, pixels.
  var middles: [Float] = []
  /// Where the window changes its size on the way in, without a cut: how far its middle may come
  /// meanwhile, pixels.
  var reach: Float?
}

/// Finds the path of greatest coverage less its prices over all stretches of a moment, exactly, by
/// dynamic programming over position, what the limits ask of the past, and turns.
///
/// Time: steps × turns × ways × positions.
struct PathSearch {
  let stretches: [PathStretch]
  /// How often the window may turn back; as often as it likes without.
  let turns: Int?
  /// Price of a deliberate cut, steps of full coverage.
  let perCut: Float
  /// Where the first step has to be; anywhere without.
  let start: Start?

  /// Where a path goes on.
  struct Start: Hashable, Sendable {
    var position: Int
    /// The side of the move that has just ended; `nil` where nothing hinders another.
    var side: Int?
  }

  /// A path and its worth.
  struct Found: Hashable, Sendable {
    /// One position a step.
    var positions: [Int]
    /// The first steps after deliberate cuts.
    var cuts: [Int] = []
    /// The steps with which the window turns back.
    var turns: [Int] = []
    /// Coverage in steps less the prices.
    var value: Float
  }

  /// What is known of a step: the values by lane, row and position, and sums of coverage up to it,
  /// at rest and along each speed.
  private struct Step {
    let stretch: Int
    /// Whether it is the first of its stretch.
    let first: Int
    var values: [Float]
    var sums: [Float]
  }

  private var lanes: Int { (turns ?? 0) + 1 }

  /// Searches all paths; among equals the first in a fixed order wins.
  ///
  /// Where the best of all paths turns no more often than it may, it is the best of those that do
  /// not: turns are counted, which takes a lane for each, only when it turns more often.
  func path() -> Found {
    if let turns {
      let free = PathSearch(stretches: stretches, turns: nil, perCut: perCut, start: start).path()
      if free.turns.count <= turns { return free }
    }
    var steps: [Step] = []
    for (index, stretch) in stretches.enumerated() {
      let first = steps.count
      for row in stretch.rows { steps.append(step(index, row, first: first, after: steps)) }
    }
    return traced(steps)
  }

  private func step(_ index: Int, _ row: Int, first: Int, after steps: [Step]) -> Step {
    let stretch = stretches[index]
    let count = stretch.map.positions
    let rows = stretch.graph.ways.count
    let coverage = stretch.map.row(row)
    var step = Step(
      stretch: index, first: first,
      values: [Float](repeating: -.infinity, count: lanes * rows * count),
      sums: sums(
        coverage, upTo: stretch.graph.limits.greatest,
        after: steps.count > first ? steps.last : nil))
    if steps.count == first {
      enter(&step, coverage, after: steps.last)
    } else {
      for lane in 0..<lanes {
        for row in 0..<rows {
          for way in stretch.graph.ways[row] where steps.count - way.steps >= first {
            follow(way, to: lane * rows + row, lane * rows + way.from, &step, steps)
          }
        }
        cut(lane, coverage, &step, after: steps[steps.count - 1])
      }
    }
    pool(&step)
    return step
  }

  /// Sums of coverage along each slope, from the fastest to the left to the fastest to the right.
  private func sums(_ coverage: [Float], upTo greatest: Int, after before: Step?) -> [Float] {
    let count = coverage.count
    var sums: [Float] = []
    sums.reserveCapacity((2 * greatest + 1) * count)
    for (line, shift) in (-greatest...greatest).enumerated() {
      for position in 0..<count {
        let from = position - shift
        let past = (0..<count).contains(from) ? before?.sums[line * count + from] ?? 0 : 0
        sums.append(past + coverage[position])
      }
    }
    return sums
  }

  /// Raises the values of a row by those that a way gives.
  private func follow(
    _ way: PathGraph.Way, to: Int, _ from: Int, _ step: inout Step, _ steps: [Step]
  ) {
    let graph = stretches[step.stretch].graph
    let count = stretches[step.stretch].map.positions
    let source = steps[steps.count - way.steps]
    let line = (graph.limits.greatest + way.shift) * count
    let shift = way.shift * way.steps
    let low = max(0, shift)
    let high = min(count, count + shift)
    guard low < high else { return }
    step.sums.withUnsafeBufferPointer { now in
      source.sums.withUnsafeBufferPointer { then in
        source.values.withUnsafeBufferPointer { values in
          step.values.withUnsafeMutableBufferPointer { targets in
            let (target, origin) = (to * count, from * count - shift)
            for position in low..<high {
              let value =
                values[origin + position] - way.price + now[line + position]
                - then[line + position - shift]
              let old = targets[target + position]
              targets[target + position] = value > old ? value : old
            }
          }
        }
      }
    }
  }

  /// The values of the first step of a stretch.
  private func enter(_ step: inout Step, _ coverage: [Float], after before: Step?) {
    let graph = stretches[step.stretch].graph
    let count = coverage.count
    for lane in 0..<lanes {
      let base = lane * graph.ways.count * count
      for position in 0..<count {
        var value: Float = 0
        if let before {
          value = -.infinity
          for end in ends(of: before, lane, into: step.stretch, position) {
            value = max(value, end.value)
          }
        } else if lane > 0 || (start.map { $0.position != position } ?? false) {
          value = -.infinity
        }
        value += coverage[position]
        if before == nil, let side = start?.side {
          step.values[base + PathGraph.arrived(side) * count + position] = value
          step.values[base + PathGraph.resting(side) * count + position] = value
        } else {
          step.values[base + PathGraph.entered * count + position] = value
          step.values[base + PathGraph.free * count + position] = value
        }
      }
    }
  }

  /// The places that a stretch may end at where the next begins at a position.
  ///
  /// Any is as good across a cut, so the best alone is given.
  private func ends(
    of before: Step, _ lane: Int, into next: Int, _ position: Int
  ) -> [(row: Int, position: Int, value: Float)] {
    let stretch = stretches[before.stretch]
    let count = stretch.map.positions
    var best: (row: Int, position: Int, value: Float)?
    for row in stretch.graph.ends {
      let base = (lane * stretch.graph.ways.count + row) * count
      for from in 0..<count {
        if let reach = stretches[next].reach,
          abs(stretch.middles[from] - stretches[next].middles[position]) > reach
        {
          continue
        }
        let value = before.values[base + from]
        if value > best?.value ?? -.infinity { best = (row, from, value) }
      }
    }
    return best.map { [$0] } ?? []
  }

  /// Adds deliberate cuts: from every position at rest to every other that is far enough.
  private func cut(_ lane: Int, _ coverage: [Float], _ step: inout Step, after before: Step) {
    let graph = stretches[step.stretch].graph
    let count = coverage.count
    let least = graph.limits.leastCut
    guard least > 0 else { return }
    let from = (lane * graph.ways.count + PathGraph.mayCut) * count
    let to = (lane * graph.ways.count + PathGraph.cut) * count
    var (below, above) = (-Float.infinity, -Float.infinity)
    for position in stride(from: least, to: count, by: 1) {
      below = max(below, before.values[from + position - least])
      step.values[to + position] = below - perCut + coverage[position]
    }
    for position in stride(from: count - 1 - least, through: 0, by: -1) {
      above = max(above, before.values[from + position + least])
      step.values[to + position] = max(
        step.values[to + position], above - perCut + coverage[position])
    }
  }

  /// What the best of several rows are of, at the same step.
  private func members(
    _ row: Int, _ graph: PathGraph
  ) -> [(row: Int, lanesBefore: Int, price: Float)] {
    for side in [0, 1] {
      if row == PathGraph.ready(side) {
        return [
          (PathGraph.free, 0, graph.first), (PathGraph.mayGoOn(side), 0, 0),
          (PathGraph.mayTurn(1 - side), turns == nil ? 0 : 1, 0),
        ]
      }
    }
    return []
  }

  private func pool(_ step: inout Step) {
    let graph = stretches[step.stretch].graph
    let count = stretches[step.stretch].map.positions
    for lane in 0..<lanes {
      for row in PathGraph.ready(0)...PathGraph.ready(1) {
        let to = (lane * graph.ways.count + row) * count
        for member in members(row, graph) where lane >= member.lanesBefore {
          let from = ((lane - member.lanesBefore) * graph.ways.count + member.row) * count
          for position in 0..<count {
            step.values[to + position] = max(
              step.values[to + position], step.values[from + position] - member.price)
          }
        }
      }
    }
  }
}

extension PathSearch {
  /// A place in the search.
  private struct State {
    var step: Int
    var lane: Int
    var row: Int
    var position: Int
  }

  private func value(_ state: State, _ steps: [Step]) -> Float {
    let stretch = stretches[steps[state.step].stretch]
    guard state.lane >= 0, (0..<stretch.map.positions).contains(state.position) else {
      return -.infinity
    }
    let row = state.lane * stretch.graph.ways.count + state.row
    return steps[state.step].values[row * stretch.map.positions + state.position]
  }

  /// Walks back from the best last state.
  private func traced(_ steps: [Step]) -> Found {
    guard let last = steps.last else { return Found(positions: [], value: 0) }
    var state = State(step: steps.count - 1, lane: 0, row: PathGraph.free, position: 0)
    var best = -Float.infinity
    for lane in 0..<lanes {
      for row in stretches[last.stretch].graph.ends {
        for position in 0..<stretches[last.stretch].map.positions {
          let end = State(step: steps.count - 1, lane: lane, row: row, position: position)
          if value(end, steps) > best { (best, state) = (value(end, steps), end) }
        }
      }
    }
    var found = Found(
      positions: [Int](repeating: state.position, count: steps.count), value: best)
    while let origin = origin(of: state, steps) {
      // The steps between go evenly from one to the other.
      let way = state.step - origin.step
      for step in origin.step..<state.step where steps[step].stretch == steps[state.step].stretch {
        let come = (state.position - origin.position) * (step - origin.step) / max(1, way)
        found.positions[step] = origin.position + come
      }
      found.positions[origin.step] = origin.position
      if state.row == PathGraph.cut { found.cuts.append(state.step) }
      let isTurn = [0, 1].contains {
        state.row == PathGraph.ready($0) && origin.row == PathGraph.mayTurn(1 - $0)
      }
      if isTurn { found.turns.append(state.step + 1) }
      state = origin
    }
    found.cuts.reverse()
    found.turns.reverse()
    return found
  }

  /// The state that another was reached from; `nil` for the first step.
  private func origin(of state: State, _ steps: [Step]) -> State? {
    let step = steps[state.step]
    let graph = stretches[step.stretch].graph
    var pooled: (value: Float, state: State)?
    for member in members(state.row, graph) {
      let from = State(
        step: state.step, lane: state.lane - member.lanesBefore, row: member.row,
        position: state.position)
      let worth = value(from, steps) - member.price
      if worth > pooled?.value ?? -.infinity { pooled = (worth, from) }
    }
    if let pooled { return pooled.state }
    guard state.step > step.first else {
      guard state.step > 0 else { return nil }
      let before = steps[state.step - 1]
      return ends(of: before, state.lane, into: step.stretch, state.position).first.map {
        State(step: state.step - 1, lane: state.lane, row: $0.row, position: $0.position)
      }
    }
    if state.row == PathGraph.cut {
      let count = stretches[step.stretch].map.positions
      let far = (0..<count).filter { abs($0 - state.position) >= graph.limits.leastCut }.map {
        State(step: state.step - 1, lane: state.lane, row: PathGraph.mayCut, position: $0)
      }
      return best(of: far, steps)
    }
    return origin(of: state, by: graph, steps)
  }

  private func best(of states: [State], _ steps: [Step]) -> State? {
    var best: (value: Float, state: State)?
    for state in states where value(state, steps) > best?.value ?? -.infinity {
      best = (value(state, steps), state)
    }
    return best?.state
  }

  private func origin(of state: State, by graph: PathGraph, _ steps: [Step]) -> State? {
    let step = steps[state.step]
    let count = stretches[step.stretch].map.positions
    var best: (value: Float, state: State)?
    for way in graph.ways[state.row] where state.step - way.steps >= step.first {
      let from = State(
        step: state.step - way.steps, lane: state.lane, row: way.from,
        position: state.position - way.shift * way.steps)
      guard value(from, steps) > -.infinity else { continue }
      let line = (graph.limits.greatest + way.shift) * count
      let kept =
        step.sums[line + state.position] - steps[from.step].sums[line + from.position]
      let worth = value(from, steps) - way.price + kept
      if worth > best?.value ?? -.infinity { best = (worth, from) }
    }
    return best?.state
  }
}
