package import Audience

/// What counts as a moment: every default, its unit, what moving it does.
package struct SelectionSettings: Hashable, Sendable {
  /// At most so many moments; a ceiling, not a quota.
  package var count = 5
  /// Shortest moment in seconds (in short videos a quarter of them, and never under 5).
  package var minimumLength = 15.0
  /// Longest moment in seconds.
  package var maximumLength = 60.0
  /// Distinct viewers with usable gaze and face that a moment needs in half of its core.
  package var minimumViewers = 5
  /// How much each emotion counts as a reaction, 0…1; a horror channel wants fear.
  package var emotions: [Emotion: Double] = [.happy: 1, .surprise: 0.8]
  /// What a moment must rest on.
  package var evidence = Evidence.both
  /// Which part of the audience decides; `minimumViewers` holds for that part.
  package var viewers = AudiencePart.everyone

  /// Least share of the audience that reacts at a time over a core, 0…1.
  ///
  /// Misfires of single samples make no more than .05 to .08 of an audience seem to react for six
  /// seconds; a reaction that hardly anyone shares is no moment of the video.
  package var leastReaction = 0.11
  /// Viewers who react at a time, over a core, at least.
  ///
  /// Two may be strangers who laugh at something else: they show as 1.3 to 2.6, three as 2.5 to
  /// 3.1. Higher wants more people. Of eight viewers a fifth of what is planted has no more than
  /// two who react: nothing tells those apart from lone laughs.
  package var leastReactingViewers = 2.4
  /// Strength from which a viewer is counted as reacting, 0…1.
  ///
  /// Smoothing leaves traces before and after a reaction, and of misfires; a person would count
  /// none of them.
  package var leastStrength = 0.3
  /// Least score of a moment, 0…1: what a reaction and a gathering must be anywhere, however dull
  /// the rest of the video is.
  ///
  /// Higher refuses moments on a subject that never moves, whose place is a habit: at 16 viewers
  /// .47 finds .60 of them where .35 finds .80, and neither chooses decoys.
  package var leastScore = 0.35
  /// Deviations above chance from which looks are called gathered.
  package var leastGatheringZ = 2.0
  /// Evidence that a further stretch must bring; more gives fewer, longer cores.
  package var stretchCost = 2.0
  /// Evidence that a stretch must bring beyond that where another ends less than 4 s before it.
  ///
  /// A reaction that swells, or looks that come and go, are one moment. Less divides them (6 at
  /// 16 viewers: one in a hundred); far more joins what five dull seconds part.
  package var changeCost = 12.0
  /// Shortest core in seconds; the whole video where that is shorter.
  ///
  /// Shorter finds flashes, and more of what only chance gathered.
  package var leastCore = 6.0
  /// What no setting names.
  package var constants = SelectionConstants()

  /// The defaults.
  package init() {}

  /// What a moment must rest on.
  package enum Evidence: String, CaseIterable, Hashable, Sendable {
    /// A reaction and a gathering.
    case both
    /// A reaction; gaze is not asked for.
    case emotion
    /// A gathering; faces are not asked for.
    case gaze
  }

  /// The minimum length in force for a video: min(`minimumLength`, max(5 s, duration / 4)).
  package func minimumLength(forDuration duration: Double) -> Double {
    min(minimumLength, max(5, duration / 4))
  }

  /// The classes that count at all.
  var counted: EmotionSet {
    let weights = weights
    return EmotionSet(Emotion.allCases.filter { weights[$0] > 0 })
  }

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
