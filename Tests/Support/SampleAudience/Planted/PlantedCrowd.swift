package import Audience

/// A synthetic audience of very many viewers, generated fast.
///
/// Some hundred viewers are generated as usual. Each other viewer is a copy of one of them, with
/// noise on every position and score. The copies agree no more than two viewers of the same type
/// do.
package struct PlantedCrowd: Sendable {
  package let audience: PlantedAudience
  private let models: [SampleColumns]

  /// Standard deviation of noise on positions in steps of 1/8192, about half of an eye tracker's.
  private static let gazeNoise = 350
  /// Maximum change of a score in steps of 1/255.
  private static let scoreNoise = 12

  package init(_ plan: AudiencePlan, models: Int = 400) {
    let audience = PlantedAudience(plan)
    self.audience = audience
    self.models = Parallel.map(min(models, plan.viewers)) { audience.samples(ofViewer: $0) }
  }

  package func samples(ofViewer index: Int) -> SampleColumns {
    guard index >= models.count, !models.isEmpty else {
      return models.indices.contains(index) ? models[index] : SampleColumns()
    }
    let model = models[index % models.count]
    var state = audience.plan.seed &* 31 &+ UInt64(index)
    var (x, y, scores) = (model.x, model.y, model.scores)
    let kinds = Emotion.allCases.count
    for sample in x.indices {
      state &+= SplitMix64.step
      let bits = SplitMix64.mixed(state)
      x[sample] = Self.moved(x[sample], bits)
      y[sample] = Self.moved(y[sample], bits >> 16)
      for kind in 0..<kinds where scores[sample * kinds + kind] > 0 {
        let noise = Int(bits >> UInt64(32 + 4 * kind) & 15) * Self.scoreNoise / 8 - Self.scoreNoise
        scores[sample * kinds + kind] = UInt8(
          clamping: Int(scores[sample * kinds + kind]) + noise)
      }
    }
    return SampleColumns(
      milliseconds: model.milliseconds, x: x, y: y, states: model.states, told: model.told,
      scores: scores) ?? model
  }

  /// Adds triangular noise: the sum of two random bytes.
  private static func moved(_ value: Int16, _ bits: UInt64) -> Int16 {
    let noise = Int(bits & 255) + Int(bits >> 8 & 255) - 255
    return Int16(clamping: Int(value) + noise * gazeNoise / 104)
  }
}
