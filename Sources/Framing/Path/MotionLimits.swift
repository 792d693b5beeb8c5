/// The limits of motion in positions and steps of one grid.
struct MotionLimits: Hashable, Sendable {
  /// The speeds there are, positions a step, from the slowest on; without any nothing moves.
  ///
  /// They lie the further apart the faster they are, as the eye tells them apart (Weber), so that
  /// a slow drift can be followed steadily and few speeds do.
  var speeds: [Int]
  /// The greatest change of speed from step to step.
  var change: Int
  /// Positions between the lines of the ruler by which ways are counted.
  var wayUnit: Int
  /// The shortest way between two rests, lines crossed.
  var leastWay: Int
  /// A way shorter than this is a short move, lines crossed.
  var countedWay: Int
  /// Steps of rest before the window turns back.
  var turnRest: Int
  /// Steps of rest before it goes on in the same direction.
  var againRest: Int
  /// Steps of rest on either side of a deliberate cut.
  var cutRest: Int
  /// Least distance of a deliberate cut in positions; at 0 there are none.
  var leastCut: Int

  /// Rests are counted up to here, steps.
  var longestRest: Int { max(1, turnRest, againRest, cutRest) }

  /// How many lines of the ruler lie between two positions.
  func lines(from: Int, to: Int) -> Int {
    func line(_ position: Int) -> Int {
      Int((Double(position) / Double(wayUnit)).rounded(.down))
    }
    return abs(line(to) - line(from))
  }
}

extension MotionLimits {
  /// The limits of the settings on a grid.
  ///
  /// - Parameters:
  ///   - grid: the positions.
  ///   - axis: the window's axis.
  ///   - stepSeconds: length of a step.
  ///   - settings: speed and constants.
  ///   - mayCut: whether deliberate cuts are possible.
  init(
    grid: PositionGrid, axis: WindowAxis, stepSeconds: Double, settings: FramingSettings,
    mayCut: Bool
  ) {
    let constants = settings.constants
    let spacing = max(1e-9, grid.spacing)
    // Less what rounding to 0.1 pixel may add to a piece between keyframes.
    let fastest =
      settings.maximumSpeed * constants.speedReserve * axis.pictureWidthShare - 2 / axis.length
    let speed = max(0, min(Double(min(80, grid.count - 1)), fastest * stepSeconds / spacing))
    func positions(_ widths: Double) -> Int {
      Int((widths * axis.pictureWidthShare / spacing - 1e-9).rounded(.up))
    }
    let wayUnit = max(1, positions(constants.leastPan) / 2)
    // Crossing one grid line more than fit into a way means having gone further than that.
    func lines(_ widths: Double) -> Int {
      let way = positions(widths)
      return wayUnit == 1 ? max(1, way) : (way + wayUnit - 1) / wayUnit + 1
    }
    func steps(_ seconds: Double) -> Int {
      max(1, Int((seconds / stepSeconds - 1e-6).rounded(.up)))
    }
    speeds = Self.ladder(
      upTo: grid.count > 1 ? Int(speed + 1e-6) : 0, ratio: constants.speedRatio)
    change = max(1, Int((speed * stepSeconds / max(0.05, constants.easeSeconds)).rounded()))
    self.wayUnit = wayUnit
    leastWay = lines(constants.leastPan)
    countedWay = max(leastWay, lines(constants.leastSpan))
    // A step more: the window eases for half a step on either side.
    turnRest = steps(constants.turnRestSeconds) + 1
    againRest = steps(constants.againRestSeconds) + 1
    cutRest = steps(constants.cutRestSeconds)
    let distance = constants.leastCutDistance * grid.window / spacing
    leastCut = mayCut && grid.count > 1 ? max(1, Int(distance.rounded(.up))) : 0
  }

  /// Speeds from 1 on, each about `ratio` times the one before, and the greatest.
  private static func ladder(upTo greatest: Int, ratio: Double) -> [Int] {
    guard greatest > 0 else { return [] }
    var speeds: [Int] = []
    var next = 1.0
    while Int(next.rounded()) < greatest {
      speeds.append(Int(next.rounded()))
      next = max(next + 1, next * ratio)
    }
    return speeds + [greatest]
  }
}
