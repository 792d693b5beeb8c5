/// Finds the path of greatest coverage less its prices, exactly, by dynamic programming.
///
/// A state is a step, a position and the direction of the last pan. From a state the window rests
/// for a step, makes one of the eased pans of the table, or cuts. What is planned is therefore
/// what is shown: speed, easing and shortest pan hold by construction, where easing the ramps of
/// an L1 path afterwards (Grundmann et al. 2011; Rachavarapu et al. 2018) gives back coverage.
/// Time and memory: O(steps × pans × their steps) and O(steps × positions).
struct PathPlanner {
  private let map: CoverageMap
  private let pans: PanTable
  private let spacing: Double
  private let stepSeconds: Double
  private let cutRule: CutRule?
  private let prices: PathPrices
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
    case pan(from: Int, index: Int, wasForward: Bool)
    case cut(from: Int, wasForward: Bool)
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
  init(
    map: CoverageMap, pans: PanTable, spacing: Double, stepSeconds: Double, cutRule: CutRule?,
    prices: PathPrices
  ) {
    self.map = map
    self.pans = pans
    self.spacing = spacing
    self.stepSeconds = stepSeconds
    self.cutRule = cutRule
    self.prices = prices
    var sums = [Double](repeating: 0, count: (map.steps + 1) * map.positions)
    for cell in 0..<map.steps * map.positions { sums[cell + map.positions] = sums[cell] + map.values[cell] }
    self.sums = sums
    let states = (map.steps + 1) * map.positions * 2
    values = [Double](repeating: -.infinity, count: states)
    arrivals = [Arrival](repeating: .start, count: states)
  }

  /// Searches all paths; among equals the first in a fixed order wins.
  mutating func plan() -> PlannedPath {
    for state in 0..<map.positions * 2 { values[state] = 0 }
    for step in 0..<map.steps {
      for position in 0..<map.positions {
        rest(step: step, position: position)
        leave(step: step, position: position)
      }
      if let cutRule { cut(from: step, rule: cutRule) }
    }
    return trace()
  }

  private func state(_ step: Int, _ position: Int, _ isForward: Bool) -> Int {
    (step * map.positions + position) * 2 + (isForward ? 1 : 0)
  }

  private mutating func offer(_ value: Double, to state: Int, by arrival: Arrival) {
    guard value > values[state] else { return }
    values[state] = value
    arrivals[state] = arrival
  }

  private mutating func rest(step: Int, position: Int) {
    let gain = map[step, position]
    for isForward in [false, true] {
      offer(
        values[state(step, position, isForward)] + gain,
        to: state(step + 1, position, isForward), by: .rest)
    }
  }

  private mutating func leave(step: Int, position: Int) {
    let back = values[state(step, position, false)]
    let forward = values[state(step, position, true)]
    guard max(back, forward) > -.infinity else { return }
    let turn = prices.perReversal / stepSeconds
    for (index, pan) in pans.leaving[position].enumerated() where step + pan.steps <= map.steps {
      let straight = pan.isForward ? forward : back
      let turned = (pan.isForward ? back : forward) - turn
      let wasForward = straight >= turned ? pan.isForward : !pan.isForward
      offer(
        max(straight, turned) + gain(of: pan, at: step),
        to: state(step + pan.steps, pan.to, pan.isForward),
        by: .pan(from: position, index: index, wasForward: wasForward))
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
      let back = values[state(step, from, false)]
      let forward = values[state(step, from, true)]
      let before = max(back, forward) + covered(from, step, middle) - prices.perCut / stepSeconds
      guard before > -.infinity else { continue }
      for to in 0..<map.positions where abs(to - from) >= rule.leastDistance {
        let value = before + covered(to, middle, end)
        for isForward in [false, true] {
          offer(
            value, to: state(end, to, isForward),
            by: .cut(from: from, wasForward: forward > back))
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
    let last = map.steps * map.positions * 2
    var best = last
    for state in last..<last + map.positions * 2 where values[state] > values[best] { best = state }
    var step = map.steps
    var position = (best - last) / 2
    var isForward = (best - last) % 2 == 1
    var pieces: [PlannedPath.Piece] = []
    while step > 0 {
      switch arrivals[state(step, position, isForward)] {
      case .start:
        step = 0
      case .rest:
        pieces.append(.rest(position: position, steps: step - 1..<step))
        step -= 1
      case .pan(let from, let index, let wasForward):
        let pan = pans.leaving[from][index]
        step -= pan.steps
        pieces.append(.pan(pan, start: step))
        position = from
        isForward = wasForward
      case .cut(let from, let wasForward):
        let rest = cutRule?.restSteps ?? 0
        pieces.append(.rest(position: position, steps: step - rest..<step))
        pieces.append(.cut(to: position, at: step - rest))
        step -= 2 * rest
        pieces.append(.rest(position: from, steps: step..<step + rest))
        position = from
        isForward = wasForward
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
