import Audience

/// The scores that a source told, 0…1, without a dictionary a sample.
struct KnownScores {
  private var lanes = SIMD8<Float>(repeating: 0)
  private var known: UInt8 = 0

  /// Whether a score lay outside 0…1 by more than rounding.
  private(set) var isOdd = false

  /// Takes a score; one below 0 stands for none, and is unknown.
  mutating func set(_ emotion: Emotion, _ score: Double) {
    if !(-0.01...1.01).contains(score) {
      isOdd = true
      guard score > 0 else { return }
    }
    lanes[Int(emotion.rawValue)] = Float(min(1, max(0, score)))
    known |= 1 << emotion.rawValue
  }

  var isEmpty: Bool { known == 0 }

  /// The scores as far as they are told: of some sources, only the strongest.
  func told(areStrongest: Bool = false) -> FaceScores {
    FaceScores(
      EmotionVector(lanes: lanes), told: EmotionSet(rawValue: known),
      areStrongest: areStrongest)
  }
}

extension Emotion {
  /// The class of a word, in lowercase or with a capital, without making text of it.
  static func named(_ word: Bytes) -> Emotion? {
    words.firstIndex { word.equalLowercased($0) }.map { allCases[$0] }
  }

  private static let words = allCases.map { Array($0.name.utf8) }
}
