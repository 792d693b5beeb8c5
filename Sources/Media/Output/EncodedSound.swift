internal import CFFmpeg

/// Sound that is encoded as a whole, before the pictures that it goes with.
///
/// So it can be decoded and measured as a player will hear it, and encoded again if need be; only
/// packets are kept, 20 kB a second. `OutputFile` writes them between the pictures.
public final class EncodedSound {
  let encoder: Encoder
  private let encoding: SoundEncoding
  private var packets: [Packet] = []
  private var written = 0
  /// Samples that were encoded, of each channel.
  public let count: Int

  /// Encodes sound, one array a channel, for a container that wants its header apart (MP4).
  ///
  /// - Throws: `missingComponent` when there is no such encoder.
  public init(_ channels: [[Float]], as encoding: SoundEncoding) throws(MediaError) {
    encoder = try Encoder(sound: encoding, needsGlobalHeader: true)
    self.encoding = encoding
    count = channels.first?.count ?? 0
    let step = encoder.frameSize > 0 ? encoder.frameSize : 1024
    for start in stride(from: 0, to: count, by: step) {
      let run = channels.map { Array($0[start..<min(start + step, count)]) }
      let frame = try Frame.sound(channels: run, sampleRate: encoding.sampleRate)
      frame.stamp(start)
      try encode(frame)
    }
    try encode(nil)
  }

  private func encode(_ frame: Frame?) throws(MediaError) {
    try encoder.encode(frame) { packet throws(MediaError) in
      self.packets.append(try packet.reference())
    }
  }

  /// Decodes it and measures what is heard, the encoder's run-in left out.
  public func loudness() throws(MediaError) -> Loudness {
    let meter = try LoudnessMeter(
      sampleRate: encoding.sampleRate, channels: encoding.channels)
    let decoder = try Decoder(encoder)
    let hear = { (frame: Frame) throws(MediaError) -> Bool in
      let start = Int(frame.timeStamp ?? 0)
      let samples = frame.floatChannels()
      let from = min(max(0, -start), frame.sampleCount)
      let to = max(from, min(frame.sampleCount, self.count - start))
      try meter.push(samples.map { Array($0[from..<to]) })
      return true
    }
    for packet in packets { _ = try decoder.decode(packet, hear) }
    _ = try decoder.decode(nil, hear)
    return try meter.finish()
  }

  /// The next packet, if it begins before a time in seconds.
  func next(before time: Double) throws(MediaError) -> Packet? {
    guard written < packets.count else { return nil }
    let packet = packets[written]
    let start = Double(packet.presentation ?? 0) / Double(encoding.sampleRate)
    guard start < time else { return nil }
    written += 1
    return try packet.reference()
  }
}
