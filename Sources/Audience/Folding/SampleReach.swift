/// Which half-second bins a sample speaks for.
enum SampleReach {
  /// Whether a sample of a source speaks for one bin alone.
  ///
  /// - Parameter interval: the session's median sampling interval in seconds.
  /// - Returns: false for slow sources.
  static func isOne(interval: Double) -> Bool { interval <= 1.2 * HalfSeconds.length }

  /// The bin of an instant, and in slow sources those half an interval around.
  ///
  /// - Parameters:
  ///   - time: play time in seconds, 0 or later.
  ///   - interval: the session's median sampling interval in seconds.
  /// - Returns: the bins' places in the timeline, from 0.
  static func bins(around time: Double, interval: Double) -> ClosedRange<Int> {
    let width = HalfSeconds.length
    guard !isOne(interval: interval) else { return Int(time / width)...Int(time / width) }
    let reach = min(1, interval / 2)
    let first = Int(max(0, time - reach + width / 2) / width)
    return first...max(first, Int(max(0, time + reach - width / 2) / width))
  }
}
