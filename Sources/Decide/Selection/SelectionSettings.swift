package import Audience

/// The settings of selection (`selection.*` in gazecut.yaml) with their defaults.
package struct SelectionSettings: Hashable, Sendable {
  /// Largest number of moments per video.
  package var count = 5
  /// Shortest moment in seconds; see `minimumLength(forDuration:)` for short videos.
  package var minimumLength = 15.0
  /// Longest moment in seconds.
  package var maximumLength = 60.0
  /// Minimum group size (k-anonymity threshold): figures of fewer viewers are not published.
  ///
  /// A moment needs this many viewers with usable gaze and face at a time, in half of its core.
  package var minimumViewers = 5
  /// How much each emotion counts as a reaction, 0…1; for example raise `fear` for horror films.
  package var emotions = Emotion.defaultWeights
  /// Whether moments require faces, gaze, both or an engagement curve.
  package var evidence = Evidence.both
  /// The part of the audience that is used, to which `minimumViewers` applies.
  package var viewers = AudienceSubset.everyone

  /// Minimum mean reaction rate over a core, 0…1.
  package var leastReaction = 0.15
  /// Minimum duration of a reaction in seconds.
  ///
  /// A viewer reacts while their level stays more than one standard deviation above their own mean.
  package var reactionSeconds = 3.0
  /// Minimum mean number of viewers who react at the same time over a core.
  package var leastReactingViewers = 1.6
  /// Minimum gaze coverage of a vertical window over a core, 0…1.
  ///
  /// This is the most sensitive threshold. With noisy viewers, 0.58 finds up to 11 percentage
  /// points more of the true moments, and 0.2 false moments per video.
  package var leastHeld = 0.60
  /// Minimum confidence: share of resampled audiences that find the moment again, 0…1.
  package var leastSure = 0.0
  /// Weight of engagement curves relative to viewers, from 0 (not used).
  ///
  /// With 1, a curve's peak that is just significant counts as much as a just significant segment.
  package var curveWeight = 0.0

  /// Shortest and longest segment in seconds; a short video is one segment.
  static let segmentLengths = 5.0...60.0
  /// Shortest core in seconds.
  package var minimumCore: Double { Self.segmentLengths.lowerBound }
  /// Evidence in nats that a segment must exceed; a higher cost gives fewer and longer segments.
  static let segmentCost = 3.0
  /// Longest segment in seconds that is not trimmed.
  static let trimmedAbove = 15.0
  /// A longer segment is trimmed to the part with more evidence than this share of its best 5 s.
  static let coreShare = 0.66

  package init() {}

  /// The kind of evidence that moments are selected by.
  package enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// Both a reaction, and gaze that a vertical window covers.
    case both
    /// A reaction only; gaze is not used.
    case emotion
    /// Gaze coverage that is higher than usual only; faces are not used.
    case gaze
    /// A peak of an engagement curve only; viewers are not used.
    case curve

    /// The data it requires, for messages.
    package var sides: String {
      switch self {
      case .both: "gaze and face"
      case .emotion: "face"
      case .gaze: "gaze"
      case .curve: "curve"
      }
    }
  }

  /// The minimum length for a video: min(`minimumLength`, max(`minimumCore`, duration / 4)).
  package func minimumLength(forDuration duration: Double) -> Double {
    min(minimumLength, max(minimumCore, duration / 4))
  }

  var counted: EmotionSet { EmotionSet(Emotion.allCases.filter { weights[$0] > 0 }) }

  package var weights: EmotionVector { EmotionVector(weights: emotions) }
}

extension SelectionSettings {
  /// The settings for the user's own clips: if they have only faces, or only gaze, that is enough.
  package func fitting(_ summary: TimelineSummary) -> SelectionSettings {
    var fitting = self
    guard evidence != .curve else { return fitting }
    let enough = max(1, minimumViewers)
    let hasFaces = summary.bins.contains { $0.withFace >= enough }
    let hasGaze = summary.bins.contains { $0.withGaze >= enough }
    if hasFaces != hasGaze { fitting.evidence = hasFaces ? .emotion : .gaze }
    return fitting
  }
}
