internal import Media

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
