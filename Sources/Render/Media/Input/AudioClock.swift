import CFFmpeg

/// Computes the play time of each run of audio samples, in decoding order.
///
/// A transport stream has a timestamp only for the first of several runs that are stored together.
/// For the others, libav uses the sample rate at the beginning of the file, which is wrong after a
/// change of rate. In this case, each run begins where the previous one ended.
struct AudioClock {
  /// Sample rate in hertz at the beginning of the file; `nil` without sound.
  let rate: Int?
  private var last: (stamp: Double, count: Int, end: Double)?
  /// Maximum rounding difference of two timestamps, in seconds.
  private static let roundingTolerance = 0.0015

  init(rate: Int?) { self.rate = rate }

  /// The play time of a run of samples, whose time is `stamp` according to libav; `nil` until one
  /// is known.
  mutating func time(of frame: Frame, stamped stamp: Double?) -> Double? {
    guard let stamp = stamp ?? last?.end else { return nil }
    var time = stamp
    if let last, let rate, frame.sampleRate != rate,
      abs(stamp - last.stamp - Double(last.count) / Double(rate)) <= Self.roundingTolerance
    {
      time = last.end
    }
    last = (stamp, frame.sampleCount, time + frame.soundDuration)
    return time
  }
}

extension Frame {
  var soundDuration: Double { Double(sampleCount) / Double(max(1, sampleRate)) }
}
