/// What a source offers near a candidate for edges to fall on.
package struct EdgeMaterial: Hashable, Sendable {
  /// Times of cuts: the first frame of each new shot, seconds.
  package var cuts: [Double]
  /// Pauses in the sound, [start, end) in seconds.
  package var pauses: [Range<Double>]
  /// When subtitle cues are shown, [start, end) in seconds.
  package var cues: [Range<Double>]

  /// Makes material, in any order; times that are not finite are left out.
  package init(
    cuts: [Double] = [], pauses: [Range<Double>] = [], cues: [Range<Double>] = []
  ) {
    self.cuts = cuts.filter(\.isFinite).sorted()
    self.pauses = pauses.filter { $0.lowerBound.isFinite && $0.upperBound.isFinite }
    self.cues = cues.filter { $0.lowerBound.isFinite && $0.upperBound.isFinite }
  }
}

/// How far edges move and what they avoid.
package struct EdgeSettings: Hashable, Sendable {
  /// Seconds by which an edge may move to a cut, a cue or a pause.
  package var reach = 1.0
  /// Seconds of a shot below which its remainder at an edge is a sliver.
  package var sliver = 1.0

  /// The defaults.
  package init() {}
}
