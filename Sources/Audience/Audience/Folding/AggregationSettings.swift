/// Settings of aggregation: what counts as a reaction, and how gaze is clustered.
package struct AggregationSettings: Hashable, Sendable {
  /// How much each emotion counts as a reaction, from 0 (not at all) to 1.
  package var emotions = EmotionVector(weights: Emotion.defaultWeights)
  /// Seconds for which a viewer's level must stay high to count as a reaction.
  package var reactionSeconds = 3.0
  /// Standard deviation of the gaze noise, as a share of the frame height.
  ///
  /// Phones and webcams have errors of 1.4° to 4° on a screen that is 30° wide: 0.08 to 0.23.
  package var gazeNoise = 0.1

  package init() {}

  /// The settings that affect a single viewer's time bins; the others have their defaults.
  package var viewerSettings: AggregationSettings {
    var settings = AggregationSettings()
    settings.emotions = emotions
    return settings
  }

  package var counted: EmotionSet { EmotionSet(Emotion.allCases.filter { emotions[$0] > 0 }) }
}

extension AggregationSettings {
  /// The settings by name, as they are stored with an audience.
  package var numbers: [(name: String, value: Double)] {
    [("reactionSeconds", reactionSeconds), ("gazeNoise", gazeNoise)]
      + Emotion.allCases.map { ($0.name, Double(emotions[$0])) }
  }

  /// Settings from stored numbers; a missing number has its default, an unknown name is ignored.
  package init(numbers: [(name: String, value: Double)]) {
    for (name, value) in numbers {
      if let emotion = Emotion(name: name) {
        emotions[emotion] = Float(value)
      } else if name == "reactionSeconds" {
        reactionSeconds = value
      } else if name == "gazeNoise" {
        gazeNoise = value
      }
    }
  }
}
