public import Audience

/// What counts as a moment: every default, its unit, what moving it does.
public struct SelectionSettings: Hashable, Sendable {
  /// At most so many moments; a ceiling, not a quota.
  public var count = 5
  /// Shortest moment in seconds (in short videos a quarter of them, and never under 5).
  public var minimumLength = 15.0
  /// Longest moment in seconds.
  public var maximumLength = 60.0
  /// Distinct viewers with usable gaze and face that a moment needs in half of its core.
  public var minimumViewers = 5
  /// How much each emotion counts as a reaction, 0…1; a horror channel wants fear.
  public var emotions: [Emotion: Double] = [.happy: 1, .surprise: 0.8]
  /// What a moment must rest on.
  public var evidence = Evidence.both
  /// Which part of the audience decides; `minimumViewers` holds for that part.
  public var viewers = AudiencePart.everyone

  /// Least reacting share of the audience (strengths, weighed) over a core, 0…1.
  public var leastReaction = 0.14
  /// Reacting viewers (strengths added up) that a core needs at least.
  ///
  /// Higher wants more people; lower finds what few of few viewers react to: two of eight may be
  /// strangers who laugh at something else. At 8 viewers 1.8 finds .78 of what is planted and
  /// chooses .4 moments where only decoys are, 1.2 finds .85 and chooses .9, 2 finds .73 and none.
  public var leastReactingViewers = 1.8
  /// Strength from which a viewer is counted as reacting, 0…1.
  ///
  /// Smoothing leaves traces before and after a reaction, and of misfires; a person would count
  /// none of them.
  public var leastStrength = 0.3
  /// Least score of a moment, 0…1: what a reaction and a gathering must be anywhere, however dull
  /// the rest of the video is.
  ///
  /// Higher refuses what stands out of a dull video alone, and moments on a subject that never
  /// moves, whose place is a habit. At 16 viewers .5 chooses .1 moments in a video of decoys and
  /// finds .70 where one shot holds one subject for eight minutes; .45 chooses .5 and finds .82.
  public var leastScore = 0.47
  /// Deviations above chance from which looks are called gathered.
  public var leastGatheringZ = 2.0
  /// Evidence that a further stretch must bring; more gives fewer, longer cores.
  public var stretchCost = 2.0
  /// Shortest core in seconds; the whole video where that is shorter.
  ///
  /// Shorter finds flashes, and more of what only chance gathered.
  public var leastCore = 6.0

  /// The defaults.
  public init() {}

  /// What a moment must rest on.
  public enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// A reaction and a gathering.
    case both
    /// A reaction; gaze is not asked for.
    case emotion
    /// A gathering; faces are not asked for.
    case gaze
  }

  /// The minimum length in force for a video: min(`minimumLength`, max(5 s, duration / 4)).
  public func minimumLength(forDuration duration: Double) -> Double {
    min(minimumLength, max(5, duration / 4))
  }

  /// The classes that count at all.
  var counted: EmotionSet { EmotionSet(Emotion.allCases.filter { weights[$0] > 0 }) }

  /// How much each class counts, in `Emotion` order.
  var weights: EmotionVector {
    var vector = EmotionVector.zero
    for emotion in Emotion.allCases {
      let weight = Float(emotions[emotion] ?? 0)
      vector[emotion] = weight.isFinite ? min(1, max(0, weight)) : 0
    }
    return vector
  }
}
