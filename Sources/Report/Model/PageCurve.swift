/// The audience over the whole video, half second by half second.
public struct PageCurve: Sendable, Hashable {
  /// Seconds a bin.
  public var binSeconds: Double
  /// Names of the emotions that count.
  public var emotions: [String]
  /// Viewers of the whole video.
  public var viewers: Int
  /// Fewest viewers of whom figures are told.
  public var minimumViewers: Int
  /// The bins from play time 0 on.
  public var bins: [Bin]

  /// Makes a curve.
  public init(
    binSeconds: Double, emotions: [String], viewers: Int, minimumViewers: Int, bins: [Bin]
  ) {
    self.binSeconds = binSeconds
    self.emotions = emotions
    self.viewers = viewers
    self.minimumViewers = minimumViewers
    self.bins = bins
  }

  /// Half a second; what may not be told of so few is `nil`.
  public struct Bin: Sendable, Hashable {
    /// Viewers watching.
    public var watching: Int?
    /// Share of the faces that react with anything that counts.
    public var reacting: Double?
    /// Its lower bound.
    public var reactingLow: Double?
    /// For each of the curve's emotions, the share of the faces that show it.
    public var shares: [Double]?
    /// Share of the gaze in the densest cluster.
    public var gathered: Double?
    /// The same by chance.
    public var byChance: Double?

    /// Nothing is known.
    public init() {}
  }
}
