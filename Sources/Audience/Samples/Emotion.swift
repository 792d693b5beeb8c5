/// The seven classes a face is sorted into, in the order of FER-2013.
package enum Emotion: UInt8, CaseIterable, Sendable, Hashable {
  case angry, disgust, fear, happy, sad, surprise, neutral

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

  /// All zero.
  package static let zero = EmotionVector(lanes: SIMD8(repeating: 0))

  /// Makes a vector from lanes in `Emotion` order.
  package init(lanes: SIMD8<Float>) { self.lanes = lanes }

  /// The number of one emotion.
  package subscript(emotion: Emotion) -> Float {
    get { lanes[Int(emotion.rawValue)] }
    set { lanes[Int(emotion.rawValue)] = newValue }
  }
}

/// Some of the seven classes.
package struct EmotionSet: OptionSet, Hashable, Sendable {
  /// Bit i stands for the emotion of raw value i.
  package let rawValue: UInt8

  /// Makes a set of bits; the eighth stands for nothing.
  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// The set of one emotion.
  package init(_ emotion: Emotion) { self.init(rawValue: 1 << emotion.rawValue) }

  /// The set of some emotions.
  package init(_ emotions: some Sequence<Emotion>) {
    self.init(rawValue: emotions.reduce(0) { $0 | 1 << $1.rawValue })
  }

  /// All seven.
  package static let all = EmotionSet(rawValue: 0x7F)

  /// All that is not a neutral face.
  package static let reactions = all.subtracting(EmotionSet(.neutral))

  /// Whether an emotion is in it.
  package func contains(_ emotion: Emotion) -> Bool { rawValue >> emotion.rawValue & 1 != 0 }

  /// How many emotions are in it.
  package var count: Int { rawValue.nonzeroBitCount }

  /// The emotions in it, in their order.
  package var emotions: [Emotion] { Emotion.allCases.filter(contains) }
}
