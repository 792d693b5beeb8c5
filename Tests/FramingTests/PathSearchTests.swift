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
    var turns: Int

    var stretch: PathStretch {
      PathStretch(
        map: map, rows: 0..<map.steps,
        graph: PathGraph(limits, prices, steps: map.steps, needsRest: false))
    }

    func found(turns: Int?) -> PathSearch.Found {
      PathSearch(stretches: [stretch], turns: turns, perCut: prices.perCut, start: nil).path()
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
      var turns: Int
    }

    /// The greatest value of all paths on from a step.
    func best(after step: Int, _ past: Past) -> Float {
      guard step + 1 < map.steps else {
        // A move has come its way, and a cut is rested after.
        let isOver = past.bound == 0 && (!past.isCut || past.rest >= limits.turnRest)
        return isOver ? 0 : -.infinity
      }
      var best = -Float.infinity
      func go(_ next: Past, _ price: Float) {
        guard (0..<map.positions).contains(next.position) else { return }
        best = max(
          best, Float(map[step + 1, next.position]) - price + self.best(after: step + 1, next))
      }
      var still = past
      still.rest += 1
      if past.bound == 0 { (still.speed, still.rest) = (0, past.rest + 1); go(still, 0) }
      for side in [-1, 1] {
        for speed in 1...limits.greatest {
          var next = past
          next.position += side * speed
          (next.side, next.speed, next.rest, next.isCut) = (side, speed, 0, false)
          if past.rest == 0 {
            guard side == past.side, past.bound == 0 || speed == past.speed else { continue }
            next.bound = max(0, past.bound - 1)
            go(next, 0)
          } else {
            let isTurn = past.side == -side
            let least =
              past.isCut || isTurn ? limits.turnRest : past.side == side ? limits.againRest : 1
            guard past.rest >= least, !isTurn || past.turns > 0 else { continue }
            if isTurn { next.turns -= 1 }
            next.bound = limits.leastSteps(at: speed) - 1
            let isFirst = past.side == 0
            go(next, prices.perMove + (isFirst ? prices.leastGain * Float(map.steps) : 0))
          }
        }
      }
      guard limits.leastCut > 0, past.rest >= limits.turnRest else { return best }
      for to in 0..<map.positions where abs(to - past.position) >= limits.leastCut {
        go(Past(position: to, isCut: true, turns: past.turns), prices.perCut)
      }
      return best
    }
  }

  private func world(_ seed: Int) -> World {
    var random = SeededGenerator(seed: UInt64(seed))
    let positions = 3 + seed % 3
    let steps = 6 + seed % 2
    return World(
      map: CoverageMap(
        steps: steps, positions: positions,
        values: (0..<steps * positions).map { _ in random.unit() }),
      limits: MotionLimits(
        greatest: 1 + seed % 3, leastWay: Double(1 + seed % 3),
        turnRest: 2 + seed % 2, againRest: 2 + seed % 3, leastCut: seed % 4 == 0 ? 0 : 2),
      turns: seed % 3)
  }

  @Test("against all paths of small worlds", arguments: 0..<60)
  func bruteForce(seed: Int) {
    let world = world(seed)
    let best = (0..<world.map.positions).map { position in
      Float(world.map[0, position])
        + world.best(after: 0, .init(position: position, turns: world.turns))
    }.max()
    let found = world.found(turns: world.turns)
    #expect(abs(found.value - (best ?? 0)) < 1e-4)
    #expect(found.positions.count == world.map.steps && found.turns.count <= world.turns)
    // In seven steps there is no room for nine turns.
    #expect(abs(world.found(turns: nil).value - world.found(turns: 9).value) < 1e-4)
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
        max(0, 1 - abs(places[cell / 14 / 5] - Double(cell % 14)) / 4) + 0.1 * random.unit()
      })
    for turns in [0, 1, 3] {
      let found = world.found(turns: turns)
      let path = PlannedPath(positions: found.positions.map(Double.init), cuts: found.cuts)
      var value: Float = 0
      for (step, position) in found.positions.enumerated() {
        value += Float(world.map[step, position])
      }
      value -= Float(found.cuts.count) * world.prices.perCut
      for move in path.runs.flatMap(path.moves) {
        value -= world.prices.perMove
        let isFirst = path.runs.contains { path.moves(in: $0).first == move }
        if isFirst { value -= world.prices.leastGain * 40 }
      }
      #expect(abs(found.value - value) < 1e-3)
      #expect(path.turns == found.turns.count && path.turns <= turns)
    }
  }

  @Test("a window that changes its size has come to rest, and comes no further than it may")
  func join() {
    let map = CoverageMap(
      steps: 12, positions: 9,
      values: (0..<12 * 9).map { $0 % 9 == ($0 < 54 ? 0 : 8) ? 1 : 0 })
    let world = World(
      map: map,
      limits: MotionLimits(
        greatest: 2, leastWay: 1, turnRest: 2, againRest: 3, leastCut: 0),
      turns: 0)
    func stretch(_ rows: Range<Int>, reach: Float?) -> PathStretch {
      PathStretch(
        map: map, rows: rows,
        graph: PathGraph(
          world.limits, world.prices, steps: 6, needsRest: rows.lowerBound == 0),
        middles: (0..<9).map(Float.init), reach: reach)
    }
    let found = PathSearch(
      stretches: [stretch(0..<6, reach: nil), stretch(6..<12, reach: 1)], turns: 0, perCut: 1,
      start: nil
    ).path()
    #expect(abs(found.positions[6] - found.positions[5]) <= 1)
    #expect(found.positions[4] == found.positions[5])
    #expect(found.positions.last == 8)
  }
}

@Suite("A move is as even as its corridor lets it be")
struct TautStringTests {
  private func way(_ planned: [Double], room: Double) -> [Double] {
    TautString(
      ranges: planned.indices.map { step in
        let own = step == 0 || step == planned.count - 1 ? 0 : room
        return planned[step] - own...planned[step] + own
      }
    ).places()
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

  @Test("no other line through the ranges changes its speed less", arguments: 0..<20)
  func least(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let ranges = (0..<9).map { step -> ClosedRange<Double> in
      let low = random.unit() * 4 + Double(step)
      return low...(step == 0 || step == 8 ? low : low + random.unit() * 4)
    }
    let places = TautString(ranges: ranges).places()
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
