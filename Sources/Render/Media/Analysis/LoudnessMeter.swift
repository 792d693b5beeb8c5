internal import Glibc

/// How loud sound is, by EBU R 128 and ITU-R BS.1770.
package struct Loudness: Hashable, Sendable {
  /// Integrated loudness in LUFS.
  ///
  /// `nil` where all is below the absolute gate of -70, or shorter than 0.4 s.
  package var integrated: Double?
  /// The highest true peak of any channel, in dBTP; minus infinity for silence.
  package var truePeak: Double
}

/// Measures loudness with the `ebur128` of libavfilter.
///
/// Not for use from two threads.
package final class LoudnessMeter {
  private let graph: FilterGraph
  private let sampleRate: Int
  private let channels: Int
  private var position = 0
  private var integrated: Double?
  private var peak = 0.0

  /// The loudness that `ebur128` gives where nothing passed the absolute gate.
  private static let gate = -70.0

  /// Starts with nothing heard.
  ///
  /// - Throws: `missingComponent` when this libavfilter has no `ebur128`.
  package init(sampleRate: Int, channels: Int) throws(MediaError) {
    self.sampleRate = sampleRate
    self.channels = channels
    let layout = channels == 1 ? "mono" : "stereo"
    graph = try FilterGraph(
      "abuffer@in=sample_rate=\(sampleRate):sample_fmt=fltp:channel_layout=\(layout)"
        + ":time_base=1/\(sampleRate),ebur128=metadata=1:peak=true:framelog=verbose,"
        + "abuffersink@out")
  }

  /// Hears consecutive samples, one array a channel.
  package func push(_ samples: [[Float]]) throws(MediaError) {
    guard let length = samples.first?.count, length > 0 else { return }
    let frame = try Frame.sound(channels: samples, sampleRate: sampleRate)
    frame.stamp(position)
    position += length
    try graph.push(frame)
    try drain()
  }

  /// What was heard, in all.
  package func finish() throws(MediaError) -> Loudness {
    // Blocks are of 0.1 s; silence fills up the last, and the gate leaves it out again.
    try push(Array(repeating: Array(repeating: 0, count: sampleRate / 10), count: channels))
    try graph.push(nil)
    try drain()
    let truePeak = peak > 0 ? 20 * log10(peak) : -.infinity
    return Loudness(
      integrated: integrated.flatMap { $0 > Self.gate ? $0 : nil }, truePeak: truePeak)
  }

  /// Every block carries what was measured up to its end.
  private func drain() throws(MediaError) {
    while let block = try graph.pull() {
      integrated = block.metadata("lavfi.r128.I").flatMap(Double.init) ?? integrated
      peak = block.metadata("lavfi.r128.true_peak").flatMap(Double.init) ?? peak
    }
  }
}
