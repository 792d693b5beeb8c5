import Glibc

/// Loudness of a sound track according to EBU R 128 and ITU-R BS.1770.
package struct Loudness: Hashable, Sendable {
  /// Integrated loudness in LUFS; `nil` if the sound is shorter than 0.4 s or always below the
  /// absolute gate of −70 LUFS.
  package var integrated: Double?
  /// Highest true peak of any channel, in dBTP; minus infinity for silence.
  package var truePeak: Double
}

/// Measures loudness with the `ebur128` filter of libavfilter; not thread-safe.
package final class LoudnessMeter {
  private let graph: FilterGraph
  private let sampleRate: Int
  private let channels: Int
  private var position = 0
  private var integrated: Double?
  private var peak = 0.0

  /// The loudness in LUFS that `ebur128` reports if nothing passed the absolute gate.
  private static let gate = -70.0

  package init(sampleRate: Int, channels: Int) throws(MediaError) {
    self.sampleRate = sampleRate
    self.channels = channels
    let layout = channels == 1 ? "mono" : "stereo"
    graph = try FilterGraph(
      "abuffer@in=sample_rate=\(sampleRate):sample_fmt=fltp:channel_layout=\(layout)"
        + ":time_base=1/\(sampleRate),ebur128=metadata=1:peak=true:framelog=verbose,"
        + "abuffersink@out")
  }

  /// Adds consecutive samples: one array per channel.
  package func push(_ samples: [[Float]]) throws(MediaError) {
    guard let length = samples.first?.count, length > 0 else { return }
    let frame = try Frame.sound(channels: samples, sampleRate: sampleRate)
    frame.stamp(position)
    position += length
    try graph.push(frame)
    try drain()
  }

  /// Ends the measurement and returns the loudness of all samples.
  package func finish() throws(MediaError) -> Loudness {
    // ebur128 works in blocks of 0.1 s. Silence completes the last one; the gate then ignores it.
    try push(Array(repeating: Array(repeating: 0, count: sampleRate / 10), count: channels))
    try graph.push(nil)
    try drain()
    let truePeak = peak > 0 ? 20 * log10(peak) : -.infinity
    return Loudness(
      integrated: integrated.flatMap { $0 > Self.gate ? $0 : nil }, truePeak: truePeak)
  }

  /// Reads the filter's output: each block carries the loudness of everything up to its end.
  private func drain() throws(MediaError) {
    while let block = try graph.pull() {
      integrated = block.metadata("lavfi.r128.I").flatMap(Double.init) ?? integrated
      peak = block.metadata("lavfi.r128.true_peak").flatMap(Double.init) ?? peak
    }
  }
}
