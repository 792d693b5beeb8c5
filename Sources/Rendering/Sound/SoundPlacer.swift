internal import Media

/// Puts the sound of one stretch on the clip's clock, sample by sample.
///
/// Sound is resampled, cut at exact sample times, filled with silence where the source has none,
/// and faded in and out over 20 ms. Exactly `count` samples come out, so picture and sound cannot
/// drift apart from stretch to stretch.
final class SoundPlacer {
  /// Takes consecutive samples, one array a channel.
  typealias Take = ([[Float]]) throws(MediaError) -> Void

  private let start: Double
  private let count: Int
  private let rate: Int
  private let channels: Int
  private let take: Take
  private var built: (key: String, graph: FilterGraph)?
  /// Samples handed on.
  private var written = 0
  /// Where the next sample of the source is expected, counted from `start`; unknown at first.
  private var expected: Int?

  /// Seconds; a step of the time stamps that is smaller is no gap.
  ///
  /// They are rounded to 1 ms in some files and wander in others; following them would click.
  private static let tolerance = 0.015

  /// Places `count` samples from play time `start` on, in seconds.
  init(start: Double, count: Int, rate: Int, channels: Int, take: @escaping Take) {
    self.start = start
    self.count = count
    self.rate = rate
    self.channels = channels
    self.take = take
  }

  /// Takes the next run of source samples.
  func push(_ frame: Frame) throws(MediaError) {
    frame.settleChannels()
    if built?.key != frame.shapeKey {
      try drain(ending: true)
      let layout = channels == 1 ? "mono" : "stereo"
      let text =
        frame.soundSource() + ",aresample=\(rate),"
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
    try write(silence: count - written)
  }

  private func drain(ending: Bool) throws(MediaError) {
    guard let graph = built?.graph else { return }
    if ending { try graph.push(nil) }
    while let frame = try graph.pull() {
      try place(frame.floatChannels(), at: Int(bounding: (frame.time - start) * Double(rate)))
    }
    if ending { built = nil }
  }

  private func place(_ samples: [[Float]], at stamp: Int) throws(MediaError) {
    let length = samples.first?.count ?? 0
    var position = stamp
    if let expected, abs(stamp - expected) <= Int(Self.tolerance * Double(rate)) {
      position = expected
    }
    expected = position + length
    try write(silence: min(position, count) - written)
    let from = max(0, written - position)
    let to = min(length, count - position)
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

  private func write(_ samples: [[Float]]) throws(MediaError) {
    let length = samples.first?.count ?? 0
    let fade = RenderSettings.soundFade * Double(rate)
    var faded = samples
    let edge = Int(fade) + 1
    let opening = 0..<max(0, min(length, edge - written))
    let closing = min(length, max(opening.upperBound, count - written - edge))..<length
    for index in [opening, closing].joined() {
      let place = Double(written + index) + 0.5
      let gain = Float(max(0, min(1, place / fade, (Double(count) - place) / fade)))
      for channel in faded.indices { faded[channel][index] *= gain }
    }
    written += length
    try take(faded)
  }
}

/// The sound of a clip or reel, whole, before its pictures are made.
enum SoundTrack {
  /// Reads, places, levels and encodes the sound of some stretches of a source.
  ///
  /// The samples (23 MB a minute of stereo) are let go before the picture's encoder is opened, so
  /// they do not add to the peak of memory.
  ///
  /// - Parameters:
  ///   - reader: the source, open.
  ///   - grids: the stretches, in the output's order.
  ///   - plan: how to encode.
  /// - Returns: what to write; `nil` for a source without sound.
  /// - Throws: what reading throws, `interrupted`, `missingComponent`.
  static func make(
    _ reader: StretchReader, _ grids: [FrameGrid], plan: EncodePlan
  ) throws(MediaError) -> EncodedSound? {
    guard let channels = plan.channels else { return nil }
    let total = plan.sample(atFrame: grids.reduce(0) { $0 + $1.frames.count })
    var samples = [[Float]](repeating: [], count: channels)
    for index in samples.indices { samples[index].reserveCapacity(total) }
    var frames = 0
    for grid in grids {
      let first = plan.sample(atFrame: frames)
      frames += grid.frames.count
      let start = grid.time(grid.frames.lowerBound)
      let placer = SoundPlacer(
        start: start, count: plan.sample(atFrame: frames) - first, rate: plan.settings.sampleRate,
        channels: channels
      ) { run throws(MediaError) in
        for (index, channel) in run.enumerated() { samples[index] += channel }
      }
      try reader.read(
        from: start, to: grid.time(grid.frames.upperBound), picture: nil,
        sound: { frame throws(MediaError) in try placer.push(frame) })
      try placer.finish()
    }
    let encoding = SoundEncoding(
      sampleRate: plan.settings.sampleRate, channels: channels, bitRate: plan.settings.audioBitRate,
      isQuick: plan.settings.isQuick)
    return try LoudnessFitter(encoding: encoding, target: plan.settings.loudness).encode(samples)
  }
}
