/// The times of one stream's samples on the recorder's clock.
///
/// All times are learned in a first pass and returned in a second one. If the device has an even
/// rate, the times between two gaps are replaced by a fitted line, as in pyxdf. This removes
/// network jitter.
struct XDFTimestampCorrector {
  private struct Run {
    var first: Int
    var start: Double
    var count = 0.0
    /// Sums of the deviations from nominal times, and of deviation × index.
    var sum = 0.0
    var product = 0.0

    mutating func add(_ time: Double, _ interval: Double) {
      let off = time - start - count * interval
      sum += off
      product += off * count
      count += 1
    }

    /// The time of a sample of the run, on the least-squares line.
    func time(_ index: Double, _ interval: Double) -> Double {
      guard count > 1 else { return start }
      let middle = (count - 1) / 2
      let spread = count * (count * count - 1) / 12
      let slope = (product - middle * sum) / spread
      return start + index * interval + sum / count + slope * (index - middle)
    }
  }

  private let isEven: Bool
  private let interval: Double
  /// The longest step in seconds within one run; a longer one is a gap.
  private let longest: Double
  private var clock: XDFClockSynchronizer
  private var runs: [Run] = []
  private var last = 0.0
  private var index = 0
  private var run = 0

  init(_ stream: XDFStream, clock: XDFClockSynchronizer) {
    isEven = stream.rate > 0 && !stream.mayDropSamples
    interval = stream.rate > 0 ? 1 / stream.rate : 0
    longest = max(1, 500 * interval)
    self.clock = clock
  }

  /// Learns the device time of the next sample; returns its index and its time on the recorder's
  /// clock by the measured offsets.
  mutating func learn(_ time: Double) -> (index: Int, corrected: Double) {
    let corrected = clock.corrected(time)
    if isEven {
      if runs.isEmpty || abs(corrected - last) > longest {
        runs.append(Run(first: index, start: corrected))
      }
      runs[runs.count - 1].add(corrected, interval)
    }
    last = corrected
    index += 1
    return (index - 1, corrected)
  }

  mutating func restart() {
    clock.restart()
    index = 0
    run = 0
  }

  /// The time of the next sample on the recorder's clock, in the second pass.
  mutating func next(_ time: Double) -> Double {
    index += 1
    return self.time(of: index - 1, clock.corrected(time))
  }

  /// The final time of a sample; call it in the order of samples.
  mutating func time(of index: Int, _ corrected: Double) -> Double {
    while run + 1 < runs.count, runs[run + 1].first <= index { run += 1 }
    guard runs.indices.contains(run) else { return corrected }
    return runs[run].time(Double(index - runs[run].first), interval)
  }
}
