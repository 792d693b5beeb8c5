import TestMaterial
import Testing

@testable import Framing

@Suite("The search finds the best of all paths that keep the limits")
struct PathSearchTests {
  /// A world so small that every path can be tried.
  private struct World {
    var map: CoverageMap
    var limits: MotionLimits
    var prices = PathPrices(stepSeconds: 1, constants: FramingConstants())
    var perCut: Float = 0.5

    var stretch: PathStretch {
      var graph = PathGraph(limits, prices, steps: map.steps, needsRest: false)
      graph.perCut = perCut
      return PathStretch(map: map, graph: graph)
    }
    /// What moving at all costs.
    var first: Float { prices.leastGain * Float(map.steps) }

    func found() -> (path: PlannedPath, value: Float) {
      let found = bestPaths(through: [stretch])
      return (found.paths[0], found.value)
    }

    /// What a path is and was at a step.
    struct Past {
      var position: Int
      /// Steps at rest, up to this one; 0 in motion.
      var rest = 1
      /// The side of the last move since the last cut.
      var side = 0
      var speed = 0
      /// Steps that the first speed of a move has to last for yet.
      var bound = 0
      var isCut = false
      var hasMoved = false
    }

    /// The greatest value of all paths on from a step.
    func best(after step: Int, _ past: Past) -> Float {
      guard step + 1 < map.steps else {
        // A move has come its way, and a cut is rested after.
        let isOver = past.bound == 0 && (!past.isCut || past.rest >= limits.rest)
        return isOver ? 0 : -.infinity
      }
      var best = -Float.infinity
      func go(_ next: Past, _ price: Float) {
        guard (0..<map.positions).contains(next.position) else { return }
        let first = next.hasMoved && !past.hasMoved ? self.first : 0
        best = max(
          best, map[step + 1, next.position] - price - first + self.best(after: step + 1, next))
      }
      var still = past
      if past.bound == 0 { (still.speed, still.rest) = (0, past.rest + 1); go(still, 0) }
      for side in [-1, 1] {
        for speed in 1...limits.greatest {
          var next = past
          next.position += side * speed
          (next.side, next.speed, next.rest) = (side, speed, 0)
          (next.isCut, next.hasMoved) = (false, true)
          if past.rest == 0 {
            guard side == past.side, past.bound == 0 || speed == past.speed else { continue }
            next.bound = max(0, past.bound - 1)
            go(next, 0)
          } else {
            let least =
              past.isCut
              ? limits.rest
              : past.side == side ? limits.againRest : past.side == -side ? limits.rest : 1
            guard past.rest >= least, step <= stretch.graph.latest else { continue }
            next.bound = limits.leastSteps(at: speed) - 1
            go(next, prices.perMove + (past.side == -side ? prices.perTurn : 0))
          }
        }
      }
      guard limits.leastCut > 0, past.rest >= limits.rest else { return best }
      for to in 0..<map.positions where abs(to - past.position) >= limits.leastCut {
        go(Past(position: to, isCut: true, hasMoved: true), perCut)
      }
      return best
    }
  }

  private func world(_ seed: Int) -> World {
    var random = SeededGenerator(seed: UInt64(seed))
    let positions = 3 + seed % 3
    let steps = 6 + seed % 2
    var world = World(
      map: CoverageMap(
        steps: steps, positions: positions,
        values: (0..<steps * positions).map { _ in Float(random.unit()) }),
      limits: MotionLimits(
        greatest: 1 + seed % 3, leastWay: Double(1 + seed % 3), rest: 2 + seed % 2,
        againRest: 2 + seed % 3, leastCut: seed % 4 == 0 ? 0 : 2))
    world.prices.perTurn = Float(seed % 3) / 4
    world.perCut = Float(seed % 5) / 8
    return world
  }

  @Test("against all paths of small worlds", arguments: 0..<60)
  func bruteForce(seed: Int) {
    let world = world(seed)
    let best = (0..<world.map.positions).map { position in
      world.map[0, position] + world.best(after: 0, .init(position: position))
    }.max()
    let found = world.found()
    #expect(abs(found.value - (best ?? 0)) < 1e-4)
    #expect(found.path.positions.count == world.map.steps)
  }

  @Test("what is read off is the path of that value", arguments: 0..<8)
  func readOff(seed: Int) {
    var world = world(seed)
    var random = SeededGenerator(seed: UInt64(seed + 100))
    // What is watched alternates between places, so that turns and cuts are worth having.
    let places = (0..<8).map { _ in random.unit() * 13 }
    world.map = CoverageMap(
      steps: 40, positions: 14,
      values: (0..<40 * 14).map { cell in
        Float(
          max(0, 1 - abs(places[cell / 14 / 5] - Double(cell % 14)) / 4) + 0.1 * random.unit())
      })
    var turns: [Int] = []
    for price: Float in [0, 1, 100] {
      world.prices.perTurn = price
      let (path, found) = world.found()
      var value: Float = 0
      for (step, position) in path.positions.enumerated() {
        value += world.map[step, Int(position)]
      }
      let moves = path.runs.flatMap(path.moves)
      value -= Float(path.cuts.count) * world.perCut
      value -= Float(moves.count) * world.prices.perMove + Float(path.turns) * price
      if !moves.isEmpty || !path.cuts.isEmpty { value -= world.first }
      #expect(abs(found - value) < 1e-3)
      turns.append(path.turns)
    }
    // The dearer, the fewer.
    #expect(turns == turns.sorted(by: >) && turns[2] == 0)
  }

