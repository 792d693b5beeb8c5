/// The audience over the whole video, half second by half second.
package struct PageCurve: Sendable, Hashable {
  /// Seconds a bin.
  package var binSeconds: Double
  /// Names of the emotions that count.
  package var emotions: [String]
  /// Viewers of the whole video.
  package var viewers: Int
  /// Fewest viewers of whom figures are told.
  package var minimumViewers: Int
  /// The bins from play time 0 on.
  package var bins: [Bin]

  /// Makes a curve.
  package init(
    binSeconds: Double, emotions: [String], viewers: Int, minimumViewers: Int, bins: [Bin]
  ) {
    self.binSeconds = binSeconds
    self.emotions = emotions
    self.viewers = viewers
    self.minimumViewers = minimumViewers
    self.bins = bins
  }

  /// Half a second; what may not be told of so few is `nil`.
  package struct Bin: Sendable, Hashable {
    /// Viewers watching.
    package var watching: Int?
    /// Share of the faces that react with anything that counts.
    package var reacting: Double?
    /// Its lower bound.
    package var reactingLow: Double?
    /// For each of the curve's emotions, the share of the faces that show it.
    package var shares: [Double]?
    /// Share of the gaze in the densest cluster.
    package var gathered: Double?
    /// The same by chance.
    package var byChance: Double?

    /// Nothing is known.
    package init() {}
  }
}
