internal import Glibc

/// Who reacts: the probability that a viewer does, half second by half second.
///
/// A viewer's own face is half of what is known; the other half is what the others do. A viewer
/// reacts more readily in an audience that is amused, as the others tell it: area under the curve
/// against what a person saw in each seat .85 and .79, by the own face alone .80 and .75
/// (ComedyLab, two audiences).
struct ReactingFaces: Sendable {
  private let settings: ModelSettings
  private let chain: TwoStateChain

  init(_ settings: ModelSettings) {
    self.settings = settings
    chain = TwoStateChain(forgettingIn: settings.changeSeconds)
  }

  /// The probability that a viewer reacts.
  ///
  /// - Parameters:
  ///   - face: the viewer's.
  ///   - amused: probability of an amused audience, by the others.
  /// - Returns: a probability a half second.
  func probabilities(_ face: FaceSeries, amused: [Float]) -> [Float] {
    let odds = face.deviations.indices.map { level in
      level == Int(FaceSeries.unknown)
        ? 1
        : expf(
          Float(settings.reactingSlope) * (face.deviations[level] - Float(settings.reactingLevel)))
    }
    let (most, least) = (Float(settings.reactingAmused), Float(settings.reactingElse))
    return odds.withUnsafeBufferPointer { odds in
      face.levels.withUnsafeBufferPointer { levels in
        amused.withUnsafeBufferPointer { amused in
          chain.posterior(
            levels.count, odds: { odds[Int(levels[$0])] },
            usual: { least + amused[$0] * (most - least) })
        }
      }
    }
  }
}
