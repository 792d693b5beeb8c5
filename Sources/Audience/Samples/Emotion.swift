/// The seven classes a face is sorted into, in the order of FER-2013.
public enum Emotion: UInt8, CaseIterable, Sendable, Hashable {
  case angry, disgust, fear, happy, sad, surprise, neutral

  /// The word used in files, settings and messages.
  public var name: String { String(describing: self) }

  /// Finds a class by its word, in any case; `nil` when there is none.
  public init?(name: String) {
    let word = name.lowercased()
    guard let match = Emotion.allCases.first(where: { $0.name == word }) else { return nil }
    self = match
  }
}

/// One number for each emotion: scores of a face (0…1) or strengths of a reaction (0…1).
public struct EmotionVector: Hashable, Sendable {
  /// The numbers in `Emotion` order; the eighth lane is always 0.
  public var lanes: SIMD8<Float>

  /// All zero.
  public static let zero = EmotionVector(lanes: SIMD8(repeating: 0))

  /// Makes a vector from lanes in `Emotion` order.
  public init(lanes: SIMD8<Float>) { self.lanes = lanes }

  /// The number of one emotion.
  public subscript(emotion: Emotion) -> Float {
    get { lanes[Int(emotion.rawValue)] }
    set { lanes[Int(emotion.rawValue)] = newValue }
  }

  /// Scores of a source that tells some classes only.
  ///
  /// What `known` leaves of 1 is shared equally among the missing classes: a source that keeps
  /// only its strongest class at confidence c gives each other class (1 − c) / 6.
  ///
  /// - Parameter known: scores 0…1; a value outside is clamped.
  public init(known: [Emotion: Double]) {
    let clamped = known.mapValues { min(1, max(0, $0)) }
    let missing = Emotion.allCases.count - clamped.count
    let rest = max(0, 1 - clamped.values.reduce(0, +))
    self = .zero
    for emotion in Emotion.allCases {
      self[emotion] = Float(clamped[emotion] ?? rest / Double(max(1, missing)))
    }
  }
}
