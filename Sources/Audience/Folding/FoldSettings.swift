/// How sessions are cleaned and an audience is learned: every default, its unit, its source, what
/// moving it does.
package struct FoldSettings: Hashable, Sendable {
  /// Seconds without a sample from which nobody is watching.
  ///
  /// Longer forgives sources with holes; shorter notices that somebody left.
  package var gapSeconds = 2.0
  /// Weight of gaze that was tracked with low confidence, or that its tracker calls a saccade.
  ///
  /// At 0 it would be gated, which throws away most samples where the label is noisy (I-DT at 10
  /// Hz, 1.1° of noise: F1 .15 against .94).
  package var uncertainWeight = 0.5
  /// Seconds by which faces follow the cause.
  ///
  /// 0.3 to 0.4 to the onset (Dimberg 1998), 0.3 to 1.2 to what a classifier sees, and a reaction
  /// fades later than its cause ends: the later half of these. More moves moments earlier.
  package var faceLag = 1.0
  /// Standard deviation of the gaze noise in picture heights; the ball of the clustering is 1.5 σ.
  ///
  /// Phones and webcams are off by 1.4 to 4 degrees of a picture of 30: 0.08 to 0.23. Too small
  /// finds no gathering in noisy gaze; too large calls neighbours one.
  package var gazeNoise = 0.1
  /// How an audience is learned of its viewers' rows.
  package var model = ModelSettings()

  /// The defaults.
  package init() {}

  /// What single viewers are folded by; how an audience is learned of them changes no row.
  package var ofRows: FoldSettings {
    var rows = self
    rows.model = ModelSettings()
    return rows
  }
}

/// How reactions are told from faces, and what a frame holds from looks.
package struct ModelSettings: Hashable, Sendable {
  /// How much each class counts, 0…1, in `Emotion` order.
  package var emotions = EmotionVector(weights: Emotion.defaultWeights)
  /// Seconds of the running median over a face's levels: what is not held for half of them is no
  /// reaction.
  package var heldSeconds = 2.5
  /// Seconds for which every viewer is taken to have rested beside what was seen.
  ///
  /// Of a video of ten seconds that people laugh through six nothing else tells rest from laughter.
  package var restSeconds = 20.0
  /// Least standard deviation of a viewer's level, so that a still face does not blow up noise.
  package var leastDeviation = 0.04
  /// Seconds of a viewer's own face that weigh as much as what the audience shows on the average.
  ///
  /// Less lets four viewers fit each other by luck (r .50 for .57 of real seats), more listens to
  /// those who never go along.
  package var priorSeconds = 150.0
  /// Share of the time in which an audience is amused, before anything is known of it.
  ///
  /// At .1 a reaction that half of the viewers share, beside those that most share, is none.
  package var amusedShare = 0.2
  /// Seconds in which an audience, or a viewer, forgets the state it was in.
  package var changeSeconds = 3.0
  /// Share of the viewers of an amused audience who react at a time.
  package var reactingAmused = 0.5
  /// The same of an audience that is not amused.
  package var reactingElse = 0.05
  /// Level from which a face speaks for a reaction: tanh(z / 2) of the viewer's own deviations.
  package var reactingLevel = 0.55
  /// Nats that a level of one more speaks for it.
  package var reactingSlope = 2.0
  /// Rounds of expectation-maximisation.
  package var rounds = 4
  /// Width of the window by which holding is told, share of the picture's longer side: a 9:16 crop
  /// of 16:9.
  package var windowShare = 0.316
  /// Places at which that window is tried.
  package var places = 41

  /// The defaults.
  package init() {}

  /// The classes that count at all.
  package var counted: EmotionSet { EmotionSet(Emotion.allCases.filter { emotions[$0] > 0 }) }
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
      real("gapSeconds", \.gapSeconds), real("uncertainWeight", \.uncertainWeight),
      real("faceLag", \.faceLag), real("gazeNoise", \.gazeNoise),
      real("heldSeconds", \.model.heldSeconds),
      real("restSeconds", \.model.restSeconds), real("leastDeviation", \.model.leastDeviation),
      real("priorSeconds", \.model.priorSeconds),
      real("amusedShare", \.model.amusedShare), real("changeSeconds", \.model.changeSeconds),
      real("reactingAmused", \.model.reactingAmused),
      real("reactingElse", \.model.reactingElse),
      real("reactingLevel", \.model.reactingLevel),
      real("reactingSlope", \.model.reactingSlope),
      whole("rounds", \.model.rounds), real("windowShare", \.model.windowShare),
      whole("places", \.model.places),
    ]
      + Emotion.allCases.map { emotion in
        Field(
          name: emotion.name, get: { Double($0.model.emotions[emotion]) },
          set: { $0.model.emotions[emotion] = Float($1) })
      }
  }
}
