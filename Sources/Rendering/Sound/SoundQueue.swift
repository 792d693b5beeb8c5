internal import Media

/// Cuts samples into the runs that the encoder takes, and numbers them.
final class SoundQueue {
  private let output: OutputFile
  private let rate: Int
  private let runLength: Int
  private var waiting: [[Float]]
  private var position = 0

  init(output: OutputFile, rate: Int, channels: Int) {
    self.output = output
    self.rate = rate
    runLength = output.soundFrameSize > 0 ? output.soundFrameSize : 1024
    waiting = Array(repeating: [], count: channels)
  }

  /// Takes consecutive samples, one array a channel.
  func push(_ samples: [[Float]]) throws(MediaError) {
    for (index, channel) in samples.enumerated() { waiting[index] += channel }
    let available = waiting.first?.count ?? 0
    var used = 0
    while available - used >= runLength {
      try write(waiting.map { Array($0[used..<used + runLength]) })
      used += runLength
    }
    for index in waiting.indices { waiting[index].removeFirst(used) }
  }

  /// Encodes what is left.
  func finish() throws(MediaError) {
    if waiting.first?.isEmpty == false { try write(waiting) }
    waiting = waiting.map { _ in [] }
  }

  private func write(_ samples: [[Float]]) throws(MediaError) {
    let frame = try Frame.sound(channels: samples, sampleRate: rate)
    frame.stamp(position)
    position += samples.first?.count ?? 0
    try output.write(sound: frame)
  }
}
