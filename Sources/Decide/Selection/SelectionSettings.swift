package import Audience

/// What counts as a moment: every default, its unit, what moving it does.
package struct SelectionSettings: Hashable, Sendable {
  /// At most so many moments; a ceiling, not a quota.
  package var count = 5
  /// Shortest moment in seconds (in short videos a quarter of them, and never under `leastCore`).
  package var minimumLength = 15.0
  /// Longest moment in seconds.
  package var maximumLength = 60.0
  /// Viewers with usable gaze and face that a moment needs at once in half of its core; figures of
  /// fewer are not told, and no window is placed by them.
  package var minimumViewers = 5
  /// How much each emotion counts as a reaction, 0…1; a horror channel wants fear.
  package var emotions = Emotion.defaultWeights
  /// What a moment must rest on.
  package var evidence = Evidence.both
  /// Which part of the audience decides; `minimumViewers` holds for that part.
  package var viewers = AudiencePart.everyone

  /// Least share of the viewers who react at a time, on average over a core, 0…1.
  package var leastReaction = 0.15
  /// Seconds for which a viewer's level must stay more than one standard deviation above their own
  /// mean to count as a reaction.
  package var reactionSeconds = 3.0
  /// Fewest viewers who react at a time, on average over a core.
  package var leastReactingViewers = 1.6
  /// Least gaze coverage of a vertical window over a core, 0…1.
  ///
  /// The most sensitive number: 0.58 finds up to 0.11 more of the moments of noisy viewers, and 0.2
  /// false moments per video.
  package var leastHeld = 0.60
  /// Least confidence: share of resampled audiences that find the moment again, 0…1.
  package var leastSure = 0.0
  /// What a peak of a curve that just stands by itself counts beside faces and looks, where a
  /// stretch of theirs that just does counts 1; with 0 a curve has no say.
  package var curveWeight = 0.0

  /// Shortest and longest segment in seconds; a short video is one segment.
  static let segmentLengths = 5.0...60.0
  /// Shortest core in seconds.
  package var leastCore: Double { Self.segmentLengths.lowerBound }
  /// Evidence that a segment must have beyond its time bins; higher: fewer, longer segments.
  static let segmentCost = 3.0
  /// Seconds up to which a segment is kept whole.
  static let trimmedAbove = 15.0
  /// A longer segment is trimmed to where the evidence exceeds this share of its best 5 s.
  static let coreShare = 0.66

  /// The defaults.
  package init() {}

  /// What a moment must rest on.
  package enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// A reaction, and looks that a frame holds.
    case both
    /// A reaction; gaze is not asked for.
    case emotion
    /// Looks that a frame holds more than usual; faces are not asked for.
    case gaze
    /// What a platform counted of everybody stands above both its sides; no viewer is asked for.
    case curve

    /// What it asks of a viewer, in words.
    package var sides: String {
      switch self {
      case .both: "gaze and face"
      case .emotion: "face"
      case .gaze: "gaze"
      case .curve: "curve"
      }
    }
  }

  /// The minimum length in force for a video: min(`minimumLength`, max(`leastCore`, duration / 4)).
  package func minimumLength(forDuration duration: Double) -> Double {
    min(minimumLength, max(leastCore, duration / 4))
  }

  /// The classes that count at all.
  var counted: EmotionSet { EmotionSet(Emotion.allCases.filter { weights[$0] > 0 }) }

  /// How much each class counts, in `Emotion` order.
  package var weights: EmotionVector { EmotionVector(weights: emotions) }
}
