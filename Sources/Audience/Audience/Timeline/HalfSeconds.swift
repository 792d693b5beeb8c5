/// The clock of half seconds: which bin holds an instant, and when a bin is.
///
/// Bin i covers [i / 2, (i + 1) / 2) seconds of play time.
package enum HalfSeconds {
  /// The length of a bin in seconds.
  package static let length = 0.5

  /// Most bins of a video, 138 hours: every viewer has a row in each while the video is folded, 16
  /// bytes, and a damaged head can tell any length.
  package static let most = 1_000_000

  /// How many bins a video of so many seconds has; a millionth of one, which arithmetic adds to a
  /// duration, is none.
  package static func count(for duration: Double) -> Int {
    Int((max(0, duration / length - 1e-6)).rounded(.up))
  }

  /// The bin that holds an instant; times before 0 are in the first.
  package static func index(at time: Double) -> Int { Int(max(0, time) / length) }

  /// Play time of a bin's start.
  package static func start(of index: Int) -> Double { Double(index) * length }

  /// Play time of a bin's middle.
  package static func middle(of index: Int) -> Double { (Double(index) + 0.5) * length }

  /// The bins that a window covers, wholly or in part.
  ///
  /// - Parameters:
  ///   - window: play times in seconds.
  ///   - count: how many bins there are.
  /// - Returns: indices below `count`; empty outside the video.
  package static func covering(_ window: Range<Double>, count: Int) -> Range<Int> {
    let first = bounded((window.lowerBound / length).rounded(.down), count)
    return first..<max(first, bounded((window.upperBound / length).rounded(.up), count))
  }

  /// The bins whose middles lie in [start, end), in seconds of play time.
  ///
  /// - Returns: indices below `count`.
  package static func centered(from start: Double, to end: Double, count: Int) -> Range<Int> {
    let first = bounded((start / length - 0.5).rounded(.up), count)
    return first..<max(first, bounded((end / length - 0.5).rounded(.up), count))
  }

  private static func bounded(_ index: Double, _ count: Int) -> Int {
    guard index > 0 else { return 0 }
    return index < Double(count) ? Int(index) : count
  }
}

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
