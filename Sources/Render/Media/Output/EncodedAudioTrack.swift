import CFFmpeg

/// A sound track that is encoded completely before the video.
///
/// This makes it possible to decode it and measure its loudness as heard, and to encode it again if
/// needed. Its packets are stored on disk, 20 kB per second. `OutputFile` interleaves them with the
/// video.
package final class EncodedAudioTrack {
  let encoder: Encoder
  private let encoding: AudioEncoderSettings
  private let file: PacketFile
  private var packetsWritten = 0
  package private(set) var count = 0

  /// Receives consecutive samples: one array per channel.
  package typealias Take = ([[Float]]) throws(MediaError) -> Void

  /// Encodes sound in runs, so that it never has to be in memory as a whole; for containers with a
  /// global header (MP4).
  ///
  /// `give` passes all runs in order to the closure it receives. The temporary file is in the
  /// folder of `path`.
  ///
  /// - Throws: `missingComponent` if the encoder does not exist; `other` if a run has another
  ///   number of channels than `encoding`, or its channels differ in length; errors of `give`.
  package init(
    as encoding: AudioEncoderSettings, beside path: String,
    _ give: (Take) throws(MediaError) -> Void
  ) throws(MediaError) {
    file = try PacketFile(beside: path)
    encoder = try Encoder(sound: encoding, needsGlobalHeader: true)
    self.encoding = encoding
    let step = encoder.frameSize > 0 ? encoder.frameSize : 1024
    var waiting = [[Float]](repeating: [], count: encoding.channels)
    try give { run throws(MediaError) in
      guard run.count == waiting.count, run.allSatisfy({ $0.count == run[0].count }) else {
        throw MediaError(
          .other, operation: "encode sound", detail: "the number or the length of channels differs")
      }
      for index in waiting.indices { waiting[index] += run[index] }
      let whole = (waiting.first?.count ?? 0) / step * step
      for start in stride(from: 0, to: whole, by: step) {
        try self.encode(waiting.map { Array($0[start..<start + step]) })
      }
      for index in waiting.indices { waiting[index].removeFirst(whole) }
    }
    if waiting.first?.isEmpty == false { try encode(waiting) }
    try encode(nil as Frame?)
  }

  private func encode(_ run: [[Float]]) throws(MediaError) {
    let frame = try Frame.sound(channels: run, sampleRate: encoding.sampleRate)
    frame.stamp(count)
    count += frame.sampleCount
    try encode(frame)
  }

  private func encode(_ frame: Frame?) throws(MediaError) {
    try encoder.encode(frame) { packet throws(MediaError) in
      try self.file.append(packet)
    }
  }

  /// Decodes the sound and measures its loudness, without the encoder's priming samples.
  package func loudness() throws(MediaError) -> Loudness {
    let meter = try LoudnessMeter(sampleRate: encoding.sampleRate, channels: encoding.channels)
    let decoder = try Decoder(encoder)
    let measure = { (frame: Frame) throws(MediaError) -> Bool in
      let start = Int(frame.timeStamp ?? 0)
      let samples = frame.floatChannels()
      let from = min(max(0, -start), frame.sampleCount)
      let to = max(from, min(frame.sampleCount, self.count - start))
      try meter.push(samples.map { Array($0[from..<to]) })
      return true
    }
    for index in 0..<file.count { _ = try decoder.decode(file.packet(index), measure) }
    _ = try decoder.decode(nil, measure)
    return try meter.finish()
  }

  /// Returns the next packet if it begins before a time in seconds.
  func next(before time: Double) throws(MediaError) -> Packet? {
    guard packetsWritten < file.count else { return nil }
    let start = Double(file.shown(packetsWritten) ?? .min) / Double(encoding.sampleRate)
    guard start < time else { return nil }
    packetsWritten += 1
    return try file.packet(packetsWritten - 1)
  }
}
