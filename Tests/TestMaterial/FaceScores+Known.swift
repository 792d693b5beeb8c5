package import Audience

extension FaceScores {
  /// Scores 0…1 of some classes; a value outside is clamped.
  package init(known: [Emotion: Double], areStrongest: Bool = false) {
    self.init(
      EmotionVector(weights: known), told: EmotionSet(known.keys), areStrongest: areStrongest)
  }
}
