/// The state graph of a window's motion in a segment: rest, move, reverse or cut.
///
/// A state (row) has the facts about the past that the limits depend on: whether the window rests,
/// which move is allowed next, and the direction of motion. A rest with a minimum duration is one
/// transition of several steps, and so is a move with a minimum distance.
struct PathGraph: Sendable {
  /// At rest since the start of the segment.
  static let still = 0
  /// The first step after a deliberate cut.
  static let cut = 1
  /// At rest for the duration required at the end of a segment.
  static let resting = 2
  /// At rest for the duration required before a deliberate cut.
  static let mayCut = 3
  /// At rest for the duration required before a move to a side (0 or 1).
  static func ready(_ side: Int) -> Int { 4 + side }
  /// In motion towards a side (0 or 1).
  static func moving(_ side: Int) -> Int { 6 + side }

  /// A transition to a row.
  struct Way: Sendable {
    /// The row that it comes from; for a transition of 0 steps, a row with a lower number.
    let from: Int
    /// Duration in steps.
    var steps = 1
    /// Distance per step, in positions.
    var shift = 0
    /// Cost, in steps of full coverage.
    var price: Float = 0
  }

  let limits: MotionLimits
  /// The transitions to each row; if several are equally good, the first wins.
  let ways: [[Way]]
  /// Rows in which a segment may end.
  let ends: [Int]
  /// The last step at rest before a move; a later move would be cut off soon after it starts.
  let latest: Int
  /// Cost of a deliberate cut, in steps of full coverage; the same as a move's.
  var perCut: Float

  /// Whether a transition to a row may end at a step.
  func isOpen(_ way: Way, to row: Int, at step: Int) -> Bool {
    let begins = way.shift != 0 && way.from != row
    return way.steps <= step && (!begins || step - way.steps <= latest)
  }

  /// `steps` is the length of the segment; `needsRest` requires that it ends at rest.
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
