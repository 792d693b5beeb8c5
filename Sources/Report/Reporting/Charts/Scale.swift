/// Where values stand on an axis.
struct Scale: Hashable {
  /// What stands at the axis's end; it begins at 0.
  var end: Double

  /// An axis that ends at a value as it is.
  init(end: Double) { self.end = max(end, .leastNormalMagnitude) }

  /// The place of a value, 0…1; what lies outside stands at the nearer end.
  func place(_ value: Double) -> Double { min(1, max(0, value / end)) }

  /// Round times at which an axis of `end` seconds is marked, 0 included, at most `most`.
  func times(atMost most: Int) -> [Double] {
    let steps = [1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]
    let step = steps.first { end / $0 < Double(most) } ?? (end / Double(most - 1))
    return Array(stride(from: 0, to: end, by: step))
  }
}
