/// Finds the path of greatest coverage less its prices, exactly, by dynamic programming.
///
/// A state is a step, a position, how often the window has turned back, and the direction of the
/// last pan. From a state it rests for a step, makes one of the eased pans of the table, or cuts.
/// What is planned is therefore what is shown: speed, easing and shortest pan hold by
/// construction, where easing the ramps of an L1 path afterwards (Grundmann et al. 2011;
/// Rachavarapu et al. 2018) gives back coverage.
/// Time and memory: O(steps × pans × (their steps + turns)) and O(steps × positions × turns).
struct PathPlanner {
  private let map: CoverageMap
  private let pans: PanTable
  private let spacing: Double
  private let stepSeconds: Double
  private let cutRule: CutRule?
  private let prices: PathPrices
  /// Two a count of turns: the last pan went back, or forward.
  private let lanes: Int
  /// Coverage of each position from the first step on, row a step: rests are differences of it.
  private let sums: [Double]
  private var values: [Double]
  private var arrivals: [Arrival]

  /// When deliberate cuts may be made.
  struct CutRule: Hashable, Sendable {
    /// Steps of rest on either side.
    var restSteps: Int
    /// Least distance in positions.
    var leastDistance: Int
  }

  /// How a state was reached.
  private enum Arrival {
    case start
    case rest
    case pan(from: Int, index: Int, lane: Int)
    case cut(from: Int, lane: Int)
  }

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - map: coverage by step and position.
  ///   - pans: what motion is possible on the same positions.
  ///   - spacing: distance of neighbouring positions, share of the axis.
  ///   - stepSeconds: length of a step.
  ///   - cutRule: when cuts may be made; `nil` for never.
  ///   - prices: what motion costs.
  ///   - maximumReversals: how often the window may turn back.
  init(
    map: CoverageMap, pans: PanTable, spacing: Double, stepSeconds: Double, cutRule: CutRule?,
    prices: PathPrices, maximumReversals: Int
  ) {
    self.map = map
    self.pans = pans
    self.spacing = spacing
    self.stepSeconds = stepSeconds
    self.cutRule = cutRule
    self.prices = prices
    lanes = 2 * (max(0, maximumReversals) + 1)
    var sums = [Double](repeating: 0, count: (map.steps + 1) * map.positions)
    for cell in 0..<map.steps * map.positions {
      sums[cell + map.positions] = sums[cell] + map.values[cell]
    }
    self.sums = sums
    let states = (map.steps + 1) * map.positions * lanes
    values = [Double](repeating: -.infinity, count: states)
    arrivals = [Arrival](repeating: .start, count: states)
  }

  /// Searches all paths; among equals the first in a fixed order wins.
  mutating func plan() -> PlannedPath {
    for position in 0..<map.positions {
      for lane in 0..<2 { values[state(0, position, lane)] = 0 }
    }
    for step in 0..<map.steps {
      for position in 0..<map.positions {
        rest(step: step, position: position)
        leave(step: step, position: position)
      }
      if let cutRule { cut(from: step, rule: cutRule) }
    }
    return trace()
  }

  private func state(_ step: Int, _ position: Int, _ lane: Int) -> Int {
    (step * map.positions + position) * lanes + lane
  }

  private mutating func offer(_ value: Double, to state: Int, by arrival: Arrival) {
    guard value > values[state] else { return }
    values[state] = value
    arrivals[state] = arrival
  }

  private mutating func rest(step: Int, position: Int) {
    let gain = map[step, position]
    let here = state(step, position, 0)
    let next = state(step + 1, position, 0)
    for lane in 0..<lanes { offer(values[here + lane] + gain, to: next + lane, by: .rest) }
  }

