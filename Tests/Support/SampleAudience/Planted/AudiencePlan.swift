package import Audience

/// What a planted audience is made of: the video's shape in time, what is planted, and who watches.
package struct AudiencePlan: Hashable, Sendable {
  /// Length of the video in seconds.
  package var duration = 480.0
  /// Samples a second of each viewer.
  package var rate = 2.0
  /// How many viewers.
  package var viewers = 30
  /// What everything random follows from.
  package var seed: UInt64 = 1
  /// How noisy the viewers are.
  package var difficulty = Difficulty.hard
  /// How many stretches of each kind.
  package var planted = PlantedCounts()
  /// Shortest and longest planted stretch in seconds.
  package var stretchSeconds = 7.0...16.0
  /// Seconds left free around each stretch, at least.
  package var spacing = 4.0
  /// Shortest and longest shot in seconds; lengths are gamma distributed.
  package var shotSeconds = 1.2...30.0
  /// Shape of the lengths of shots.
  package var shotShape = 2.2
  /// Scale of the lengths of shots in seconds.
  package var shotScale = 3.5
  /// Whether a sample tells only its strongest class, as the 2023 service's records do.
  package var strongestOnly = false
  /// The classes that planted reactions show; laughs are happy all the same.
  package var emotions: [Emotion] = [.happy, .surprise]
  /// Deviation in widths of a bias that drifts over minutes, for every viewer.
  package var biasDrift = 0.0
  /// Share of the viewers who look anywhere and react to nothing, beside the usual sorts.
  package var awayShare = 0.0

  /// The eight minutes of the benches; change what differs.
  package init() {}

  /// The same video with the decoys alone: what is refused must be refused without a rival, too.
  package func withoutDelight() -> AudiencePlan {
    var plan = self
    plan.planted.delight = 0
    return plan
  }

  /// The same video with nothing in it.
  package func withNothingPlanted() -> AudiencePlan {
    var plan = self
    plan.planted = PlantedCounts(delight: 0, laugh: 0, stare: 0, lone: 0, flicker: 0)
    return plan
  }
}

/// How many planted stretches of each kind.
package struct PlantedCounts: Hashable, Sendable {
  /// Sustained happiness or surprise with the gaze gathered: a moment.
  package var delight: Int
  /// Happiness with the gaze scattered.
  package var laugh: Int
  /// Gaze gathered, faces neutral.
  package var stare: Int
  /// Gaze gathered, one or two viewers react.
  package var lone: Int
  /// Gaze gathered, misfires of single samples.
  package var flicker: Int

  /// Makes counts; eighteen stretches by default.
  package init(
    delight: Int = 5, laugh: Int = 3, stare: Int = 4, lone: Int = 3, flicker: Int = 3
  ) {
    self.delight = delight
    self.laugh = laugh
    self.stare = stare
    self.lone = lone
    self.flicker = flicker
  }

  /// The kinds one after another, as often as each is planted.
  var kinds: [PlantedKind] {
    [
      (PlantedKind.delight, delight), (.laugh, laugh), (.stare, stare), (.lone, lone),
      (.flicker, flicker),
    ].flatMap { Array(repeating: $0.0, count: max(0, $0.1)) }
  }
}

/// What is planted in a stretch; only `delight` is worth choosing.
package enum PlantedKind: String, CaseIterable, Hashable, Sendable {
  case delight, laugh, stare, lone, flicker
}

/// How noisy viewers and their devices are.
package struct Difficulty: Hashable, Sendable {
  /// Noise of the gaze: its deviation as a share of the width; 1.3 times that of the height.
  package var gazeNoise: Double
  /// Share of the viewers who react to a planted reaction; drawn for each stretch.
  package var reactingShare: ClosedRange<Double>
  /// Score of the reaction's class; drawn for each viewer and stretch.
  package var strength: ClosedRange<Double>
  /// Share of samples on the subject while the gaze is gathered.
  package var onSubjectGathered: Double
  /// Share of samples on the subject otherwise.
  package var onSubjectIdle: Double
  /// Share of samples on the subject during a laugh.
  package var onSubjectScattered = 0.25
  /// Share of samples that show a wrong class.
  package var misfires: Double
  /// Share of samples that show a reaction's class during a flicker.
  package var flicker: Double
  /// Share of samples lost altogether.
  package var lost: Double
  /// Seconds by which faces follow the cause; drawn for each viewer and stretch.
  package var lag = 0.4...1.2

  /// Phones held in hands.
  package static let hard = Difficulty(
    gazeNoise: 0.085, reactingShare: 0.35...0.70, strength: 0.45...0.85,
    onSubjectGathered: 0.68, onSubjectIdle: 0.40, misfires: 0.09, flicker: 0.25, lost: 0.12)

  /// A quiet room and a good tracker.
  package static let easy = Difficulty(
    gazeNoise: 0.05, reactingShare: 0.55...0.90, strength: 0.60...0.95,
    onSubjectGathered: 0.88, onSubjectIdle: 0.45, misfires: 0.04, flicker: 0.18, lost: 0.03)

  /// Makes a difficulty; shares are 0…1.
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
