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
    guard (3...8).contains(word.count) else { return nil }
    switch word[0] | 0x20 {
    case UInt8(ascii: "a"): return matches(word, "angry") ? .angry : nil
    case UInt8(ascii: "d"): return matches(word, "disgust") ? .disgust : nil
    case UInt8(ascii: "f"): return matches(word, "fear") ? .fear : nil
    case UInt8(ascii: "h"): return matches(word, "happy") ? .happy : nil
    case UInt8(ascii: "n"): return matches(word, "neutral") ? .neutral : nil
    case UInt8(ascii: "s"):
      if matches(word, "sad") { return .sad }
      return matches(word, "surprise") ? .surprise : nil
    default: return nil
    }
  }

  private static func matches(_ word: Bytes, _ name: StaticString) -> Bool {
    guard word.count == name.utf8CodeUnitCount else { return false }
    return (0..<word.count).allSatisfy { unsafe word[$0] | 0x20 == name.utf8Start[$0] }
  }
}
