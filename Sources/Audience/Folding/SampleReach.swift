/// Which half-second bins a sample speaks for.
enum SampleReach {
  /// The bin of an instant, and in slow sources those half an interval around.
  ///
  /// - Parameters:
  ///   - time: play time in seconds, 0 or later.
  ///   - interval: the session's median sampling interval in seconds.
  /// - Returns: the bins' places in the timeline, from 0.
  static func bins(around time: Double, interval: Double) -> ClosedRange<Int> {
    let width = HalfSeconds.length
    guard interval > 1.2 * width else { return Int(time / width)...Int(time / width) }
    let reach = min(1, interval / 2)
    let first = Int(max(0, time - reach + width / 2) / width)
    return first...max(first, Int(max(0, time + reach - width / 2) / width))
  }
}
