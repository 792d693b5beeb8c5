import Audience

/// How looks are drawn: figures of real viewers, and what belongs to one of ours.
///
/// Measured are the looks of GazeCom (Dorr et al. 2010: six open scenes of 20 s, 37 to 52 viewers
/// each) about the densest place at each instant. Distances are in widths of the picture.
struct GazeHabit: Sendable {
  /// Standard deviation of looks about an attended thing: .033 to .048 across, .028 to .049 down.
  static let spreadOnThing = 0.038
  /// A fixation lasts .23 to .28 s in the median; .12 to .72 s are the 10th and 90th percentile.
  static let fixationMedian = 0.26
  /// Spread of the logarithm of that length.
  static let fixationSpread = 0.65
  /// Looks stay on the attended thing for .35 s in the median and 1.4 s at the 90th percentile
  /// where .46 to .56 of them are on it: visits of one to three fixations, each chosen anew.
  static let fixationsInVisit = 1...3
  /// Looks that are on nothing attended: middle .48 to .62 across and .52 to .57 down.
  static let elsewhereMiddle = PicturePoint(x: 0.54, y: 0.55)
  /// Their standard deviation: .24 to .28 across, .20 to .32 down (in heights).
  static let elsewhereSpread = (x: 0.25, y: 0.22)
  /// Within a fixation the tracker's samples scatter by .0016 to .0024 across.
  static let towerNoise = 0.002
  /// A camera at home is no such tower: .01 to .03 is assumed, about 15 to 45 pixels in 1,500.
  static let homeNoise = 0.01...0.03
  /// Eyes arrive at a new scene .2 to .35 s after it appears.
  static let latencies = 0.2...0.35
  /// Viewers of GazeCom lie .016 off the others across and .017 down (.031 of the height), always.
  static let usualOffset = 0.017
  /// A head that moved after calibration: assumed of a quarter of viewers.
  static let largeOffset = 0.04

  /// Seconds after which a new scene is looked at.
  var latency: Double
  /// Constant error of the tracker, in widths across and heights down.
  var offset: PicturePoint
  /// Standard deviation of a sample, in widths.
  var noise: Double
  /// What tells this viewer's reading from others', 0..<1.
  var reader: Double

  init(random: inout GenreRandom) {
    latency = random.within(Self.latencies)
    let deviation = random.chance(0.25) ? Self.largeOffset : Self.usualOffset
    // Beyond two deviations a calibration would have been done anew.
    let across = min(2, max(-2, random.normal(0, 1))) * deviation
    let down = min(2, max(-2, random.normal(0, 1))) * deviation * GenreVideo.wide
    offset = PicturePoint(x: across, y: down)
    noise = max(Self.towerNoise, random.within(Self.homeNoise))
    reader = random.unit()
  }
}
