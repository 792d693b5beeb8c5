/// What a source offers near a candidate for edges to fall on.
public struct EdgeMaterial: Hashable, Sendable {
  /// Times of cuts: the first frame of each new shot, seconds.
  public var cuts: [Double]
  /// Pauses in the sound, [start, end) in seconds.
  public var pauses: [Range<Double>]
  /// When subtitle cues are shown, [start, end) in seconds.
  public var cues: [Range<Double>]

  /// Makes material, in any order; times that are not finite are left out.
  public init(
    cuts: [Double] = [], pauses: [Range<Double>] = [], cues: [Range<Double>] = []
  ) {
    self.cuts = cuts.filter(\.isFinite).sorted()
    self.pauses = pauses.filter { $0.lowerBound.isFinite && $0.upperBound.isFinite }
    self.cues = cues.filter { $0.lowerBound.isFinite && $0.upperBound.isFinite }
  }
}

/// How far edges move and what they avoid.
public struct EdgeSettings: Hashable, Sendable {
  /// Seconds by which an edge may move to a cut, a cue or a pause.
  public var reach = 1.0
  /// Seconds of a shot below which its remainder at an edge is a sliver.
  public var sliver = 1.0

  /// The defaults.
  public init() {}
}
