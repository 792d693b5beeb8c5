package import Audience

/// The parameters of a synthetic audience: the shots of its video, the segments and the viewers.
package struct AudiencePlan: Hashable, Sendable {
  /// Length of the video in seconds.
  package var duration = 480.0
  /// Samples per second of each viewer.
  package var rate = 2.0
  package var viewers = 30
  package var seed: UInt64 = 1
  package var difficulty = Difficulty.hard
  package var planted = PlantedCounts()
  /// Range of the length of a planted segment in seconds.
  package var stretchSeconds = 7.0...16.0
  /// Minimum distance between segments in seconds.
  package var spacing = 4.0
  /// Range of the length of a shot in seconds; lengths are gamma distributed.
  package var shotSeconds = 1.2...30.0
  /// Shape of that gamma distribution.
  package var shotShape = 2.2
  /// Scale of that gamma distribution in seconds.
  package var shotScale = 3.5
  /// Whether samples have only their strongest class, as records of the 2023 service do.
  package var strongestOnly = false
  /// The classes of planted reactions; laughs always show happiness.
  package var emotions: [Emotion] = [.happy, .surprise]
  /// Standard deviation, in frame widths, of a gaze bias that drifts over minutes.
  package var biasDrift = 0.0
  /// Share of additional viewers who look anywhere and do not react.
  package var awayShare = 0.0

  /// The eight-minute plan of the benchmarks.
  package init() {}

  /// The same video with decoys only, which must be rejected even without competition.
  package func withoutDelight() -> AudiencePlan {
    var plan = self
    plan.planted.delight = 0
    return plan
  }

  /// The same video without any segments.
  package func withNothingPlanted() -> AudiencePlan {
    var plan = self
    plan.planted = PlantedCounts(delight: 0, laugh: 0, stare: 0, lone: 0, flicker: 0)
    return plan
  }
}

/// Number of planted segments of each kind.
package struct PlantedCounts: Hashable, Sendable {
  /// Sustained happiness or surprise with a gaze cluster: a moment.
  package var delight: Int
  /// Happiness with scattered gaze.
  package var laugh: Int
  /// A gaze cluster with neutral faces.
  package var stare: Int
  /// A gaze cluster with one or two reacting viewers.
  package var lone: Int
  /// A gaze cluster with single wrong samples.
  package var flicker: Int

  /// Creates counts; 18 segments by default.
  package init(
    delight: Int = 5, laugh: Int = 3, stare: Int = 4, lone: Int = 3, flicker: Int = 3
  ) {
    self.delight = delight
    self.laugh = laugh
    self.stare = stare
    self.lone = lone
    self.flicker = flicker
  }

  /// All segments in order of their kind.
  var kinds: [PlantedKind] {
    [
      (PlantedKind.delight, delight), (.laugh, laugh), (.stare, stare), (.lone, lone),
      (.flicker, flicker),
    ].flatMap { Array(repeating: $0.0, count: max(0, $0.1)) }
  }
}

package enum PlantedKind: String, CaseIterable, Hashable, Sendable {
  case delight, laugh, stare, lone, flicker
}

/// The noise of viewers and their devices.
package struct Difficulty: Hashable, Sendable {
  /// Standard deviation of gaze as a share of the width; vertically 1.3 times the share of the
  /// height.
  package var gazeNoise: Double
  /// Share of viewers who react, drawn for each segment.
  package var reactingShare: ClosedRange<Double>
  /// Score of the reaction's class, drawn for each viewer and segment.
  package var strength: ClosedRange<Double>
  /// Share of samples on the subject during a gaze cluster.
  package var onSubjectGathered: Double
  /// Share of samples on the subject otherwise.
  package var onSubjectIdle: Double
  /// Share of samples on the subject during a laugh.
  package var onSubjectScattered = 0.25
  /// Share of samples with a wrong class.
  package var misfires: Double
  /// Share of samples with a reaction's class during a flicker.
  package var flicker: Double
  /// Share of samples without any data.
  package var lost: Double
  /// Delay of faces in seconds, drawn for each viewer and segment.
  package var lag = 0.4...1.2

  /// Hand-held phones.
  package static let hard = Difficulty(
    gazeNoise: 0.085, reactingShare: 0.35...0.70, strength: 0.45...0.85,
    onSubjectGathered: 0.68, onSubjectIdle: 0.40, misfires: 0.09, flicker: 0.25, lost: 0.12)

  /// A quiet room and a good eye tracker.
  package static let easy = Difficulty(
    gazeNoise: 0.05, reactingShare: 0.55...0.90, strength: 0.60...0.95,
    onSubjectGathered: 0.88, onSubjectIdle: 0.45, misfires: 0.04, flicker: 0.18, lost: 0.03)

  package init(
    gazeNoise: Double, reactingShare: ClosedRange<Double>, strength: ClosedRange<Double>,
    onSubjectGathered: Double, onSubjectIdle: Double, misfires: Double, flicker: Double,
    lost: Double
  ) {
    self.gazeNoise = gazeNoise
    self.reactingShare = reactingShare
    self.strength = strength
    self.onSubjectGathered = onSubjectGathered
    self.onSubjectIdle = onSubjectIdle
    self.misfires = misfires
    self.flicker = flicker
    self.lost = lost
  }
}
