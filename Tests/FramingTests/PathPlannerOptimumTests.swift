import TestMaterial
import Testing

@testable import Framing

@Suite("The planner finds the best of all paths")
struct PathPlannerOptimumTests {
  /// A small world in which every path can be tried, told in words of its own.
  private struct World {
    var map: CoverageMap
    var limits: MotionLimits
    var prices: PathPrices
    var turns: Int

    var graph: MotionGraph {
      MotionGraph(limits: limits, prices: prices, positions: map.positions)
    }

    /// What the rules ask of the past.
    struct Past {
      var speed = 0
      var last = 0
      var rested = 1
      var way = 0
      var heldFor: Int?
      var turns: Int
    }

    /// The best value of all that can follow a step.
    func best(after step: Int, at position: Int, _ past: Past) -> Double {
      guard step + 1 < map.steps else { return mayEnd(past) ? 0 : -.infinity }
      var best = -Double.infinity
      for velocity in limits.speeds.map({ -$0 }) + [0] + limits.speeds {
        let to = position + velocity
        guard (0..<map.positions).contains(to),
          let (next, price) = move(
            past, to: velocity, lines: limits.lines(from: position, to: to))
        else { continue }
        best = max(
          best, map[step + 1, to] - price + self.best(after: step + 1, at: to, next))
      }
      guard mayCut(past) else { return best }
      for to in 0..<map.positions where abs(to - position) >= limits.leastCut {
        let next = Past(heldFor: 1, turns: past.turns)
        best = max(
          best, map[step + 1, to] - prices.perCut + self.best(after: step + 1, at: to, next))
      }
      return best
    }

    private func mayEnd(_ past: Past) -> Bool {
      if let held = past.heldFor, held < limits.cutRest { return false }
      return past.speed == 0 || past.way >= limits.leastWay
    }

    private func mayCut(_ past: Past) -> Bool {
      guard limits.leastCut > 0, past.speed == 0 else { return false }
      return (past.heldFor ?? past.rested) >= limits.cutRest
    }

    /// The past after a step at a velocity, and what it costs; `nil` where it may not be.
    private func move(_ past: Past, to velocity: Int, lines: Int) -> (Past, Double)? {
      var next = past
      guard abs(velocity - past.speed) <= limits.change else { return nil }
      guard velocity * past.speed >= 0 else { return nil }
      if let held = past.heldFor {
        guard velocity == 0 || held >= limits.cutRest else { return nil }
        next.heldFor = velocity == 0 ? held + 1 : nil
      }
      let change = prices.perChange * Double(abs(velocity - past.speed))
      if velocity == 0 {
        guard past.speed != 0 else {
          next.rested += 1
          return (next, 0)
        }
        guard past.way >= limits.leastWay else { return nil }
        next.speed = 0
        next.last = past.speed > 0 ? 1 : -1
        next.rested = 1
        return (next, change + (past.way < limits.countedWay ? prices.perShortMove : 0))
      }
      var price =
        change + prices.perMovingStep + prices.perPosition * Double(abs(velocity))
      if velocity != past.speed { price += prices.perPace }
      if past.speed == 0 {
        price += prices.perStart
        let direction = velocity > 0 ? 1 : -1
        let last = past.heldFor == nil ? past.last : 0
        if last == -direction {
          guard past.turns > 0, past.rested >= limits.turnRest else { return nil }
          next.turns -= 1
          price += prices.perTurn
        } else if last == direction, past.rested < limits.againRest {
          return nil
        }
        next.way = 0
      }
      next.speed = velocity
      next.way += lines
      return (next, price)
    }
  }

  private func world(_ seed: Int) -> World {
    var random = SeededGenerator(seed: UInt64(seed))
    let positions = 3 + seed % 3
    let steps = 5 + seed % 3
    let map = CoverageMap(
      steps: steps, positions: positions,
      values: (0..<steps * positions).map { _ in random.unit() })
    return World(
      map: map,
      limits: MotionLimits(
        speeds: [[1], [1, 2], [1, 3]][seed % 3], change: 1 + seed % 3, wayUnit: 1 + seed % 2,
        leastWay: 1 + seed % 3, countedWay: 3,
        turnRest: 1 + seed % 2, againRest: 1 + seed % 3, cutRest: 1 + seed % 2,
        leastCut: seed % 4 == 0 ? 0 : 2),
      prices: PathPrices(
        perStart: 0.1, perChange: 0.03, perPace: 0.015, perPosition: 0.02, perShortMove: 0.05,
        perTurn: 0.04,
        perMovingStep: 0.01, perCut: 0.2, perJump: 0.5),
      turns: seed % 3)
  }

