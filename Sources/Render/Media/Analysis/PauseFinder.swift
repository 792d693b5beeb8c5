/// Finds pauses in the sound with the `silencedetect` filter of libavfilter.
package enum PauseFinder {
  /// Decibels relative to full scale; in ordinary recordings, pauses in speech are below it.
  private static let level = -35.0

  /// The play times in `ranges` at which all channels stay below −35 dB, in order.
  ///
  /// A pause that crosses the edge of a range ends at that edge. A range that is silent throughout
  /// has no pause. Pauses shorter than `minimumLength` seconds are gaps within words.
  package static func find(
    in info: MediaInfo, ranges: [Range<Double>], minimumLength: Double = 0.25,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [Range<Double>] {
    guard info.sound != nil else { return [] }
    let reader = try RangeReader(info, isCancelled: isCancelled)
    let filter = "silencedetect=noise=\(level)dB:duration=\(minimumLength)"
    var pauses: [Range<Double>] = []
    for range in TimeRanges.merged(ranges, duration: info.duration, gap: 2) {
      var detector = PauseDetector(filter: filter, range: range)
      try reader.read(
        from: range.lowerBound, to: range.upperBound, picture: nil,
        sound: { frame throws(MediaError) in try detector.process(frame) })
      pauses += detector.finish()
    }
    return pauses
  }

  private struct PauseDetector {
    let filter: String
    let range: Range<Double>
    var graph: (key: String, graph: FilterGraph)?
    var start: Double?
    var found: [Range<Double>] = []
    /// Play time at which the last frame ends, in seconds.
    var processedUntil = 0.0
    /// Play time at which the first frame ends, in seconds.
    var firstFrameEnd: Double?

    mutating func process(_ frame: Frame) throws(MediaError) {
      frame.assignDefaultChannelLayout()
      if graph?.key != frame.formatKey {
        let text = frame.soundSource() + ",\(filter),abuffersink@out"
        graph = (frame.formatKey, try FilterGraph(text))
      }
      guard let graph else { return }
      // Count from the start of the range: the filter prints times with six digits only.
      let offset = frame.time - range.lowerBound
      frame.stamp(Int(bounding: offset * Double(frame.sampleRate)))
      processedUntil = frame.time + Double(frame.sampleCount) / Double(max(1, frame.sampleRate))
      firstFrameEnd = firstFrameEnd ?? processedUntil
      try graph.graph.push(frame)
      while let output = try graph.graph.pull() {
        if let time = output.metadata("lavfi.silence_start").flatMap(Double.init) {
          start = range.lowerBound + time
        }
        if let time = output.metadata("lavfi.silence_end").flatMap(Double.init) {
          close(at: range.lowerBound + time)
        }
      }
    }

    mutating func finish() -> [Range<Double>] {
      if found.isEmpty, let start, let firstFrameEnd, start < firstFrameEnd { return [] }
      close(at: min(processedUntil, range.upperBound))
      return found
    }

    mutating func close(at end: Double) {
      guard let begin = start else { return }
      start = nil
      let clipped = max(begin, range.lowerBound)
      let last = min(end, range.upperBound)
      if clipped < last { found.append(clipped..<last) }
    }
  }
}
