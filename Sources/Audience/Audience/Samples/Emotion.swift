/// The seven classes a face is sorted into, in the order of FER-2013.
package enum Emotion: UInt8, CaseIterable, Sendable, Hashable {
  case angry, disgust, fear, happy, sad, surprise, neutral

  /// Those that count as a reaction unless a person says otherwise, and how much, 0…1.
  package static let defaultWeights: [Emotion: Double] = [.happy: 1, .surprise: 1]

  /// The word used in files, settings and messages.
  package var name: String { String(describing: self) }

  /// Finds a class by its word, in any case; `nil` when there is none.
  package init?(name: String) {
    let word = name.lowercased()
    guard let match = Emotion.allCases.first(where: { $0.name == word }) else { return nil }
    self = match
  }
}

/// One number for each emotion: scores of a face (0…1) or strengths of a reaction (0…1).
package struct EmotionVector: Hashable, Sendable {
  /// The numbers in `Emotion` order; the eighth lane is always 0.
  package var lanes: SIMD8<Float>

  package static let zero = EmotionVector(lanes: SIMD8(repeating: 0))

  package init(lanes: SIMD8<Float>) { self.lanes = lanes }

  /// How much each class counts, 0…1; what is no number, and what is not named, does not.
  package init(weights: [Emotion: Double]) {
    self = .zero
    for (emotion, weight) in weights where weight.isFinite {
      self[emotion] = Float(min(1, max(0, weight)))
    }
  }

  /// The number of one emotion.
  package subscript(emotion: Emotion) -> Float {
    get { lanes[Int(emotion.rawValue)] }
    set { lanes[Int(emotion.rawValue)] = newValue }
  }
}

package struct EmotionSet: OptionSet, Hashable, Sendable {
  /// Bit i stands for the emotion of raw value i.
  package let rawValue: UInt8

  /// Makes a set of bits; the eighth stands for nothing.
  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  package init(_ emotion: Emotion) { self.init(rawValue: 1 << emotion.rawValue) }

  package init(_ emotions: some Sequence<Emotion>) {
    self.init(rawValue: emotions.reduce(0) { $0 | 1 << $1.rawValue })
  }

  package static let all = EmotionSet(rawValue: 0x7F)

  /// Whether an emotion is in it.
  package func contains(_ emotion: Emotion) -> Bool { rawValue >> emotion.rawValue & 1 != 0 }

  /// How many emotions are in it.
  package var count: Int { rawValue.nonzeroBitCount }

  /// The emotions in it, in their order.
  package var emotions: [Emotion] { Emotion.allCases.filter(contains) }
}

/// What a face showed at one instant, as far as the source tells it.
///
/// A class that is not told is not known: nothing is shared out among the others.
package struct FaceScores: Hashable, Sendable {
  /// The scores 0…1; 0 where a class is untold.
  package private(set) var levels: EmotionVector
  package let told: EmotionSet
  /// Whether the source tells only its strongest classes: the others lie below the weakest told.
  package let areStrongest: Bool

  /// Scores of which each class is told.
  package init(_ levels: EmotionVector) {
    self.init(levels, told: .all)
  }

  /// Scores of which some classes are told.
  ///
  /// - Parameters:
  ///   - levels: 0…1; what is untold is taken as 0.
  ///   - told: the classes that are told.
  ///   - areStrongest: whether the others are known to lie below them.
  package init(_ levels: EmotionVector, told: EmotionSet, areStrongest: Bool = false) {
    // Without a list of the classes: one of these is made for every sample that is imported.
    let places = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 0)
    let isTold = (SIMD8(repeating: Int32(told.rawValue)) & places) .!= 0
    self.levels = EmotionVector(lanes: SIMD8.zero.replacing(with: levels.lanes, where: isTold))
    self.told = told
    self.areStrongest = areStrongest && told != .all
  }

  /// The score of a class; 0 where it is untold.
  package subscript(emotion: Emotion) -> Float { levels[emotion] }
}
