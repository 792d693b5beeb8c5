/// Ranges of play time as analyses take them.
enum TimeRanges {
  /// Sorted, inside [0, `duration`], and with those that overlap or nearly touch made one.
  ///
  /// - Parameters:
  ///   - ranges: in any order, in seconds.
  ///   - duration: of the video, in seconds.
  ///   - gap: a gap up to this is read through: seeking costs more, in seconds.
  /// - Returns: ranges in order, none empty.
  static func merged(
    _ ranges: [Range<Double>], duration: Double, gap: Double
  ) -> [Range<Double>] {
    let inside = ranges.map {
      max(0, $0.lowerBound)..<max(0, $0.lowerBound, min(duration, $0.upperBound))
    }
    .filter { !$0.isEmpty }
    .sorted { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Double>] = []
    for range in inside {
      if let last = merged.last, range.lowerBound <= last.upperBound + gap {
        let end = max(last.upperBound, range.upperBound)
        merged[merged.count - 1] = last.lowerBound..<end
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