  private mutating func leave(step: Int, position: Int) {
    let here = state(step, position, 0)
    let turn = prices.perReversal / stepSeconds
    for (index, pan) in pans.leaving[position].enumerated() where step + pan.steps <= map.steps {
      let gain = gain(of: pan, at: step)
      let there = state(step + pan.steps, pan.to, 0)
      for lane in stride(from: pan.isForward ? 1 : 0, to: lanes, by: 2) {
        let straight = values[here + lane]
        // The lane of the other direction with one turn fewer.
        let other = pan.isForward ? lane - 3 : lane - 1
        let turned = other >= 0 ? values[here + other] - turn : -.infinity
        offer(
          max(straight, turned) + gain, to: there + lane,
          by: .pan(from: position, index: index, lane: straight >= turned ? lane : other))
      }
    }
  }

  /// Coverage over a pan less its prices, in steps.
  private func gain(of pan: Pan, at step: Int) -> Double {
    var sum = 0.0
    var row = step * map.positions
    for cell in pan.cells {
      sum += map.values[row + cell]
      row += map.positions
    }
    let length = Double(abs(pan.to - pan.from)) * spacing
    return sum - prices.perLength * length / stepSeconds
      - prices.perMovingSecond * Double(pan.steps)
  }

  /// Rest, cut, rest: from every position at `step` to every other that is far enough.
  private mutating func cut(from step: Int, rule: CutRule) {
    let middle = step + rule.restSteps
    let end = middle + rule.restSteps
    guard end <= map.steps else { return }
    for from in 0..<map.positions {
      for turns in 0..<lanes / 2 {
        let back = state(step, from, 2 * turns)
        let lane = values[back + 1] > values[back] ? 2 * turns + 1 : 2 * turns
        let before = values[state(step, from, lane)] - prices.perCut / stepSeconds
        guard before > -.infinity else { continue }
        let held = before + covered(from, step, middle)
        for to in 0..<map.positions where abs(to - from) >= rule.leastDistance {
          let value = held + covered(to, middle, end)
          let there = state(end, to, 2 * turns)
          for either in there...there + 1 {
            offer(value, to: either, by: .cut(from: from, lane: lane))
          }
        }
      }
    }
  }

  private func covered(_ position: Int, _ start: Int, _ end: Int) -> Double {
    sums[end * map.positions + position] - sums[start * map.positions + position]
  }
}

extension PathPlanner {
  /// Walks back from the best last state.
  private func trace() -> PlannedPath {
    let last = state(map.steps, 0, 0)
    var best = last
    for state in last..<values.count where values[state] > values[best] { best = state }
    var step = map.steps
    var position = (best - last) / lanes
    var lane = (best - last) % lanes
    var pieces: [PlannedPath.Piece] = []
    while step > 0 {
      switch arrivals[state(step, position, lane)] {
      case .start:
        step = 0
      case .rest:
        pieces.append(.rest(position: position, steps: step - 1..<step))
        step -= 1
      case .pan(let from, let index, let before):
        let pan = pans.leaving[from][index]
        step -= pan.steps
        pieces.append(.pan(pan, start: step))
        position = from
        lane = before
      case .cut(let from, let before):
        let rest = cutRule?.restSteps ?? 0
        pieces.append(.rest(position: position, steps: step - rest..<step))
        pieces.append(.cut(to: position, at: step - rest))
        step -= 2 * rest
        pieces.append(.rest(position: from, steps: step..<step + rest))
        position = from
        lane = before
      }
    }
    return PlannedPath(pieces: Self.joined(pieces.reversed()), value: values[best])
  }

  /// Makes neighbouring rests at one position one.
  private static func joined(_ pieces: [PlannedPath.Piece]) -> [PlannedPath.Piece] {
    var joined: [PlannedPath.Piece] = []
    for piece in pieces {
      if case .rest(let position, let steps) = piece,
        case .rest(let before, let earlier)? = joined.last, before == position
      {
        joined[joined.count - 1] = .rest(
          position: position, steps: earlier.lowerBound..<steps.upperBound)
      } else {
        joined.append(piece)
      }
    }
    return joined
  }
}
