internal import Media

/// Puts the sound of one stretch on the clip's clock, sample by sample.
///
/// Sound is resampled, stretched where its time stamps drift from its samples, cut at exact sample
/// times, filled with silence where the source has none, and faded in and out: over 0.2 s, or 20 ms
/// if an edge is silent. Exactly `count` samples come out, so picture and sound cannot drift apart
/// from stretch to stretch.
final class SoundPlacer {
  /// Takes consecutive samples, one array a channel.
  typealias Take = ([[Float]]) throws(MediaError) -> Void

  private let start: Double
  private let count: Int
  private let rate: Int
  private let channels: Int
  private let take: Take
  private var built: (key: String, graph: FilterGraph)?
  /// Samples placed.
  private var written = 0
  /// Seconds for which the source has no sound.
  private(set) var silence = 0.0
  /// Play time up to which sound came, in seconds.
  private var heard: Double
  /// Seconds; a step of less is drift, not a gap.
  private static let leastGap = 0.015
  /// The last samples, which may have to be faded, one array a channel.
  private var pending: [[Float]]
  private var isOpen = false

  /// How libswresample follows time stamps, in seconds.
  ///
  /// Up to 5 ms they are left alone: some files round them to 1 ms, and in others they wander. From
  /// 15 ms on a step is a gap, and stays one. What lies between is drift, and is made up for by
  /// playing up to 0.5 % faster or slower, less than a tenth of a semitone.
  private static let following =
    "flags=res:async=1:min_comp=0.005:min_hard_comp=0.015:comp_duration=1:max_soft_comp=0.005"

  /// Places `count` samples from play time `start` on, in seconds.
  init(start: Double, count: Int, rate: Int, channels: Int, take: @escaping Take) {
    self.start = start
    self.count = count
    self.rate = rate
    self.channels = channels
    self.take = take
    heard = start
    pending = Array(repeating: [], count: channels)
  }

  /// Takes the next run of source samples.
  func push(_ frame: Frame) throws(MediaError) {
    frame.settleChannels()
    noteSilence(until: frame.time)
    heard = max(heard, frame.time + Double(frame.sampleCount) / Double(max(1, frame.sampleRate)))
    if built?.key != frame.shapeKey {
      try drain(ending: true)
      let layout = channels == 1 ? "mono" : "stereo"
      let text =
        frame.soundSource() + ",aresample=\(rate):\(Self.following),"
        + "aformat=sample_fmts=fltp:channel_layouts=\(layout),abuffersink@out"
      built = (frame.shapeKey, try FilterGraph(text))
    }
    frame.stamp(Int(bounding: frame.time * Double(frame.sampleRate)))
    try built?.graph.push(frame)
    try drain(ending: false)
  }

  /// Hands on what is left, and silence up to the end.
  func finish() throws(MediaError) {
    try drain(ending: true)
    noteSilence(until: .infinity)
    try write(silence: count - written)
    if !isOpen { fade(isOpening: true) }
    fade(isOpening: false)
    try take(pending)
  }

  /// The resampler fills gaps itself: they are counted by what comes in.
  private func noteSilence(until time: Double) {
    let gap = min(time, start + Double(count) / Double(rate)) - heard
    if gap >= Self.leastGap { silence += gap }
  }

  private func drain(ending: Bool) throws(MediaError) {
    guard let graph = built?.graph else { return }
    if ending { try graph.push(nil) }
    while let frame = try graph.pull() {
      // Whole samples throughout: each run begins where the one before ended.
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

  /// Samples that may have to be faded at an edge.
  private var edge: Int { min(count / 2, Int(RenderSettings.soundFade.heard * Double(rate))) }

  /// Hands samples on, but for the last ones, which are faded if nothing follows.
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

/// The sound of a clip or reel, whole, before its pictures are made.
enum SoundTrack {
  /// Reads, places, levels and encodes the sound of some stretches of a source.
  ///
  /// What is measured as a whole before it is encoded lies on disk meanwhile.
  ///
  /// - Parameters:
  ///   - reader: the source, open.
  ///   - grids: the stretches, in the output's order.
  ///   - plan: how to encode.
  ///   - path: the file to write.
  /// - Returns: what to write, `nil` for a source without sound; and the seconds of it in which the
  ///   source has none.
  /// - Throws: what reading throws, `interrupted`, `missingComponent`.
  static func make(
    _ reader: StretchReader, _ grids: [FrameGrid], plan: EncodePlan, to path: String
  ) throws(MediaError) -> (sound: EncodedSound?, silence: Double) {
    guard let encoding = plan.sound else { return (nil, 0) }
    var silence = 0.0
    let samples = try SampleStore(channels: encoding.channels, beside: path)
    var frames = 0
    for grid in grids {
      let first = plan.sample(atFrame: frames)
      frames += grid.frames.count
      let start = grid.time(grid.frames.lowerBound)
      let placer = SoundPlacer(
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
