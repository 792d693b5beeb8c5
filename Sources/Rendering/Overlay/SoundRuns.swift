internal import Media

/// Hands sound on in runs of the length that an encoder asks for.
final class SoundRuns {
  private let length: Int
  private let rate: Int
  private let take: (Frame) throws(MediaError) -> Void
  private var waiting: [[Float]] = []
  private var position = 0

  /// Makes runs of `length` samples, 1024 where the encoder takes any number.
  init(length: Int, rate: Int, take: @escaping (Frame) throws(MediaError) -> Void) {
    self.length = length > 0 ? length : 1024
    self.rate = rate
    self.take = take
  }

  /// Takes consecutive samples, one array a channel.
  func push(_ samples: [[Float]]) throws(MediaError) {
    if waiting.isEmpty { waiting = samples.map { _ in [] } }
    for channel in samples.indices { waiting[channel] += samples[channel] }
    var used = 0
    while (waiting.first?.count ?? 0) - used >= length {
      try give(used..<used + length)
      used += length
    }
    guard used > 0 else { return }
    for channel in waiting.indices { waiting[channel].removeFirst(used) }
  }

  /// Hands on what is left.
  func finish() throws(MediaError) {
    let left = waiting.first?.count ?? 0
    if left > 0 { try give(0..<left) }
    waiting = []
  }

  private func give(_ range: Range<Int>) throws(MediaError) {
    let frame = try Frame.sound(
      channels: waiting.map { Array($0[range]) }, sampleRate: rate)
    frame.stamp(position)
    position += range.count
    try take(frame)
  }
}
