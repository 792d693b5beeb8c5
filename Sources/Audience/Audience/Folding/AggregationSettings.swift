/// Settings of aggregation: what counts as a reaction, and how gaze is clustered.
///
/// Every other number of aggregation is a named constant of the step that uses it.
package struct AggregationSettings: Hashable, Sendable {
  /// How much each emotion counts as a reaction, from 0 (not at all) to 1.
  package var emotions = EmotionVector(weights: Emotion.defaultWeights)
  /// Seconds for which a viewer's level must stay high to count as a reaction.
  package var reactionSeconds = 3.0
  /// Standard deviation of the gaze noise, as a share of the frame height.
  ///
  /// DBSCAN's radius is 1.5 times this value. Phones and webcams are off by 1.4° to 4° on a screen
  /// that is 30° wide: 0.08 to 0.23.
  package var gazeNoise = 0.1

  package init() {}

  /// The settings that a viewer's own bins depend on; the others apply to the whole audience.
  package var ofViewers: AggregationSettings {
    var settings = AggregationSettings()
    settings.emotions = emotions
    return settings
  }

  /// The emotions with a weight above 0.
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
