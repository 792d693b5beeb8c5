import Audience

/// Converts a device's clock to the recorder's clock.
///
/// Each interval between two resets of the device has a line fitted to the measured offsets.
/// Detection of resets and the robust fit are those of pyxdf 1.17, so that both give the same
/// times. The fit minimises Huber's loss with ADMM (Boyd et al., "Distributed optimization and
/// statistical learning", 2011).
struct XDFClockSynchronizer {
  /// A measured clock offset: the device's time, and the seconds to add to it.
  typealias Offset = (time: Double, value: Double)

  /// Threshold of Huber's loss in seconds: smaller residuals count squared, larger ones linearly.
  private static let scale = 0.0001
  private static let rounds = 1000

  private var lines: [(first: Double, slope: Double)] = []
  /// The last offset before each reset and the first one after it, in device time.
  private var resets: [(before: Double, behind: Double)] = []
  private var current = 0

  init(_ offsets: [Offset]) {
    guard !offsets.isEmpty else { return }
    var start = 0
    let ends = Self.resets(offsets) + [offsets.count - 1]
    for end in ends {
      lines.append(Self.line(offsets[start...end]))
      if end + 1 < offsets.count { resets.append((offsets[end].time, offsets[end + 1].time)) }
      start = end + 1
    }
  }

  /// Converts a device time to the recorder's clock; call it in file order.
  mutating func corrected(_ time: Double) -> Double {
    guard !lines.isEmpty else { return time }
    // A time belongs to the interval whose offset is nearer.
    while current < resets.count,
      abs(time - resets[current].before) >= abs(time - resets[current].behind)
    {
      current += 1
    }
    return time + lines[current].first + lines[current].slope * time
  }

  mutating func restart() { current = 0 }

  // MARK: - Resets

  /// The indices of offsets before a reset.
  ///
  /// At a reset, time runs backwards, or both the time step and the change of the offset are
  /// outliers.
  private static func resets(_ offsets: [Offset]) -> [Int] {
    guard offsets.count > 1 else { return [] }
    let steps = zip(offsets, offsets.dropFirst())
    let times = steps.map { $1.time - $0.time }
    let values = steps.map { $1.value - $0.value }
    let oddTimes = areOutliers(times, deviations: 5, seconds: 5)
    let oddValues = areOutliers(values, deviations: 10, seconds: 1)
    return times.indices.filter { times[$0] < 0 || (oddTimes[$0] && oddValues[$0]) }
  }

  private static func areOutliers(_ steps: [Double], deviations: Double, seconds: Double) -> [Bool]
  {
    let middle = median(steps)
    let spread = median(steps.map { abs($0 - middle) }) + .ulpOfOne
    return steps.map { abs($0 - middle) / spread > deviations && abs($0 - middle) > seconds }
  }

  // MARK: - Lines

  private static func line(_ offsets: ArraySlice<Offset>) -> (first: Double, slope: Double) {
    guard offsets.count > 1, let only = offsets.first else { return (offsets.first?.value ?? 0, 0) }
    let base = (offsets.map(\.time).min() ?? only.time) / scale
    let times = offsets.map { $0.time / scale - base }
    let values = offsets.map { $0.value / scale }
    // The normal equations have the Cholesky factor (first, 0; below, last).
    let first = Double(times.count).squareRoot()
    let below = times.reduce(0, +) / first
    let rest = times.reduce(0) { $0 + $1 * $1 } - below * below
    // Equal times define no line.
    guard rest > 0 else { return (0, 0) }
    let last = rest.squareRoot()
    var z = [Double](repeating: 0, count: values.count)
    var u = z
    var line = (first: 0.0, slope: 0.0)
    for _ in 0..<rounds {
      let moved = values.indices.map { values[$0] + z[$0] - u[$0] }
      let product = zip(moved, times).reduce(0) { $0 + $1.0 * $1.1 }
      let y = moved.reduce(0, +) / first
      line.slope = (product - below * y) / last / last
      line.first = (y - below * line.slope) / first
      for index in values.indices {
        let d = line.first + line.slope * times[index] - values[index] + u[index]
        let shrunk = d == 0 ? 1 : max(0, 1 - 2 / abs(d))
        z[index] = d / 2 + (shrunk * d) / 2
        u[index] = d - z[index]
      }
    }
    return ((line.first - line.slope * base) * scale, line.slope)
  }
}
