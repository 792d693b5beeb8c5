/// The strengths of one viewer's reactions in half a second, as far as the source tells them.
struct FaceStrengths {
  /// Strengths 0…1; 0 where a class is untold.
  var lanes = SIMD8<Float>(repeating: 0)
  /// The classes of which something is known.
  var told = EmotionSet()
  /// Whether the others were never among the strongest that the source tells.
  var areStrongest = false

  /// Nothing is told.
  init() {}

  /// Takes strengths of which some are not a number: of those nothing is known; `nil` where
  /// nothing is known of any.
  init?(known strengths: SIMD8<Float>, areStrongest: Bool) {
    let isKnown = strengths .== strengths
    let bits = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 0)
    let told = SIMD8<Int32>.zero.replacing(with: bits, where: isKnown).wrappedSum()
    guard told != 0 else { return nil }
    lanes = lanes.replacing(with: strengths, where: isKnown)
    self.told = EmotionSet(rawValue: UInt8(truncatingIfNeeded: told))
    self.areStrongest = areStrongest
  }

  /// The mean of several passes, each class over those that tell it.
  static func mean(_ passes: [FaceStrengths]) -> FaceStrengths {
    guard var mean = passes.first, passes.count > 1 else { return passes.first ?? .init() }
    mean.lanes = SIMD8(repeating: 0)
    mean.told = EmotionSet(
      Emotion.allCases.filter { emotion in
        let known = passes.filter { $0.told.contains(emotion) }
        guard !known.isEmpty else { return false }
        let lane = Int(emotion.rawValue)
        mean.lanes[lane] = known.reduce(0) { $0 + $1.lanes[lane] } / Float(known.count)
        return true
      })
    mean.areStrongest = passes.contains(where: \.areStrongest)
    return mean
  }
}
