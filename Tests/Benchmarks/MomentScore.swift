import SampleAudience

/// Chosen moments compared with the right ones: a hit is an intersection over union of 0.5.
struct MomentScore: Sendable {
  var hits = 0.0, found = 0.0, right = 0.0

  init(_ cores: [ClosedRange<Double>], truth: [ClosedRange<Double>]) {
    found = Double(cores.count)
    right = Double(truth.count)
    // No core covers half of two right ones, so counting needs no matching.
    hits = Double(truth.count { one in cores.contains { $0.overlap(with: one) >= 0.5 } })
  }

  /// Harmonic mean of precision and recall.
  var f1: Double { found + right > 0 ? 2 * hits / (found + right) : 1 }
}

extension ClosedRange<Double> {
  /// Intersection over union, 0…1.
  func overlap(with other: ClosedRange<Double>) -> Double {
    let shared = Swift.max(
      0, Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound))
    let union = upperBound - lowerBound + other.upperBound - other.lowerBound - shared
    return union > 0 ? shared / union : 0
  }
}
