import Audience

/// The way from a device's clock to the recorder's: straight lines through the measured offsets,
/// one between two resets of the device's clock.
///
/// What is a reset, and the line that outliers do not bend (Huber's loss by ADMM: Boyd et al.,
/// "Distributed optimization and statistical learning", 2011), are those of pyxdf 1.17, so that a
/// study finds the same times in both.
struct XDFClock {
  /// An offset as it was measured: when, by the device's clock, and what is to be added then.
  typealias Offset = (time: Double, value: Double)

  /// Offsets within so many seconds of the line are fitted by squares, those beyond by distance.
  private static let scale = 0.0001

  private var lines: [(first: Double, slope: Double)] = []
  /// By the device's clock, the last offset before each reset and the first behind it.
  private var resets: [(before: Double, behind: Double)] = []
  private var current = 0

  init(_ offsets: [Offset]) {
    guard !offsets.isEmpty else { return }
    var start = 0
    let ends = Self.resets(offsets) + [offsets.count - 1]
    for end in ends {
      lines.append(Self.line(offsets[start...end]))
      if end + 1 < offsets.count {
        resets.append((offsets[end].time, offsets[end + 1].time))
      }
      start = end + 1
    }
  }

  /// A time of the device on the recorder's clock; times come in the order of the file.
  mutating func corrected(_ time: Double) -> Double {
    guard !lines.isEmpty else { return time }
    // A time belongs to what is behind a reset from the first that is nearer to it on.
    while current < resets.count,
      abs(time - resets[current].before) >= abs(time - resets[current].behind)
    {
      current += 1
    }
    return time + lines[current].first + lines[current].slope * time
  }

  /// Begins at the first time again.
  mutating func restart() { current = 0 }

  // MARK: - Resets

  /// The offsets behind which the clock was reset: time ran backwards, or both the time between two
  /// offsets and their difference are far from the usual.
  private static func resets(_ offsets: [Offset]) -> [Int] {
    guard offsets.count > 1 else { return [] }
    let steps = zip(offsets, offsets.dropFirst())
    let times = steps.map { $1.time - $0.time }
    let values = steps.map { $1.value - $0.value }
    let oddTimes = odd(times, deviations: 5, seconds: 5)
    let oddValues = odd(values, deviations: 10, seconds: 1)
    return times.indices.filter { times[$0] < 0 || (oddTimes[$0] && oddValues[$0]) }
  }

  private static func odd(_ steps: [Double], deviations: Double, seconds: Double) -> [Bool] {
    let middle = median(steps)
    let spread = median(steps.map { abs($0 - middle) }) + .ulpOfOne
    return steps.map { abs($0 - middle) / spread > deviations && abs($0 - middle) > seconds }
  }

  // MARK: - Lines

  private static func line(_ offsets: ArraySlice<Offset>) -> (first: Double, slope: Double) {
    guard offsets.count > 1, let only = offsets.first else {
      return (offsets.first?.value ?? 0, 0)
    }
    let base = (offsets.map(\.time).min() ?? only.time) / scale
    let times = offsets.map { $0.time / scale - base }
    let values = offsets.map { $0.value / scale }
    guard var line = Huber(times)?.fit(values) else { return (0, 0) }
    line.first -= line.slope * base
    return (line.first * scale, line.slope)
  }

  /// A line through points by Huber's loss, whose places are known.
  private struct Huber {
    private static let rounds = 1000
    private let times: [Double]
    /// The factor of Cholesky of the normal equations; `nil` where all places are one.
    private let corner: (first: Double, below: Double, last: Double)

    init?(_ times: [Double]) {
      self.times = times
      let sum = times.reduce(0, +)
      let squares = times.reduce(0) { $0 + $1 * $1 }
      let first = Double(times.count).squareRoot()
      let below = sum / first
      let rest = squares - below * below
      guard rest > 0 else { return nil }
      corner = (first, below, rest.squareRoot())
    }

    func fit(_ values: [Double]) -> (first: Double, slope: Double) {
      var z = [Double](repeating: 0, count: values.count)
      var u = z
      var line = (first: 0.0, slope: 0.0)
      for _ in 0..<Self.rounds {
        line = solve(values.indices.map { values[$0] + z[$0] - u[$0] })
        for index in values.indices {
          let d = line.first + line.slope * times[index] - values[index] + u[index]
          let shrunk = d == 0 ? 1 : max(0, 1 - 2 / abs(d))
          z[index] = d / 2 + (shrunk * d) / 2
          u[index] = d - z[index]
        }
      }
      return line
    }

    private func solve(_ values: [Double]) -> (first: Double, slope: Double) {
      let sum = values.reduce(0, +)
      let product = zip(values, times).reduce(0) { $0 + $1.0 * $1.1 }
      let y = (sum / corner.first, (product - corner.below * (sum / corner.first)) / corner.last)
      let slope = y.1 / corner.last
      return ((y.0 - corner.below * slope) / corner.first, slope)
    }
  }
}
