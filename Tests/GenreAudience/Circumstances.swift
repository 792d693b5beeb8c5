/// How one viewer was recorded: what is as it is at home, whatever is shown.
struct Circumstances: Sendable {
  /// Samples a second, and how many viewers have them: what a page's timer, a slow and a usual
  /// reader of faces, and a camera's frames give.
  static let rates: [(hertz: Double, share: Double)] = [
    (1, 0.15), (2, 0.3), (10, 0.35), (30, 0.2),
  ]
  /// How many come late, and how many leave.
  static let latecomers = 0.1
  /// How many have stretches without a face, and as many have some without gaze.
  static let loses = 0.2
  /// The usual length of a stretch without a face.
  ///
  /// Of the gaps over 1 s in SHORE's reading of a seat the quartiles are 2, 3.9 and 10 s
  /// (ComedyLab, M. T. Harris 2014).
  static let gapMedian = 4.0
  /// Spread of the logarithm of a gap's length.
  static let gapSpread = 1.2
  /// Seconds between blinks.
  ///
  /// At rest there are 17 a minute (Bentivoglio et al. 1997).
  static let blinkEvery = 60.0 / 17
  /// How long eyes are shut in a blink.
  static let blinkLength = 0.15

  /// Samples per second.
  var rate: Double
  /// From when to when this viewer is there.
  var stay: Range<Double>
  /// Stretches in which the face is not found.
  var withoutFace: [Range<Double>]
  /// Stretches in which the gaze is not found.
  var withoutGaze: [Range<Double>]

  init(duration: Double, random: inout GenreRandom) {
    let kind = random.choice(of: Self.rates.map(\.share)) ?? Self.rates.count - 1
    rate = Self.rates[kind].hertz
    let isLate = random.chance(Self.latecomers)
    let leaves = random.chance(Self.latecomers)
    let start = random.within(0.05...0.3) * duration
    let end = random.within(0.7...0.95) * duration
    stay = (isLate ? start : 0)..<(leaves ? end : duration)
    withoutFace = Self.gaps(duration, random: &random)
    withoutGaze = Self.gaps(duration, random: &random)
  }

  private static func gaps(_ duration: Double, random: inout GenreRandom) -> [Range<Double>] {
    guard random.chance(loses) else { return [] }
    return (0..<random.whole(1...4)).map { _ in
      let start = random.within(0...duration)
      return start..<start + min(60, random.lasting(median: gapMedian, spread: gapSpread))
    }
  }
}
