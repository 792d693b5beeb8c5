/// What a window may do from one step to a later one of a stretch: rest, move, turn or cut.
///
/// A row is what the limits ask of the past: whether the window rests, and where to it may go from
/// there, or how fast it moves. A rest that has to last, and a move that has to come some way, are
/// one way of several steps each, so that no step of either needs a row of its own.
struct PathGraph: Sendable {
  /// At rest since the stretch began.
  static let still = 0
  /// The first step after a deliberate cut.
  static let cut = 1
  /// At rest, for as long as the stretch's end asks.
  static let resting = 2
  /// At rest for as long as a deliberate cut asks before it.
  static let mayCut = 3
  /// At rest for as long as a move to a side (0 or 1) asks before it.
  static func ready(_ side: Int) -> Int { 4 + side }
  /// In motion towards a side.
  static func moving(_ side: Int) -> Int { 6 + side }

  /// One way to a row.
  struct Way: Sendable {
    /// The row that it comes from: without a step, one before this one.
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
  /// Rows with which a stretch may end.
  let ends: [Int]
  /// The last step at rest from which a move may begin: what begins later is cut off as it is seen.
  let latest: Int
  /// Price of a deliberate cut, steps of full coverage: a move's.
  var perCut: Float

  /// Whether a way to a row may end at a step.
  func isOpen(_ way: Way, to row: Int, at step: Int) -> Bool {
    let begins = way.shift != 0 && way.from != row
    return way.steps <= step && (!begins || step - way.steps <= latest)
  }

  /// - Parameters:
  ///   - limits: of motion.
  ///   - prices: what motion costs.
  ///   - steps: how long the stretch is.
  ///   - needsRest: whether the window has to be at rest when the stretch ends.
  init(_ limits: MotionLimits, _ prices: PathPrices, steps: Int, needsRest: Bool) {
    self.limits = limits
    latest = steps - 1 - limits.rest
    perCut = prices.perMove
    let sides = [0, 1]
    let first = prices.leastGain * Float(steps)
    let held = max(1, limits.rest - 1)
    let rested = needsRest ? limits.rest : 1
    var ways = [[Way]](repeating: [], count: 8)
    ways[Self.still] = [Way(from: Self.still)]
    ways[Self.resting] =
      [Way(from: Self.resting), Way(from: Self.cut, steps: held)]
      + sides.map { Way(from: Self.moving($0), steps: rested) }
    ways[Self.mayCut] =
      [
        Way(from: Self.mayCut), Way(from: Self.cut, steps: held),
        Way(from: Self.still, steps: held, price: first),
      ] + sides.map { Way(from: Self.moving($0), steps: limits.rest) }
    for side in sides {
      ways[Self.ready(side)] = [
        Way(from: Self.ready(side)), Way(from: Self.still, steps: 0, price: first),
        Way(from: Self.cut, steps: held), Way(from: Self.moving(side), steps: limits.againRest),
        Way(from: Self.moving(1 - side), steps: limits.rest, price: prices.perTurn),
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
    let atRest = [Self.still, Self.resting]
    ends = needsRest ? atRest : atRest + sides.map(Self.moving)
  }
}
