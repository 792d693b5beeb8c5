/// What a window may do from one step to a later one of a stretch: rest, move, turn or cut.
///
/// A row is what the limits ask of the past: whether the window rests, and since when it may do
/// what next, or how fast it moves. A rest that has to last, and a move that has to come some way,
/// are one way of several steps each, so that no step of either needs a row of its own.
struct PathGraph: Sendable {
  /// The first step of the stretch.
  static let entered = 0
  /// At rest, and nothing that came before hinders a start.
  static let free = 1
  /// The first step after a deliberate cut.
  static let cut = 2
  /// At rest for as long as a deliberate cut asks.
  static let mayCut = 3
  /// The first step at rest after a move to a side (0 or 1).
  static func arrived(_ side: Int) -> Int { 4 + side }
  /// At rest after a move.
  static func resting(_ side: Int) -> Int { 6 + side }
  /// At rest after a move for as long as turning back asks.
  static func mayTurn(_ side: Int) -> Int { 8 + side }
  /// At rest after a move for as long as going on asks.
  static func mayGoOn(_ side: Int) -> Int { 10 + side }
  /// The best of all rows that a move to a side may start from.
  static func ready(_ side: Int) -> Int { 12 + side }
  /// In motion towards a side.
  static func moving(_ side: Int) -> Int { 14 + side }

  /// One way to a row.
  struct Way: Sendable {
    /// The row that it comes from.
    let from: Int
    /// Steps that it takes.
    var steps = 1
    /// Positions it goes in each of them.
    var shift = 0
    /// What it costs, in steps of full coverage.
    var price: Float = 0
  }

  let limits: MotionLimits
  /// By row, the ways that lead to it; of equals the first is taken.
  let ways: [[Way]]
  /// Price of a first move, beside that of any, steps of full coverage.
  let first: Float
  /// Rows with which a stretch may end.
  let ends: [Int]

  /// - Parameters:
  ///   - limits: of motion.
  ///   - prices: what motion costs.
  ///   - steps: how long the stretch is.
  ///   - needsRest: whether the window has to be at rest when the stretch ends.
  init(_ limits: MotionLimits, _ prices: PathPrices, steps: Int, needsRest: Bool) {
    self.limits = limits
    first = prices.leastGain * Float(steps)
    let sides = [0, 1]
    var ways = [[Way]](repeating: [], count: 16)
    let held = max(1, limits.turnRest - 1)
    ways[Self.free] = [Way(from: Self.free), Way(from: Self.cut, steps: held)]
    ways[Self.mayCut] = [
      Way(from: Self.mayCut), Way(from: Self.entered, steps: held),
      Way(from: Self.cut, steps: held),
    ]
    for side in sides {
      ways[Self.mayCut].append(Way(from: Self.arrived(side), steps: held))
      ways[Self.arrived(side)] = [Way(from: Self.moving(side))]
      ways[Self.resting(side)] = [Way(from: Self.resting(side)), Way(from: Self.moving(side))]
      ways[Self.mayTurn(side)] = [
        Way(from: Self.mayTurn(side)), Way(from: Self.arrived(side), steps: held),
      ]
      ways[Self.mayGoOn(side)] = [
        Way(from: Self.mayGoOn(side)),
        Way(from: Self.arrived(side), steps: max(1, limits.againRest - 1)),
      ]
      for speed in 1...max(1, limits.greatest) where speed <= limits.greatest {
        let shift = side == 0 ? -speed : speed
        let least = limits.leastSteps(at: speed)
        ways[Self.moving(side)] += [
          Way(from: Self.moving(side), shift: shift, price: prices.perMovingStep),
          Way(
            from: Self.ready(side), steps: least, shift: shift,
            price: prices.perMove + Float(least) * prices.perMovingStep),
        ]
      }
    }
    self.ways = ways
    let atRest = [Self.free] + sides.map(Self.mayTurn)
    ends = needsRest ? atRest : atRest + sides.map(Self.resting) + sides.map(Self.moving)
  }
}
