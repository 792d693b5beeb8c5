/// The evenest way from a rest to another within a corridor.
///
/// The path of least Σ (place − aim)² + λ Σ |change of speed|, which is convex, by Newton's method
/// with a barrier of weight / room at each limit (Fiacco & McCormick 1968): every path on the way
/// to it keeps all limits, and so does what is found. The absolute value makes it one of few
/// speeds, each held as long as the corridor lets it (Kim et al. 2009); as √(y² + ε²) it has a
/// second derivative. Every equation holds three neighbours, so that a step costs as much as the
/// way is long.
struct EvenWay {
  /// The places, one a step.
  ///
  /// The first is where it rests before, the last where it comes to rest, if it does. Between them
  /// a way within the limits, which goes up at every step.
  let planned: [Double]
  /// Whether the last place is one of rest; else the way ends in motion, anywhere.
  let comesToRest: Bool
  /// Where it has to be at each step.
  let corridor: [ClosedRange<Double>]
  /// Where it would best be at each step.
  let aims: [Double]
  /// The greatest speed, places a step.
  let greatest: Double
  /// What a change of speed by a place a step costs, squared places.
  let perChange: Double

  /// ε: a change of speed that is hardly one, places a step.
  private static let hardly = 0.02
  /// How far beyond the corridor and the greatest speed a limit stands, places: so that what is
  /// planned lies inside.
  private static let slack = 0.01

  /// The least speed, places a step: slower would be a stop, and nothing is planned below 1.
  private static let least = 0.99

  /// Steps whose place is given.
  private var isGiven: [Bool] {
    planned.indices.map { $0 == 0 || (comesToRest && $0 == planned.count - 1) }
  }

  /// The places, one a step.
  func places() -> [Double] {
    guard planned.count > 2 else { return planned }
    var places = planned
    var weight = 10.0
    while weight > 1e-3 {
      for _ in 0..<12 where !step(&places, weight) { break }
      weight /= 8
    }
    return places
  }

  /// A step of Newton's method; whether it gained anything.
  private func step(_ places: inout [Double], _ weight: Double) -> Bool {
    var system = BandedSystem(count: places.count)
    for (index, place) in places.enumerated() {
      system.add([1], at: index, slope: 2 * (place - aims[index]), curve: 2)
      barrier(&system, [1], index, place - corridor[index].lowerBound + Self.slack, weight)
      barrier(&system, [-1], index, corridor[index].upperBound - place + Self.slack, weight)
    }
    for index in 1..<places.count {
      let speed = places[index] - places[index - 1]
      barrier(&system, [-1, 1], index - 1, speed - Self.least, weight)
      barrier(&system, [1, -1], index - 1, greatest - speed + Self.slack, weight)
    }
    for (index, change) in changes(places).enumerated() {
      let length = (change * change + Self.hardly * Self.hardly).squareRoot()
      let slope = perChange * change / length
      let curve = perChange * Self.hardly * Self.hardly / (length * length * length)
      system.add([1, -2, 1], at: index, slope: slope, curve: curve)
    }
    for (index, isGiven) in isGiven.enumerated() where isGiven { system.fix(index) }
    let (way, gain) = system.solved()
    guard gain > 1e-6 else { return false }
    let before = value(places, weight)
    var share = 1.0
    while share > 1e-6 {
      let tried = zip(places, way).map { $0 + share * $1 }
      if value(tried, weight) <= before - share * gain / 8 {
        places = tried
        return true
      }
      share /= 2
    }
    return false
  }

  /// By how much the speed changes between its steps: that it starts, and stops, is planned.
  private func changes(_ places: [Double]) -> [Double] {
    let speeds = zip(places, places.dropFirst()).map { $1 - $0 }
    return zip(speeds, speeds.dropFirst()).map { $1 - $0 }
  }

  private func barrier(
    _ system: inout BandedSystem, _ factors: [Double], _ index: Int, _ room: Double,
    _ weight: Double
  ) {
    let square = room * room
    system.add(factors, at: index, slope: -weight / square, curve: 2 * weight / (square * room))
  }

  /// What a way is worth with barriers of a weight; infinite beyond a limit.
  private func value(_ places: [Double], _ weight: Double) -> Double {
    var value = 0.0
    func limit(_ room: Double) { value += room > 0 ? weight / room : .infinity }
    for (index, place) in places.enumerated() {
      value += (place - aims[index]) * (place - aims[index])
      limit(place - corridor[index].lowerBound + Self.slack)
      limit(corridor[index].upperBound - place + Self.slack)
    }
    for index in 1..<places.count {
      let speed = places[index] - places[index - 1]
      limit(speed - Self.least)
      limit(greatest - speed + Self.slack)
    }
    for change in changes(places) {
      value += perChange * (change * change + Self.hardly * Self.hardly).squareRoot()
    }
    return value
  }
}

/// Symmetric equations in which each unknown meets its next two neighbours only.
private struct BandedSystem {
  /// By unknown: its own factor and those of the next two.
  private var rows: [SIMD4<Double>]
  private var slopes: [Double]

  init(count: Int) {
    rows = [SIMD4<Double>](repeating: .zero, count: count)
    slopes = [Double](repeating: 0, count: count)
  }

  /// Adds a function of Σ factor · unknown, by its first and second derivative.
  mutating func add(_ factors: [Double], at first: Int, slope: Double, curve: Double) {
    for (index, factor) in factors.enumerated() {
      slopes[first + index] += slope * factor
      for next in index..<factors.count {
        rows[first + index][next - index] += curve * factor * factors[next]
      }
    }
  }

  /// Holds an unknown where it is.
  mutating func fix(_ index: Int) {
    slopes[index] = 0
    rows[index] = [1, 0, 0, 0]
    for before in 1...2 where index >= before { rows[index - before][before] = 0 }
  }

  /// The way to the least value of the quadratic, and how steep it is.
  func solved() -> (way: [Double], gain: Double) {
    // L D Lᵀ by rows.
    var rows = rows
    var way = slopes.map { -$0 }
    for index in rows.indices {
      for next in 1...2 where index + next < rows.count {
        let factor = rows[index][next] / rows[index][0]
        way[index + next] -= factor * way[index]
        for other in next...2 where index + other < rows.count {
          rows[index + next][other - next] -= factor * rows[index][other]
        }
      }
    }
    for index in rows.indices.reversed() {
      for next in 1...2 where index + next < rows.count {
        way[index] -= rows[index][next] * way[index + next]
      }
      way[index] /= rows[index][0]
    }
    return (way, -zip(way, slopes).reduce(0) { $0 + $1.0 * $1.1 })
  }
}
