internal import CFFmpeg

/// The play time of each run of samples, in the order in which they are decoded.
///
/// A transport stream stamps only the first of several runs that it stores together. libav derives
/// the other stamps from the sample rate at the beginning of the file: after a change of rate these
/// are too dense or too sparse. A run is then placed where the one before it ended.
struct SoundClock {
  /// Samples per second at the beginning of the file; `nil` without sound.
  let rate: Int?
  private var last: (stamp: Double, count: Int, end: Double)?
  /// Seconds by which two stamps may differ by rounding.
  private static let rounding = 0.0015

  init(rate: Int?) { self.rate = rate }

  /// The play time of a run.
  ///
  /// - Parameters:
  ///   - frame: the samples.
  ///   - stamp: the play time that libav gives, in seconds.
  /// - Returns: the play time in seconds; `nil` as long as none is known.
  mutating func time(of frame: Frame, stamped stamp: Double?) -> Double? {
    guard let stamp = stamp ?? last?.end else { return nil }
    var time = stamp
    if let last, let rate, frame.sampleRate != rate,
      abs(stamp - last.stamp - Double(last.count) / Double(rate)) <= Self.rounding
    {
      time = last.end
    }
    last = (stamp, frame.sampleCount, time + frame.soundDuration)
    return time
  }
}

extension Frame {
  /// Seconds of a run of samples.
  var soundDuration: Double { Double(sampleCount) / Double(max(1, sampleRate)) }
}
