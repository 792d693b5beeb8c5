/// What a face showed at one instant, as far as the source tells it.
///
/// A class that is not told is not known: nothing is shared out among the others.
package struct FaceScores: Hashable, Sendable {
  /// The scores 0…1; 0 where a class is untold.
  package private(set) var levels: EmotionVector
  /// The classes that are told.
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

  /// Scores of some classes.
  ///
  /// - Parameters:
  ///   - known: scores 0…1; a value outside is clamped.
  ///   - areStrongest: whether the others are known to lie below them.
  package init(known: [Emotion: Double], areStrongest: Bool = false) {
    var levels = EmotionVector.zero
    for (emotion, score) in known { levels[emotion] = Float(min(1, max(0, score))) }
    self.init(levels, told: EmotionSet(known.keys), areStrongest: areStrongest)
  }

  /// The score of a class; 0 where it is untold.
  package subscript(emotion: Emotion) -> Float { levels[emotion] }
}
