import Media

/// Normalizes the loudness of a clip's sound, limits its true peaks, and encodes it.
///
/// One gain is applied to the whole clip, which preserves its dynamic range. Peaks above the limit
/// are reduced by FFmpeg's `alimiter` with an attack of 5 ms. It runs at four times the sample
/// rate, because true peaks occur between samples. Lossy encoding changes loudness and peaks.
/// Therefore the encoded sound is decoded and measured, and encoded again with corrected values.
struct LoudnessFitter {
  let encoding: AudioEncoderSettings
  /// Target loudness in LUFS; `nil` leaves the loudness unchanged.
  let target: Double?
  /// Path of the output file; encoded sound is stored temporarily in its folder.
  let path: String

  /// Maximum true peak of the encoded sound, in dBTP.
  static let ceiling = -1.0
  /// Maximum gain in decibels; more would mainly amplify the noise of a nearly silent recording.
  static let maximumGain = 20.0
  /// Loudness error in LU at which encoding stops; the documented tolerance is 0.5 LU.
  private static let tolerance = 0.2
  private static let attempts = 6
  /// Safety margin in decibels below the ceiling, because peaks differ slightly between two
  /// decodings of AAC, whose decoders synthesize noise.
  private static let margin = 0.3
  /// Decibels between the ceiling and the limit of the first attempt.
  ///
  /// AAC at 160 kbit/s typically raises peaks by this much. If it raises them more, the next
  /// attempt uses a lower limit.
  private static let headroom = 0.7

  /// Gain in decibels, and the limiter's threshold in decibels relative to full scale.
  private struct GainAndLimit {
    var gain: Double
    var limit: Double
  }

  /// Applies gain and limiter, and encodes the sound.
  func encode(_ samples: AudioSampleFile) throws(MediaError) -> EncodedAudioTrack {
    guard let target else { return try encodeWithoutGain(samples) }
    let meter = try LoudnessMeter(sampleRate: encoding.sampleRate, channels: encoding.channels)
    try samples.inRuns(of: encoding.sampleRate) { run throws(MediaError) in try meter.push(run) }
    let found = try meter.finish()
    guard let loudness = found.integrated else { return try encodeWithoutGain(samples) }
    let wanted = min(target, loudness + Self.maximumGain)
    var shape = GainAndLimit(gain: wanted - loudness, limit: Self.ceiling - Self.headroom)
    var best: (sound: EncodedAudioTrack, fault: Double)?
    for _ in 0..<Self.attempts {
      let sound = try encoded(samples, shape, peak: found.truePeak)
      let heard = try sound.loudness()
      let error = wanted - (heard.integrated ?? wanted)
      let excess = heard.truePeak - (Self.ceiling - Self.margin)
      let fault = abs(error) + (excess > 0 ? 100 + excess : 0)
      if fault < best?.fault ?? .infinity { best = (sound, fault) }
      if fault <= Self.tolerance { break }
      if excess > 0 { shape.limit -= excess + 0.1 }
      shape.gain = min(shape.gain + error, Self.maximumGain)
    }
    if let best { return best.sound }
    return try plain(samples)
  }

  /// Encodes sound without gain; limits it if its peak exceeds full scale, as after a downmix.
  private func encodeWithoutGain(_ samples: AudioSampleFile) throws(MediaError) -> EncodedAudioTrack
  {
    guard samples.peak > 1 else { return try plain(samples) }
    let shape = GainAndLimit(gain: 0, limit: Self.ceiling - Self.headroom)
    return try encoded(samples, shape, peak: .infinity)
  }

  private func plain(_ samples: AudioSampleFile) throws(MediaError) -> EncodedAudioTrack {
    try EncodedAudioTrack(as: encoding, beside: path) { take throws(MediaError) in
      try samples.inRuns(of: encoding.sampleRate, take)
    }
  }

  /// Applies the gain, and the limiter if a peak requires it, and encodes the result.
  ///
  /// The number of samples does not change. Sound is passed to the encoder in blocks, so that no
  /// second copy of all samples is stored.
  private func encoded(
    _ samples: AudioSampleFile, _ shape: GainAndLimit, peak: Double
  ) throws(MediaError) -> EncodedAudioTrack {
    let rate = encoding.sampleRate
    let layout = encoding.channels == 1 ? "mono" : "stereo"
    var text =
      "abuffer@in=sample_rate=\(rate):sample_fmt=fltp:channel_layout=\(layout):time_base=1/\(rate)"
      + ",volume=volume=\(shape.gain)dB:precision=float"
    if peak + shape.gain > shape.limit {
      text +=
        ",aresample=\(4 * rate),alimiter=limit=\(shape.limit)dB:attack=5:release=50:level=0"
        + ":latency=1,aresample=\(rate)"
    }
    let graph = try FilterGraph(
      text + ",aformat=sample_fmts=fltp:channel_layouts=\(layout),abuffersink@out")
    return try EncodedAudioTrack(as: encoding, beside: path) { take throws(MediaError) in
      try filter(samples, through: graph, take)
    }
  }

  private func filter(
    _ samples: AudioSampleFile, through graph: FilterGraph, _ take: EncodedAudioTrack.Take
  ) throws(MediaError) {
    let count = samples.count
    var (given, taken) = (0, 0)
    func drain() throws(MediaError) {
      while let frame = try graph.pull() {
        let length = min(frame.sampleCount, count - taken)
        guard length > 0 else { continue }
        taken += length
        try take(frame.floatChannels().map { Array($0.prefix(length)) })
      }
    }
    try samples.inRuns(of: encoding.sampleRate) { run throws(MediaError) in
      let frame = try Frame.sound(channels: run, sampleRate: encoding.sampleRate)
      frame.stamp(given)
      given += frame.sampleCount
      try graph.push(frame)
      try drain()
    }
    try graph.push(nil)
    try drain()
    while taken < count {
      let length = min(encoding.sampleRate, count - taken)
      taken += length
      try take(Array(repeating: Array(repeating: 0, count: length), count: samples.channels))
    }
  }
}
