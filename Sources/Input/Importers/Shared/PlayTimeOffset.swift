enum PlayTimeOffset {
  /// The maximum play time: 24 h; later times indicate a wrong unit.
  static let latest = 86_400.0

  /// A time plus an offset, rounded to 1 µs, so that a first sample at 0 is not negative.
  static func moved(_ time: Double, by offset: Double) -> Double {
    ((time + offset) * 1e6).rounded() / 1e6
  }
}

extension ImportContext {
  /// A time of the file shifted by an offset; throws if it is later than 24 h.
  ///
  /// The result is `nil` if the time is missing or negative; `skips` then counts it.
  @inline(__always)
  func playTime(
    _ time: Double?, plus offset: Double, _ skips: inout SkipCounts, _ line: Int?, _ remedy: String
  ) throws(ImportError) -> Double? {
    let time = time.map { offset == 0 ? $0 : PlayTimeOffset.moved($0, by: offset) }
    guard let time, time >= 0 else {
      skips.add(time == nil ? .timeNotANumber : .negativeTime)
      return nil
    }
    guard time <= PlayTimeOffset.latest else {
      throw failure("the time is more than 24 h into the video", remedy, line: line)
    }
    return time
  }
}
