package import Audience

extension FaceScores {
  /// Creates scores of some classes, limited to 0…1.
  package init(known: [Emotion: Double], areStrongest: Bool = false) {
    self.init(
      EmotionVector(weights: known), told: EmotionSet(known.keys), areStrongest: areStrongest)
  }
}
