/// Converts values to positions on an axis from 0 to `end`.
struct AxisScale: Hashable {
  var end: Double

  init(end: Double) { self.end = max(end, .leastNormalMagnitude) }

  /// The position of a value, 0…1; a value outside the axis is moved to its nearer end.
  func place(_ value: Double) -> Double { min(1, max(0, value / end)) }

  /// At most `most` round times, from 0, for marks on an axis in seconds.
  func times(atMost most: Int) -> [Double] {
    let steps = [1.0, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]
    let step = steps.first { end / $0 < Double(most) } ?? (end / Double(most - 1))
    return Array(stride(from: 0, to: end, by: step))
  }
}
