internal import Media

/// Brings the sound of a clip to its loudness and encodes it, with the peaks held under a ceiling.
///
/// Loudness is changed by one gain for the whole, so quiet and loud stay apart as they were; only
/// peaks that would pass the ceiling are limited (5 ms ahead, at four times the sample rate, as
/// true peaks lie between samples). Lossy encoding moves both figures, so what was encoded is
/// decoded and measured, and encoded again with the rest of the error taken off.
struct LoudnessFitter {
  let encoding: SoundEncoding
  /// LUFS; `nil` leaves the level alone.
  let target: Double?
  /// A file in whose folder there is room for encoded sound.
  let path: String

  /// dBTP that the encoded sound does not pass.
  static let ceiling = -1.0
  /// Decibels; sound that would need more is an empty room, and more would only bring up its noise.
  static let maximumGain = 20.0
  /// LU within which the target counts as met; the promise is 0.5.
  private static let tolerance = 0.2
  private static let attempts = 6
  /// Decibels by which the measured peak stays under the ceiling: AAC decoders make up noise of
  /// their own, so that peaks differ a little from one decoding to the next.
  private static let margin = 0.3
  /// Decibels below the ceiling at which limiting begins: what AAC at 160 kbit/s adds, by
  /// experience; where it adds more, the next attempt makes room for it.
  private static let headroom = 0.7

  /// One way to shape the sound.
  private struct Shape {
    var gain: Double
    var limit: Double
  }

  /// Shapes and encodes sound.
  ///
  /// - Throws: `missingComponent` for a filter or encoder that is not there.
  func encode(_ samples: SampleStore) throws(MediaError) -> EncodedSound {
    guard let target else { return try unlevelled(samples) }
    let meter = try LoudnessMeter(sampleRate: encoding.sampleRate, channels: encoding.channels)
    try samples.inRuns(of: encoding.sampleRate) { run throws(MediaError) in try meter.push(run) }
    let found = try meter.finish()
    guard let loudness = found.integrated else { return try unlevelled(samples) }
    let wanted = min(target, loudness + Self.maximumGain)
    var shape = Shape(gain: wanted - loudness, limit: Self.ceiling - Self.headroom)
    var best: (sound: EncodedSound, fault: Double)?
    for _ in 0..<Self.attempts {
      let sound = try encoded(samples, shape, peak: found.truePeak)
      let heard = try sound.loudness()
      let error = wanted - (heard.integrated ?? wanted)
      let excess = heard.truePeak - (Self.ceiling - Self.margin)
      // A peak over the ceiling counts for more than any error of loudness.
      let fault = abs(error) + (excess > 0 ? 100 + excess : 0)
      if fault < best?.fault ?? .infinity { best = (sound, fault) }
      if fault <= Self.tolerance { break }
      if excess > 0 { shape.limit -= excess + 0.1 }
      shape.gain = min(shape.gain + error, Self.maximumGain)
    }
    if let best { return best.sound }
    return try plain(samples)
  }

  /// Sound at the level it came in; a downmix may add up to more than full scale.
  private func unlevelled(_ samples: SampleStore) throws(MediaError) -> EncodedSound {
    guard samples.peak > 1 else { return try plain(samples) }
    let shape = Shape(gain: 0, limit: Self.ceiling - Self.headroom)
    return try encoded(samples, shape, peak: .infinity)
  }

  private func plain(_ samples: SampleStore) throws(MediaError) -> EncodedSound {
    try EncodedSound(as: encoding, beside: path) { take throws(MediaError) in
      try samples.inRuns(of: encoding.sampleRate, take)
    }
  }

  /// Gain, and limiting where a peak needs it; as many samples as came in.
  ///
  /// Shaped sound goes to the encoder run by run: a reel's would be as large again as the reel's.
  private func encoded(
    _ samples: SampleStore, _ shape: Shape, peak: Double
  ) throws(MediaError) -> EncodedSound {
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
    return try EncodedSound(as: encoding, beside: path) { take throws(MediaError) in
      try pass(samples, through: graph, take)
    }
  }

  private func pass(
    _ samples: SampleStore, through graph: FilterGraph, _ take: EncodedSound.Take
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
