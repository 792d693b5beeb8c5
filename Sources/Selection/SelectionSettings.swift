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

  /// Least share of the audience that reacts at a time over a core, 0…1.
  ///
  /// A reaction that hardly anyone shares is no moment of the video.
  package var leastReaction = 0.15
  /// Viewers who react at a time, over a core, at least.
  ///
  /// Two may be strangers who laugh at something else. Higher wants more people.
  package var leastReactingViewers = 2.0
  /// Least share of a new viewer's looks that a narrow window holds over a core, 0…1.
  ///
  /// Higher wants looks that lie closer together.
  package var leastHeld = 0.64
  /// Least share of audiences of the same kind that find a moment again, 0…1.
  package var leastSure = 0.0
  /// Share of audiences whose faces share nothing that may have a moment, and of the moments of one
  /// that shares those that may be chance, 0…1 (Benjamini & Hochberg 1995).
  ///
  /// Lower asks that more viewers react; 1 asks nothing.
  package var falseMoments = 0.1
  /// Log likelihood that a stretch must bring to be told apart from what lies beside it, nats.
  package var stretchCost = 3.0
  /// Share of its peak, the mean of the strongest core, that the evidence of a long stretch's cores
  /// is above, 0…1.
  package var coreShare = 2.0 / 3
  /// What a peak of a curve that just stands by itself counts beside faces and looks, where a
  /// stretch of theirs that just does counts 1; with 0 a curve has no say.
  package var curveWeight = 0.0
  /// Shortest core in seconds; the whole video where that is shorter.
  package var leastCore = 5.0

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
