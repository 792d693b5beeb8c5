/// How sessions are cleaned and folded: every default, its unit, its source, what moving it does.
package struct FoldSettings: Hashable, Sendable {
  /// Seconds without a sample from which nobody is watching, or `gapIntervals` if that is longer.
  ///
  /// Longer forgives sources with holes; shorter notices that somebody left.
  package var gapSeconds = 2.0
  /// The same in sampling intervals, for slow sources.
  package var gapIntervals = 3.0

  /// Seconds from which closed eyes are no blink, and nobody is watching.
  ///
  /// Blinks last 0.1 to 0.4 s (Schiffman 2001), and slow trackers see them late. Longer keeps
  /// sleepers; shorter drops hard laughers, who close their eyes.
  package var longestBlink = 1.0

  /// Share of the picture by which gaze may lie outside and is moved to its edge.
  package var margin = 0.02
  /// Weight of gaze tracked with low confidence, against 1.
  package var lowConfidenceWeight = 0.5
  /// Weight of gaze of unknown movement where the source labels movement, against 1.
  package var unknownMovementWeight = 0.5
  /// Weight of gaze in a saccade, against 1.
  ///
  /// At 0 it would be gated, which throws away most samples where the label is noisy (I-DT at 10
  /// Hz, 1.1° of noise: F1 .15 against .94).
  package var saccadeWeight = 0.25
  /// Degrees of sight that the picture's width spans when no viewing distance is known.
  package var pictureDegrees = 30.0

  /// Seconds by which faces follow the cause.
  ///
  /// 0.3 to 0.4 to the onset (Dimberg 1998), 0.3 to 1.2 to what a classifier sees. More moves
  /// moments earlier.
  package var faceLag = 0.5
  /// Seconds by which eyes follow the cause.
  package var eyeLag = 0.25

  /// Seconds over which the resting face is taken.
  ///
  /// Shorter follows a changing light sooner, and
  /// takes long laughter for rest.
  package var restSeconds = 60.0
  /// Quantile of a class's score that is its resting level.
  package var restQuantile = 0.2
  /// Least robust deviation of a class's score, so that a still face does not blow up noise.
  package var leastDeviation = 0.05
  /// Robust deviations above rest at which a reaction is as strong as it gets.
  package var clip = 3.0
  /// Robust deviations above rest from which a face speaks for a reaction rather than for rest.
  package var on = 1.0
  /// Log likelihood that a held reaction must bring against rest: some three and a half seconds of
  /// a face that shows it four times in five, at two samples a second.
  ///
  /// More loses short smiles (12 loses one planted moment in a hundred with 8 viewers), less keeps
  /// bursts of misfires (6 chooses .2 to .4 moments where decoys alone are, 10 none).
  package var heldEvidence = 10.0
  /// Seconds to each side of an instant whose samples outvote it (a median).
  ///
  /// How strong a reaction is, not whether there is one: `heldEvidence` says that. More makes
  /// strengths lag at their ends.
  package var outvoted = 0.5
  /// Seconds of a gap that is bridged.
  package var bridged = 0.5
  /// Deviation in seconds of the Gaussian that smooths reactions over time.
  package var smoothing = 1.0

  /// Share of a session's samples with gaze or face below which it is left out.
  package var leastPresence = 0.3
  /// Least samples with a face, all the same, from which a face counts as one that never changes.
  package var frozenFaceSamples = 40

  /// Distance in picture heights over which looks agree (σ of the kernel).
  ///
  /// Wider suits noisier
  /// trackers and sees less detail.
  package var kernel = 0.15
  /// Share of the agreement that the places alone give, and that is taken away from it.
  ///
  /// At 0 a laugh while everybody looks at the middle, as they do whenever nothing happens, passes
  /// for a gathering; at 1 a subject that never moves is nothing to gather on.
  package var habit = 1.0

  /// Standard deviation of the gaze noise in picture heights; the ball of the clustering is 1.5 σ.
  ///
  /// Phones and webcams are off by 1.4 to 4 degrees of a picture of 30: 0.08 to 0.23. Too small
  /// finds no gathering in noisy gaze; too large calls neighbours one.
  package var gazeNoise = 0.1
  /// How many times every viewer is shifted in time to learn what chance gives.
  package var shifts = 24
  /// Least shift, as a share of the video.
  package var leastShift = 0.1
  /// Most viewers that enter the figures of agreement and chance; more change nothing visible.
  package var agreementViewers = 160

  /// Largest offset of a viewer's gaze that is corrected, in picture heights.
  package var largestOffset = 0.25
  /// Half-second bins of gathered gaze at which half of the estimated offset is corrected.
  package var offsetEvidence = 40.0
  /// Least weight of a viewer who does not move with the others.
  ///
  /// Lower listens to fewer people: of eight, those left out are missed (.05 finds one planted
  /// moment in fifty fewer there, and one in two hundred more at 16).
  package var leastAgreementWeight = 0.2

  /// The defaults.
  package init() {}
}

extension FoldSettings {
  /// The settings by name, as they are kept beside what was folded with them.
  package var numbers: [(name: String, value: Double)] {
    Self.fields.map { ($0.name, $0.get(self)) }
  }

  /// Settings of kept numbers: those that are not among them have their defaults, and names that
  /// this build does not know are passed over.
  package init(numbers: [(name: String, value: Double)]) {
    let kept = Dictionary(numbers.map { ($0.name, $0.value) }) { first, _ in first }
    for field in Self.fields {
      if let value = kept[field.name] { field.set(&self, value) }
    }
  }

  private struct Field {
    var name: String
    var get: (FoldSettings) -> Double
    var set: (inout FoldSettings, Double) -> Void
  }

  private static func real(_ name: String, _ path: WritableKeyPath<FoldSettings, Double>) -> Field {
    Field(name: name, get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
  }

  private static func whole(_ name: String, _ path: WritableKeyPath<FoldSettings, Int>) -> Field {
    Field(
      name: name, get: { Double($0[keyPath: path]) },
      set: { $0[keyPath: path] = Int(exactly: $1.rounded()) ?? $0[keyPath: path] })
  }

  private static var fields: [Field] {
    [
      real("gapSeconds", \.gapSeconds), real("gapIntervals", \.gapIntervals),
      real("longestBlink", \.longestBlink), real("margin", \.margin),
      real("lowConfidenceWeight", \.lowConfidenceWeight),
      real("unknownMovementWeight", \.unknownMovementWeight),
      real("saccadeWeight", \.saccadeWeight), real("pictureDegrees", \.pictureDegrees),
      real("faceLag", \.faceLag), real("eyeLag", \.eyeLag), real("restSeconds", \.restSeconds),
      real("restQuantile", \.restQuantile), real("leastDeviation", \.leastDeviation),
      real("clip", \.clip), real("on", \.on), real("heldEvidence", \.heldEvidence),
      real("outvoted", \.outvoted),
      real("bridged", \.bridged), real("smoothing", \.smoothing),
      real("leastPresence", \.leastPresence), whole("frozenFaceSamples", \.frozenFaceSamples),
      real("kernel", \.kernel), real("habit", \.habit), real("gazeNoise", \.gazeNoise),
      whole("shifts", \.shifts), real("leastShift", \.leastShift),
      whole("agreementViewers", \.agreementViewers), real("largestOffset", \.largestOffset),
      real("offsetEvidence", \.offsetEvidence),
      real("leastAgreementWeight", \.leastAgreementWeight),
    ]
  }
}
