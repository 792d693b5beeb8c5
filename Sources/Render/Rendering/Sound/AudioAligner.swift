import Media

/// Cuts the sound of one segment to exact sample positions in the clip.
///
/// Sound is resampled, and its speed is adjusted if its time stamps drift from its samples. Gaps
/// are filled with silence. Both ends are faded over 0.2 s, or over 20 ms if the end is silent.
/// Exactly `count` samples are produced, so picture and sound stay in sync across segments.
final class AudioAligner {
  /// Takes consecutive samples, one array per channel.
  typealias Take = ([[Float]]) throws(MediaError) -> Void

  private let start: Double
  private let count: Int
  private let rate: Int
  private let channels: Int
  private let take: Take
  private var built: (key: String, graph: FilterGraph)?
  private var written = 0
  /// Duration in seconds for which the source has no sound.
  private(set) var silence = 0.0
  private var heard: Double
  /// Minimum length of a gap in seconds; a shorter jump of time stamps is drift.
  private static let minimumGapLength = 0.015
  /// The latest samples, held back because they may need a fade-out; one array per channel.
  private var pending: [[Float]]
  private var isOpen = false

  /// Options with which libswresample corrects sound that drifts from its time stamps.
  ///
  /// Errors up to 5 ms are ignored, because some files round time stamps to 1 ms. Jumps from 15 ms
  /// are gaps and are kept. Errors in between are drift: the sound is played up to 0.5 % faster or
  /// slower, which is less than a tenth of a semitone.
  private static let driftCorrectionOptions =
    "flags=res:async=1:min_comp=0.005:min_hard_comp=0.015:comp_duration=1:max_soft_comp=0.005"

  /// Creates a placer for `count` samples that begin at play time `start`, in seconds.
  init(start: Double, count: Int, rate: Int, channels: Int, take: @escaping Take) {
    (self.start, self.count, self.rate) = (start, count, rate)
    (self.channels, self.take) = (channels, take)
    heard = start
    pending = Array(repeating: [], count: channels)
  }

  func push(_ frame: Frame) throws(MediaError) {
    frame.assignDefaultChannelLayout()
    noteSilence(until: frame.time)
    heard = max(heard, frame.time + Double(frame.sampleCount) / Double(max(1, frame.sampleRate)))
    if built?.key != frame.formatKey {
      try drain(ending: true)
      let layout = channels == 1 ? "mono" : "stereo"
      let text =
        frame.soundSource() + ",aresample=\(rate):\(Self.driftCorrectionOptions),"
        + "aformat=sample_fmts=fltp:channel_layouts=\(layout),abuffersink@out"
      built = (frame.formatKey, try FilterGraph(text))
    }
    frame.stamp(Int(bounding: frame.time * Double(frame.sampleRate)))
    try built?.graph.push(frame)
    try drain(ending: false)
  }

  func finish() throws(MediaError) {
    try drain(ending: true)
    noteSilence(until: .infinity)
    try write(silence: count - written)
    if !isOpen { fade(isOpening: true) }
    fade(isOpening: false)
    try take(pending)
  }

  /// Adds a gap to `silence`; measured on the input, because the resampler fills gaps itself.
  private func noteSilence(until time: Double) {
    let gap = min(time, start + Double(count) / Double(rate)) - heard
    if gap >= Self.minimumGapLength { silence += gap }
  }

  private func drain(ending: Bool) throws(MediaError) {
    guard let graph = built?.graph else { return }
    if ending { try graph.push(nil) }
    while let frame = try graph.pull() {
      // Positions are whole samples, so that rounding leaves no gap between blocks.
      let origin = Int(bounding: start * Double(rate))
      try place(frame.floatChannels(), at: Int(frame.timeStamp ?? 0) - origin)
    }
    if ending { built = nil }
  }

  private func place(_ samples: [[Float]], at stamp: Int) throws(MediaError) {
    let length = samples.first?.count ?? 0
    try write(silence: min(stamp, count) - written)
    let from = max(0, written - stamp)
    let to = min(length, count - stamp)
    guard from < to else { return }
    try write(samples.map { Array($0[from..<to]) })
  }

  private func write(silence length: Int) throws(MediaError) {
    var left = length
    while left > 0 {
      let step = min(left, rate)
      try write(Array(repeating: Array(repeating: 0, count: step), count: channels))
      left -= step
    }
  }

  /// Length of the longer fade in samples, at most half of the sound.
  private var edge: Int { min(count / 2, Int(RenderSettings.soundFade.heard * Double(rate))) }

  /// Writes samples, but holds back the last ones, because they may need a fade-out.
  private func write(_ samples: [[Float]]) throws(MediaError) {
    for channel in samples.indices { pending[channel] += samples[channel] }
    let length = samples.first?.count ?? 0
    written += length
    let ready = (pending.first?.count ?? 0) - edge
    guard length > 0, ready >= (isOpen ? 1 : edge) else { return }
    if !isOpen { fade(isOpening: true) }
    try take(pending.map { Array($0.prefix(ready)) })
    for channel in pending.indices { pending[channel].removeFirst(ready) }
  }

  /// Fades the first or the last of the pending samples.
  private func fade(isOpening: Bool) {
    isOpen = true
    let held = pending.first?.count ?? 0
    let short = min(held, max(1, Int(RenderSettings.soundFade.silent * Double(rate))))
    let isSilent = pending.allSatisfy { channel in
      (isOpening ? channel.prefix(short) : channel.suffix(short))
        .allSatisfy { abs($0) <= RenderSettings.silence }
    }
    let length = min(held, isSilent ? short : edge)
    for place in 0..<length {
      let gain = Float((Double(place) + 0.5) / Double(length))
      let index = isOpening ? place : held - 1 - place
      for channel in pending.indices { pending[channel][index] *= gain }
    }
  }
}

/// Produces the complete sound of a clip or highlight reel, before its frames are rendered.
enum AudioTrackBuilder {
  /// Returns the sound of a source's segments with normalized loudness, and the seconds for which
  /// the source has none.
  ///
  /// Loudness is measured over all samples before encoding, so they are stored on disk meanwhile.
  static func make(
    _ reader: RangeReader, _ grids: [FrameTimeGrid], plan: EncodePlan, to path: String
  ) throws(MediaError) -> (sound: EncodedAudioTrack?, silence: Double) {
    guard let encoding = plan.sound else { return (nil, 0) }
    var silence = 0.0
    let samples = try AudioSampleFile(channels: encoding.channels, beside: path)
    var frames = 0
    for grid in grids {
      let first = plan.sample(atFrame: frames)
      frames += grid.frames.count
      let start = grid.time(grid.frames.lowerBound)
      let placer = AudioAligner(
        start: start, count: plan.sample(atFrame: frames) - first, rate: encoding.sampleRate,
        channels: encoding.channels
      ) { run throws(MediaError) in
        try samples.append(run)
      }
      try reader.read(
        from: start, to: grid.time(grid.frames.upperBound), picture: nil,
        sound: { frame throws(MediaError) in try placer.push(frame) })
      try placer.finish()
      silence += placer.silence
    }
    let sound = try LoudnessFitter(encoding: encoding, target: plan.settings.loudness, path: path)
      .encode(samples)
    return (sound, silence)
  }
}