  @Test("against all paths of small worlds", arguments: 0..<60)
  func bruteForce(seed: Int) {
    let world = world(seed)
    let best =
      (0..<world.map.positions).map { position in
        world.map[0, position]
          + world.best(after: 0, at: position, World.Past(turns: world.turns))
      }.max() ?? 0
    let planner = PathPlanner(
      segments: [
        PathSegment(
          map: world.map, graph: world.graph, rows: 0..<world.map.steps)
      ], turns: world.turns, perCut: world.prices.perCut)
    let found = planner.plan()
    #expect(abs(found.value - best) < 1e-4)
    #expect(found.states.count == world.map.steps)
    #expect((found.states.last?.lane ?? 9) <= world.turns)
  }

  @Test("turns that are not counted: as many as their price allows", arguments: 0..<20)
  func uncounted(seed: Int) {
    let world = world(seed)
    func plan(_ turns: Int?) -> PathPlanner.Found {
      PathPlanner(
        segments: [PathSegment(map: world.map, graph: world.graph, rows: 0..<world.map.steps)],
        turns: turns, perCut: world.prices.perCut
      ).plan()
    }
    // In seven steps there is no room for nine turns.
    #expect(abs(plan(nil).value - plan(9).value) < 1e-4)
    #expect(plan(9).states.last?.lane == plan(9).turns.count)
  }

  @Test("the very path of a plain search over all states, turns counted or not", arguments: 0..<4)
  func plainSearch(seed: Int) {
    var world = world(seed)
    var random = SeededGenerator(seed: UInt64(seed + 100))
    // What is watched alternates between places, so that turns and cuts are worth having.
    let places = (0..<8).map { _ in random.unit() * 13 }
    world.map = CoverageMap(
      steps: 40, positions: 14,
      values: (0..<40 * 14).map { cell in
        max(0, 1 - abs(places[cell / 14 / 5] - Double(cell % 14)) / 4) + 0.1 * random.unit()
      })
    for turns in [0, 1, 3] {
      let plain = PlainPathSearch(
        map: world.map, graph: world.graph, turns: turns, perCut: Float(world.prices.perCut)
      ).plan()
      let found = PathPlanner(
        segments: [PathSegment(map: world.map, graph: world.graph, rows: 0..<40)], turns: turns,
        perCut: world.prices.perCut
      ).plan()
      #expect(found.states == plain.states)
      #expect(found.cuts == plain.cuts && found.value == plain.value)
    }
  }

  @Test("two shots: the jump of what is attended across the cut is paid for", arguments: 0..<10)
  func twoShots(seed: Int) {
    let worlds = [world(seed), world(seed)]
    let graph = worlds[0].graph
    let count = worlds[0].map.positions
    let centres = (0..<count).map { Float(1) - Float($0) / Float(count) }
    let segments = worlds.enumerated().map { index, world in
      PathSegment(
        map: world.map, graph: graph, rows: 0..<world.map.steps, centreAtStart: centres,
        centreAtEnd: centres, perJump: index == 0 ? 0 : 1000)
    }
    let found = PathPlanner(segments: segments, turns: 4, perCut: 1).plan()
    let cut = worlds[0].map.steps
    #expect(found.states[cut].position == found.states[cut - 1].position)
  }

  @Test("what is read off in blocks is one path: no step is faster than the limit")
  func blocks() {
    var random = SeededGenerator(seed: 5)
    let map = CoverageMap(
      steps: 100, positions: 12, values: (0..<1200).map { _ in random.unit() })
    var world = world(1)
    world.map = map
    let found = PathPlanner(
      segments: [
        PathSegment(
          map: map, graph: world.graph, rows: 0..<100)
      ], turns: 6, perCut: 0.2
    ).plan()
    var coverage = 0.0
    for (step, state) in found.states.enumerated() { coverage += map[step, state.position] }
    #expect(coverage > found.value)
    for step in 1..<100 where !found.cuts.contains(step) {
      let moved = found.states[step].position - found.states[step - 1].position
      #expect(abs(moved) <= world.limits.speeds.max() ?? 0)
    }
  }
}