  @Test("a window that changes its size has come to rest, and comes no further than it may")
  func join() {
    let maps = [0, 8].map { place in
      CoverageMap(steps: 6, positions: 9, values: (0..<54).map { $0 % 9 == place ? 1 : 0 })
    }
    let limits = MotionLimits(
      greatest: 2, leastWay: 1, rest: 2, againRest: 3, leastCut: 0)
    let prices = PathPrices(stepSeconds: 1, constants: FramingConstants())
    func stretch(_ map: CoverageMap, reach: Float?) -> PathStretch {
      PathStretch(
        map: map, graph: PathGraph(limits, prices, steps: 6, needsRest: reach == nil),
        middles: (0..<9).map(Float.init), reach: reach)
    }
    let found = bestPaths(
      through: [stretch(maps[0], reach: nil), stretch(maps[1], reach: 1)]
    ).paths
    #expect(abs(found[1].positions[0] - found[0].positions[5]) <= 1)
    #expect(found[0].positions[4] == found[0].positions[5])
    #expect(found[1].positions.last == 8)
  }

  /// The shortest move goes further than there is room: its steps alone would take a gigabyte.
  @Test(
    "a window with hardly any room rests",
    arguments: [[608, 1080, 1080, 1920], [854, 480, 1920, 1080], [426, 240, 1920, 1080]])
  func hardlyAnyRoom(sizes: [Int]) {
    let axis = WindowAxis(
      pictureWidth: sizes[0], pictureHeight: sizes[1], outputWidth: sizes[2],
      outputHeight: sizes[3])
    let constants = FramingConstants()
    let grid = PositionGrid(axis: axis, positions: constants.positions)
    #expect(grid.count > 1)
    let limits = MotionLimits(
      grid: grid, axis: axis, stepSeconds: 0.2, settings: FramingSettings(), mayCut: true)
    let prices = PathPrices(stepSeconds: 0.2, constants: constants)
    let graph = PathGraph(limits, prices, steps: 100, needsRest: false)
    #expect(graph.ways.joined().allSatisfy { $0.steps <= 20 })
  }
}

@Suite("A move is as even as its corridor lets it be")
struct TautStringTests {
  private func way(_ planned: [Double], room: Double) -> [Double] {
    tautString(
      through: planned.indices.map { step in
        let own = step == 0 || step == planned.count - 1 ? 0 : room
        return planned[step] - own...planned[step] + own
      })
  }

  @Test("speeds that alternate become one")
  func even() {
    // 54.7 and 27.3 pixels a second in turns, as a face at 38.5 was once followed.
    let places = way((0...30).map { Double(3 * $0 / 2) }, room: 2)
    #expect(places.first == 0 && places.last == 45)
    for (from, to) in zip(places, places.dropFirst()) { #expect(abs(to - from - 1.5) < 1e-9) }
  }

  @Test("it stays in its corridor, never goes back, and is no faster than what was planned")
  func limits() {
    let planned =
      (0..<10).map(Double.init) + (1...8).map { 9 + 6 * Double($0) }
      + (58...70).map(Double.init)
    let places = way(planned, room: 1.5)
    for (place, plan) in zip(places, planned) { #expect(abs(place - plan) <= 1.5 + 1e-9) }
    for (from, to) in zip(places, places.dropFirst()) {
      #expect(to > from && to - from <= 6 + 1e-9)
    }
  }

  @Test("what goes on at the end goes as it went, and no faster than it may")
  func goingOn() {
    // Planned 30 steps of 1.5 and a last one of 9, with room of 12.
    var planned = (0...30).map { 1.5 * Double($0) } + [54]
    func way(fastest: Double) -> [Double] {
      tautString(
        through: [0...0] + planned.dropFirst().map { $0 - 12...$0 + 12 }, fastest: fastest)
    }
    // The mean of all is 54 / 31.
    for (from, to) in zip(way(fastest: 9), way(fastest: 9).dropFirst()) {
      #expect(abs(to - from - 54.0 / 31) < 1e-9)
    }
    planned[31] = 200
    let steps = zip(way(fastest: 2), way(fastest: 2).dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 <= 2 + 1e-9 }, "\(steps)")
  }

  @Test("no other line through the ranges changes its speed less", arguments: 0..<20)
  func least(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let ranges = (0..<9).map { step -> ClosedRange<Double> in
      let low = random.unit() * 4 + Double(step)
      return low...(step == 0 || step == 8 ? low : low + random.unit() * 4)
    }
    let places = tautString(through: ranges)
    for (place, range) in zip(places, ranges) {
      #expect(place >= range.lowerBound - 1e-9 && place <= range.upperBound + 1e-9)
    }
    // The shortest: moving any place within its range makes the way longer.
    func squares(_ line: [Double]) -> Double {
      zip(line, line.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }
    }
    for step in 1..<8 {
      for end in [ranges[step].lowerBound, ranges[step].upperBound] {
        var other = places
        other[step] += (end - other[step]) / 100
        #expect(squares(other) >= squares(places) - 1e-9)
      }
    }
  }
}
