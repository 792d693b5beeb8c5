internal import CFFmpeg

/// Sound that is encoded as a whole, before the pictures that it goes with.
///
/// So it can be decoded and measured as a player will hear it, and encoded again if need be. Its
/// packets lie on disk, 20 kB a second. `OutputFile` writes them between the pictures.
package final class EncodedSound {
  let encoder: Encoder
  private let encoding: SoundEncoding
  private let file: PacketFile
  private var written = 0
  /// Samples that were encoded, of each channel.
  package private(set) var count = 0

  /// Takes consecutive samples, one array a channel.
  package typealias Take = ([[Float]]) throws(MediaError) -> Void

  /// Encodes sound that comes in runs, so that it need not be held as a whole, for a container that
  /// wants its header apart (MP4).
  ///
  /// - Parameters:
  ///   - encoding: how.
  ///   - path: a file in whose folder there is room.
  ///   - give: hands the runs, one after the other, to what it is given.
  /// - Throws: `missingComponent` when there is no such encoder; `other` for a run whose channels
  ///   are not those of `encoding`, or differ in length; what `give` throws.
  package init(
    as encoding: SoundEncoding, beside path: String, _ give: (Take) throws(MediaError) -> Void
  ) throws(MediaError) {
    file = try PacketFile(beside: path)
    encoder = try Encoder(sound: encoding, needsGlobalHeader: true)
    self.encoding = encoding
    let step = encoder.frameSize > 0 ? encoder.frameSize : 1024
    var waiting = [[Float]](repeating: [], count: encoding.channels)
    try give { run throws(MediaError) in
      guard run.count == waiting.count, run.allSatisfy({ $0.count == run[0].count }) else {
        throw MediaError(
          .other, operation: "encode sound", detail: "channels differ in number or in length")
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

  /// Decodes it and measures what is heard, the encoder's run-in left out.
  package func loudness() throws(MediaError) -> Loudness {
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
    for index in 0..<file.count { _ = try decoder.decode(file.packet(index), hear) }
    _ = try decoder.decode(nil, hear)
    return try meter.finish()
  }

  /// The next packet, if it begins before a time in seconds.
  func next(before time: Double) throws(MediaError) -> Packet? {
    guard written < file.count else { return nil }
    let start = Double(file.shown(written)) / Double(encoding.sampleRate)
    guard start < time else { return nil }
    written += 1
    return try file.packet(written - 1)
  }
}
