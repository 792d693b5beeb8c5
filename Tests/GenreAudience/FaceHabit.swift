/// How a face behaves: figures of real faces, and what belongs to one of ours.
///
/// Measured are 24 seats of two comedy audiences: SHORE's happy score at 8 to 10 Hz, 15 and 16
/// minutes, against what a person saw in each seat (ComedyLab, M. T. Harris 2014). "Quiet" is where
/// the person saw no laugh and no smile.
struct FaceHabit: Sendable {
  /// Medians of the seats' quiet score: 0 in four of 24, .27 in the middle, .47 and more in five.
  static let quietMedian = 0.27
  /// Their standard deviation; what falls below 0 is a face that is near 0 nearly always.
  static let quietSpread = 0.2
  /// Nobody at home is at a show: a quiet face lies lower by this.
  ///
  /// Assumed; in the measured rooms a quarter of the time was a smile, which lifts what lies
  /// between the smiles as well.
  static let lowerAtHome = 0.2
  /// How far a laugh at its height lifts the score.
  ///
  /// A seat's median while laughing lies above its quiet one by .14 .17 .39 .49 .65 (5, 25, 50, 75
  /// and 95 % of seats), above all that is no laugh by .03 .16 .30 .43 .53. A median has the rise
  /// in it and stops at 1: planted with a mean of .37 the latter came to .20, with .48 to about .3.
  static let laughLift = (mean: 0.48, spread: 0.19, least: 0.1)
  /// Of a smile the medians lie .05 .14 .20 .27 .46 above the quiet ones: about half as far.
  static let smileOfLaugh = 0.5
  /// What a smile of minutes lifts the score by, at least: the seats that rest over .5 most of the
  /// time have medians of .51 to .86 (ComedyLab), where a quiet face is at .27 and less.
  static let restingSmile = 0.4
  /// Labelled laughs last 2.2 2.9 3.8 5.2 7.3 10 13 s (5 to 95 %): a logarithm of this spread.
  static let laughMedian = 5.2
  /// Spread of the logarithm of a laugh's length.
  static let laughSpread = 0.48
  /// Labelled smiles last 1.7 2.3 3.5 5.4 9.5 17 25 s (5 to 95 %).
  static let smileMedian = 5.4
  /// Spread of the logarithm of a smile's length.
  static let smileSpread = 0.85
  /// Laughing shares of seats: .01 .09 .13 .25, most .57; about the middle a logarithm of this
  /// spread.
  static let eagernessSpread = 0.8
  /// Who never laughed in 15 minutes though others did: two of 26 seats.
  static let deadpans = 0.08
  /// A tenth of the seats had a median over .5 in nine minutes of ten, a quarter in half of them.
  static let restingSmilers = 0.12

  /// The quiet score, which may lie below 0: then only what is well above shows.
  var quiet: Double
  /// How far a laugh lifts the score.
  var lift: Double
  /// How far a smile lifts it.
  var smile: Double
  /// How readily this person laughs with others, against the rest; 0 never.
  var eagerness: Double
  /// How much the score wanders: the quiet deviations of seats are .08 to .29, .2 in the middle.
  var liveliness: Double
  /// Seconds from a cause to what the face shows.
  var lag: Double
  /// Whether this person smiles for a minute or three now and then, whatever is shown.
  var isRestingSmiler: Bool
  /// How many misfires of single samples there are, against the usual.
  var misfires: Double

  init(isAtShow: Bool, random: inout GenreRandom) {
    let mean = Self.quietMedian - (isAtShow ? 0 : Self.lowerAtHome)
    quiet = random.normal(mean, Self.quietSpread)
    let lift = Self.laughLift
    self.lift = max(lift.least, random.normal(lift.mean, lift.spread))
    let isDeadpan = random.chance(Self.deadpans)
    eagerness = isDeadpan ? 0 : random.lasting(median: 1, spread: Self.eagernessSpread)
    if isDeadpan { quiet = min(0, quiet) }
    liveliness = min(1.5, max(0.5, random.normal(1, 0.25)))
    lag = random.within(0.3...1.2)
    isRestingSmiler = !isDeadpan && random.chance(Self.restingSmilers)
    misfires = random.lasting(median: 1, spread: 0.5)
    smile = Self.smileOfLaugh * self.lift
    if isRestingSmiler { smile = max(Self.restingSmile, smile) }
  }
}
