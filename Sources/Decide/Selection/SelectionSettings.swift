package import Audience

/// The settings of selection (`selection.*` in gazecut.yaml) with their defaults.
package struct SelectionSettings: Hashable, Sendable {
  /// Largest number of moments per video.
  package var count = 5
  /// Shortest moment in seconds; see `minimumLength(forDuration:)` for short videos.
  package var minimumLength = 15.0
  /// Longest moment in seconds.
  package var maximumLength = 60.0
  /// Minimum group size (k-anonymity threshold).
  ///
  /// A moment needs this many viewers with usable gaze and face at a time, in half of its core.
  /// Figures of fewer viewers are not published.
  package var minimumViewers = 5
  /// How much each emotion counts as a reaction, 0…1; for example raise `fear` for horror films.
  package var emotions = Emotion.defaultWeights
  /// Whether moments need faces, gaze, both or an engagement curve.
  package var evidence = Evidence.both
  /// The part of the audience that is used; `minimumViewers` applies to that part.
  package var viewers = AudiencePart.everyone

  /// Minimum reaction rate on average over a core, 0…1.
  package var leastReaction = 0.15
  /// Seconds for which a viewer's level must stay more than one standard deviation above their own
  /// mean to count as a reaction.
  package var reactionSeconds = 3.0
  /// Minimum number of viewers who react at a time, on average over a core.
  package var leastReactingViewers = 1.6
  /// Minimum gaze coverage of a vertical window over a core, 0…1.
  ///
  /// The most sensitive threshold: with noisy viewers, 0.58 finds up to 11 percentage points more
  /// of the true moments, and 0.2 false moments per video.
  package var leastHeld = 0.60
  /// Minimum confidence: share of resampled audiences that find the moment again, 0…1.
  package var leastSure = 0.0
  /// Weight of engagement curves relative to viewers; with 0 curves are not used.
  ///
  /// With 1, a curve's peak that is just significant counts as much as a just significant segment.
  package var curveWeight = 0.0

  /// Shortest and longest segment in seconds; a short video is one segment.
  static let segmentLengths = 5.0...60.0
  /// Shortest core in seconds.
  package var leastCore: Double { Self.segmentLengths.lowerBound }
  /// Evidence that a segment must exceed; a higher cost gives fewer and longer segments.
  static let segmentCost = 3.0
  /// Longest segment in seconds that is not trimmed.
  static let trimmedAbove = 15.0
  /// A longer segment is trimmed to the part where evidence exceeds this share of its best 5 s.
  static let coreShare = 0.66

  /// Creates settings with their defaults.
  package init() {}

  /// The kind of evidence that moments are selected by.
  package enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// A reaction, and gaze that a vertical window covers.
    case both
    /// A reaction; gaze is not used.
    case emotion
    /// Gaze coverage that is higher than usual; faces are not used.
    case gaze
    /// A peak of an engagement curve; viewers are not used.
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

  /// The minimum length for a video: min(`minimumLength`, max(`leastCore`, duration / 4)).
  package func minimumLength(forDuration duration: Double) -> Double {
    min(minimumLength, max(leastCore, duration / 4))
  }

  /// The emotions with a weight above 0.
  var counted: EmotionSet { EmotionSet(Emotion.allCases.filter { weights[$0] > 0 }) }

  /// The weight of each emotion, in the order of `Emotion`.
  package var weights: EmotionVector { EmotionVector(weights: emotions) }
}

extension SelectionSettings {
  /// The settings for the user's own clips: if the library has only faces or only gaze, that is
  /// enough.
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
