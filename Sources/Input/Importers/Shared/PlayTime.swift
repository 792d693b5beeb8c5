/// Times in seconds of the video.
enum PlayTime {
  /// Later than any video is long: what lies beyond is in another unit.
  static let latest = 86_400.0

  /// A time moved by an offset, to a millionth: rounded before 0 is asked for, so that an offset
  /// does not lose the first sample to the last bit.
  static func moved(_ time: Double, by offset: Double) -> Double {
    ((time + offset) * 1e6).rounded() / 1e6
  }
}

extension FileContext {
  /// The time that a file says, moved by an offset; what lies beyond any video is refused.
  ///
  /// - Returns: `nil` for what cannot be used, which is counted.
  @inline(__always)
  func playTime(
    _ time: Double?, plus offset: Double, _ skips: inout SkipCounts, _ line: Int?, _ remedy: String
  ) throws(ImportError) -> Double? {
    let time = time.map { offset == 0 ? $0 : PlayTime.moved($0, by: offset) }
    guard let time, time >= 0 else {
      skips.add(time == nil ? .timeNotANumber : .negativeTime)
      return nil
    }
    guard time <= PlayTime.latest else {
      throw failure("the time lies more than a day into the video", remedy, line: line)
    }
    return time
  }
}
