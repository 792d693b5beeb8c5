/// One video's sessions folded into half-second bins; it names no viewer.
public struct AudienceTimeline: Hashable, Sendable {
  /// The length of a bin in seconds.
  public static let binSeconds = 0.5

  /// Length of the video in seconds; bin i covers [i / 2, (i + 1) / 2).
  public var duration: Double
  /// The bins from play time 0 on, without a gap.
  public var bins: [AudienceBin]
  /// How many viewers were folded in.
  public var viewers: Int
  /// Viewers left out, counted by reason.
  public var excluded: [Exclusion]

  /// Makes a timeline.
  public init(duration: Double, bins: [AudienceBin], viewers: Int, excluded: [Exclusion]) {
    self.duration = duration
    self.bins = bins
    self.viewers = viewers
    self.excluded = excluded
  }

  /// Viewers left out for one reason.
  public struct Exclusion: Hashable, Sendable {
    /// How many.
    public var viewers: Int
    /// Why, in a few words.
    public var reason: String

    /// Makes an exclusion.
    public init(viewers: Int, reason: String) {
      self.viewers = viewers
      self.reason = reason
    }
  }
}

/// Half a second of the audience.
public struct AudienceBin: Hashable, Sendable {
  /// One anonymous row a viewer who watched; sorted by what they hold, so their order tells nothing.
  public var rows: [AudienceRow]
  /// What gathering chance alone would give here; `nil` with too little gaze to say.
  public var chance: GatheringByChance?

  /// Makes a bin.
  public init(rows: [AudienceRow], chance: GatheringByChance?) {
    self.rows = rows
    self.chance = chance
  }
}

/// What one viewer gives to one bin.
public struct AudienceRow: Hashable, Sendable {
  /// Median of the usable gaze; `nil` without one.
  public var position: PicturePoint?
  /// How much this row counts, 0…1: quality of the gaze, times the viewer's own weight.
  public var weight: Double
  /// Strength of each sustained emotion above the viewer's resting face, 0…1; `nil` without a face.
  public var strengths: EmotionVector?

  /// Makes a row.
  public init(position: PicturePoint?, weight: Double, strengths: EmotionVector?) {
    self.position = position
    self.weight = weight
    self.strengths = strengths
  }
}

/// The gathering that the same viewers show when each is shifted in time.
public struct GatheringByChance: Hashable, Sendable {
  /// Mean share of the weight in the densest cluster, 0…1.
  public var share: Double
  /// Standard deviation of that share over the shifts.
  public var deviation: Double

  /// Makes a figure of chance.
  public init(share: Double, deviation: Double) {
    self.share = share
    self.deviation = deviation
  }
}
