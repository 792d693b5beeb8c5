/// Samples of sound, on disk: a minute of stereo is 23 MB, and a reel may last for hours.
package final class SampleStore {
  /// Channels of each sample.
  package let channels: Int
  /// Samples of each channel.
  package private(set) var count = 0
  /// The highest absolute value among them.
  package private(set) var peak: Float = 0
  private let file: ScratchFile

  /// Makes an empty one.
  ///
  /// - Parameters:
  ///   - channels: how many.
  ///   - path: a file in whose folder there is room.
  /// - Throws: as `ScratchFile`.
  package init(channels: Int, beside path: String) throws(MediaError) {
    self.channels = channels
    file = try ScratchFile(beside: path)
  }

  /// Adds consecutive samples, one array a channel.
  ///
  /// - Throws: `outOfSpace` and others.
  package func append(_ run: [[Float]]) throws(MediaError) {
    let length = run.first?.count ?? 0
    var mixed = [Float](repeating: 0, count: length * channels)
    for (channel, samples) in run.enumerated() {
      for (index, sample) in samples.enumerated() {
        mixed[index * channels + channel] = sample
        peak = max(peak, abs(sample))
      }
    }
    try unsafe mixed.withUnsafeBufferPointer { samples throws(MediaError) in
      try unsafe file.append(UnsafeRawBufferPointer(samples))
    }
    count += length
  }

  /// Hands over all samples in runs of a length.
  ///
  /// - Throws: what reading and `take` throw.
  package func inRuns(
    of length: Int, _ take: ([[Float]]) throws(MediaError) -> Void
  ) throws(MediaError) {
    for start in stride(from: 0, to: count, by: length) {
      let size = min(length, count - start)
      var mixed = [Float](repeating: 0, count: size * channels)
      try unsafe mixed.withUnsafeMutableBufferPointer { samples throws(MediaError) in
        try unsafe file.read(
          start * channels * MemoryLayout<Float>.size,
          into: UnsafeMutableRawBufferPointer(samples))
      }
      try take(
        (0..<channels).map { channel in (0..<size).map { mixed[$0 * channels + channel] } })
    }
  }
}
