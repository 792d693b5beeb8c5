/// Converts between play time in seconds and indices of time bins of 0.5 s.
///
/// Bin i covers [i / 2, (i + 1) / 2) seconds.
package enum TimeBins {
  /// The length of a bin in seconds.
  package static let length = 0.5

  /// Maximum number of time bins of a video (138 hours), because a damaged file could have any
  /// length.
  ///
  /// Aggregation takes 16 bytes per viewer and time bin.
  package static let most = 1_000_000

  /// The number of time bins in a duration in seconds, without rounding errors of 1e-6 bins.
  package static func count(for duration: Double) -> Int {
    Int((max(0, duration / length - 1e-6)).rounded(.up))
  }

  /// The time bin that contains an instant; negative times are in the first bin.
  package static func index(at time: Double) -> Int { Int(max(0, time) / length) }

  package static func start(of index: Int) -> Double { Double(index) * length }

  /// Play time in seconds at the middle of a time bin.
  package static func middle(of index: Int) -> Double { (Double(index) + 0.5) * length }

  /// The time bins (below `count`) that overlap a range in seconds; empty outside the video.
  package static func covering(_ window: Range<Double>, count: Int) -> Range<Int> {
    let first = clamped((window.lowerBound / length).rounded(.down), count)
    return first..<max(first, clamped((window.upperBound / length).rounded(.up), count))
  }

  /// The time bins (below `count`) with their middle in [start, end), in seconds of play time.
  package static func centered(from start: Double, to end: Double, count: Int) -> Range<Int> {
    let first = clamped((start / length - 0.5).rounded(.up), count)
    return first..<max(first, clamped((end / length - 0.5).rounded(.up), count))
  }

  private static func clamped(_ index: Double, _ count: Int) -> Int {
    guard index > 0 else { return 0 }
    return index < Double(count) ? Int(index) : count
  }
}
