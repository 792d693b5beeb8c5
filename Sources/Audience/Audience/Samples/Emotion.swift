/// The seven classes of facial expression, in the order of the FER-2013 data set.
package enum Emotion: UInt8, CaseIterable, Sendable, Hashable {
  case angry, disgust, fear, happy, sad, surprise, neutral

  /// Default of `selection.emotions`: how much each emotion counts as a reaction, 0…1.
  package static let defaultWeights: [Emotion: Double] = [.happy: 1, .surprise: 1]

  /// The name in files, settings and messages.
  package var name: String { String(describing: self) }

  /// Finds an emotion by its name, ignoring case.
  package init?(name: String) {
    let word = name.lowercased()
    guard let match = Self.allCases.first(where: { $0.name == word }) else { return nil }
    self = match
  }
}

/// One number per emotion, for example the scores of a face or the strengths of a reaction (0…1).
package struct EmotionVector: Hashable, Sendable {
  /// The numbers in the order of `Emotion`; the eighth lane is always 0.
  package var lanes: SIMD8<Float>

  package static let zero = EmotionVector(lanes: SIMD8(repeating: 0))

  package init(lanes: SIMD8<Float>) { self.lanes = lanes }

  /// Creates a vector of weights, limited to 0…1; missing or non-finite weights are 0.
  package init(weights: [Emotion: Double]) {
    self = .zero
    for (emotion, weight) in weights where weight.isFinite {
      self[emotion] = Float(min(1, max(0, weight)))
    }
  }

  package subscript(emotion: Emotion) -> Float {
    get { lanes[Int(emotion.rawValue)] }
    set { lanes[Int(emotion.rawValue)] = newValue }
  }
}

package struct EmotionSet: OptionSet, Hashable, Sendable {
  /// Bit i is set if the set contains the emotion with raw value i.
  package let rawValue: UInt8

  /// The eighth bit is ignored.
  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  package init(_ emotions: some Sequence<Emotion>) {
    self.init(rawValue: emotions.reduce(0) { $0 | 1 << $1.rawValue })
  }

  package static let all = EmotionSet(rawValue: 0x7F)

  package func contains(_ emotion: Emotion) -> Bool { rawValue >> emotion.rawValue & 1 != 0 }

  package var emotions: [Emotion] { Emotion.allCases.filter(contains) }
}

/// The emotion scores of a face at one instant, for the emotions that the source reports.
///
/// The score of an emotion that is not reported is unknown; it is not estimated from the others.
package struct FaceScores: Hashable, Sendable {
  /// The scores 0…1; 0 for emotions that are not reported.
  package private(set) var levels: EmotionVector
  /// The emotions that the source reports.
  package let told: EmotionSet
  /// Whether the emotions that are not reported have lower scores than the lowest reported one.
  package let areStrongest: Bool

  /// Scores 0…1 of the emotions `told`; if `areStrongest`, those of all other emotions are lower.
  package init(_ levels: EmotionVector, told: EmotionSet = .all, areStrongest: Bool = false) {
    // No array of emotions is created, because this runs for each imported sample.
    let places = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 0)
    let isReported = (SIMD8(repeating: Int32(told.rawValue)) & places) .!= 0
    self.levels = EmotionVector(lanes: SIMD8.zero.replacing(with: levels.lanes, where: isReported))
    self.told = told
    self.areStrongest = areStrongest && told != .all
  }

  /// The score of an emotion; 0 if it is not reported.
  package subscript(emotion: Emotion) -> Float { levels[emotion] }
}
