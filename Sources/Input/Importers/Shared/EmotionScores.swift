import Audience

/// The emotion scores of one face, from 0 to 1, without a dictionary per sample.
struct EmotionScores {
  private var lanes = SIMD8<Float>(repeating: 0)
  private var known: UInt8 = 0

  /// Whether a score was outside 0 to 1 by more than rounding.
  private(set) var isOdd = false

  /// Sets a score; a negative score means that there is none.
  mutating func set(_ emotion: Emotion, _ score: Double) {
    if !(-0.01...1.01).contains(score) {
      isOdd = true
      guard score > 0 else { return }
    }
    lanes[Int(emotion.rawValue)] = Float(min(1, max(0, score)))
    known |= 1 << emotion.rawValue
  }

  var isEmpty: Bool { known == 0 }

  /// The known scores; `areStrongest` if the source reports only the strongest emotion.
  func told(areStrongest: Bool = false) -> FaceScores {
    FaceScores(
      EmotionVector(lanes: lanes), told: EmotionSet(rawValue: known),
      areStrongest: areStrongest)
  }
}

extension Emotion {
  /// The emotion with a name, in any case, without creating a string.
  static func named(_ word: Bytes) -> Emotion? {
    words.firstIndex { word.equalsLowercased($0) }.map { allCases[$0] }
  }

  private static let words = allCases.map { Array($0.name.utf8) }
}
