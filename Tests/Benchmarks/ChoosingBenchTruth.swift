import SampleAudience

/// Planted stretches against found ones.
struct ChoosingScore {
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
          cores.contains { overlap($0, planted) >= least }
        })
    }
  }

  private func overlap(_ a: ClosedRange<Double>, _ b: ClosedRange<Double>) -> Double {
    let shared = max(0, min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound))
    let union = a.upperBound - a.lowerBound + b.upperBound - b.lowerBound - shared
    return union > 0 ? shared / union : 0
  }
}
