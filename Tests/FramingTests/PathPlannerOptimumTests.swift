import TestMaterial
import Testing

@testable import Framing

@Suite("The planner finds the best of all paths")
struct PathPlannerOptimumTests {
  /// A small world in which every path can be tried.
  private struct World {
    var map: CoverageMap
    var pans: PanTable
    var prices: PathPrices
    var rule: PathPlanner.CutRule?
    var turns: Int

    /// The best value from a state on, by trying everything.
    func best(step: Int, position: Int, direction: Bool?, turns: Int) -> Double {
      guard step < map.steps else { return 0 }
      var best =
        map[step, position]
        + self.best(step: step + 1, position: position, direction: direction, turns: turns)
      for pan in pans.leaving[position] where step + pan.steps <= map.steps {
        let isTurn = direction.map { $0 != pan.isForward } ?? false
        if isTurn && turns == 0 { continue }
        var gain = isTurn ? -prices.perReversal : 0
        for (offset, cell) in pan.cells.enumerated() { gain += map[step + offset, cell] }
        gain -= prices.perLength * Double(abs(pan.to - pan.from)) * 0.1
        gain -= prices.perMovingSecond * Double(pan.steps)
        let rest = self.best(
          step: step + pan.steps, position: pan.to, direction: pan.isForward,
          turns: turns - (isTurn ? 1 : 0))
        best = max(best, gain + rest)
      }
      return max(best, bestCut(step: step, position: position, turns: turns))
    }

    private func bestCut(step: Int, position: Int, turns: Int) -> Double {
      guard let rule, step + 2 * rule.restSteps <= map.steps else { return -.infinity }
      let middle = step + rule.restSteps
      let held = (step..<middle).reduce(0) { $0 + map[$1, position] }
      var best = -Double.infinity
      for to in 0..<map.positions where abs(to - position) >= rule.leastDistance {
        let after = (middle..<middle + rule.restSteps).reduce(0) { $0 + map[$1, to] }
        let rest = self.best(
          step: middle + rule.restSteps, position: to, direction: nil, turns: turns)
        best = max(best, held + after - prices.perCut + rest)
      }
      return best
    }
  }

  @Test("against all paths of small worlds", arguments: 0..<40)
  func bruteForce(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let positions = 2 + seed % 3
    let steps = 4 + seed % 4
    let map = CoverageMap(
      steps: steps, positions: positions,
      values: (0..<steps * positions).map { _ in random.unit() })
    let leaving = (0..<positions).map { from in
      (0..<positions).filter { $0 != from }.flatMap { to in
        [1, 2].map { steps in
          Pan(
            from: from, to: to, steps: steps,
            cells: Array(repeating: seed % 2 == 0 ? from : to, count: steps))
        }
      }
    }
    let world = World(
      map: map, pans: PanTable(leaving: leaving),
      prices: PathPrices(
        perLength: 0.4, perReversal: 0.1, perMovingSecond: 0.05, perCut: 0.05),
      rule: seed % 5 == 0 ? nil : PathPlanner.CutRule(restSteps: 1, leastDistance: 1),
      turns: seed % 3)
    let best =
      (0..<positions).map {
        world.best(step: 0, position: $0, direction: nil, turns: world.turns)
      }.max() ?? 0
    var planner = PathPlanner(
      map: map, pans: world.pans, spacing: 0.1, stepSeconds: 1, cutRule: world.rule,
      prices: world.prices, maximumReversals: world.turns)
    let path = planner.plan()
    #expect(abs(path.value - best) < 1e-9)
    #expect(path.reversals <= world.turns)
  }
}
