import SampleAudience

/// Planted stretches against found ones.
struct ChoosingScore: Sendable {
  var hits = [0.0, 0.0]
  var found = 0.0
  var planted = 0.0

  /// Harmonic mean of precision and recall at IoU 0.5 and 0.7.
  var f1: [Double] { hits.map { found + planted > 0 ? 2 * $0 / (found + planted) : 1 } }

  /// Adds another audience's counts.
  mutating func merge(_ other: ChoosingScore) {
    found += other.found
    planted += other.planted
    for slot in hits.indices { hits[slot] += other.hits[slot] }
  }

  mutating func add(cores: [ClosedRange<Double>], truth: [ClosedRange<Double>]) {
    found += Double(cores.count)
    planted += Double(truth.count)
    for (slot, least) in [0.5, 0.7].enumerated() {
      // No core overlaps two planted stretches by half, so counting needs no matching.
      hits[slot] += Double(
        truth.count { planted in
          cores.contains { $0.overlap(with: planted) >= least }
        })
    }
  }
}

extension ClosedRange<Double> {
  /// What both share of what either holds (intersection over union), 0…1.
  func overlap(with other: ClosedRange<Double>) -> Double {
    let shared = Swift.max(
      0, Swift.min(upperBound, other.upperBound) - Swift.max(lowerBound, other.lowerBound))
    let union = upperBound - lowerBound + other.upperBound - other.lowerBound - shared
    return union > 0 ? shared / union : 0
  }
}
