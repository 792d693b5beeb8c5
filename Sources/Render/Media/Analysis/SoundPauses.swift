/// Finds pauses in the sound with libavfilter's `silencedetect`.
package enum SoundPauses {
  /// Finds stretches in which every channel stays below a level.
  ///
  /// - Parameters:
  ///   - info: what `MediaInfo.probe` gave; a source without sound has no pauses.
  ///   - ranges: play times in seconds, in any order; overlapping ones are read once.
  ///   - level: decibels relative to full scale; speech pauses in ordinary recordings lie under
  ///     -35.
  ///   - minimumLength: seconds; shorter ones are gaps within words.
  ///   - isCancelled: asked while reading.
  /// - Returns: pauses as play times, [start, end), in order; one that reaches over the edge of
  ///   what was read ends there. Sound that is silent all through a range does not pause there.
  /// - Throws: what reading throws; `interrupted`.
  package static func find(
    in info: MediaInfo, ranges: [Range<Double>], level: Double = -35, minimumLength: Double = 0.25,
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [Range<Double>] {
    guard info.sound != nil else { return [] }
    let reader = try StretchReader(info, isCancelled: isCancelled)
    let filter = "silencedetect=noise=\(level)dB:duration=\(minimumLength)"
    var pauses: [Range<Double>] = []
    for range in TimeRanges.merged(ranges, duration: info.duration, gap: 2) {
      let listener = Listener(filter: filter, range: range)
      try reader.read(
        from: range.lowerBound, to: range.upperBound, picture: nil,
        sound: { frame throws(MediaError) in try listener.hear(frame) })
      pauses += listener.finish()
    }
    return pauses
  }

  /// Follows one stretch of sound.
  private final class Listener {
    private let filter: String
    private let range: Range<Double>
    private var graph: (key: String, graph: FilterGraph)?
    private var start: Double?
    private var found: [Range<Double>] = []
    private var heardUntil: Double
    /// Where the first frame ended.
    private var firstHeard: Double?

    init(filter: String, range: Range<Double>) {
      self.filter = filter
      self.range = range
      heardUntil = range.lowerBound
    }

    func hear(_ frame: Frame) throws(MediaError) {
      frame.settleChannels()
      if graph?.key != frame.shapeKey {
        let text = frame.soundSource() + ",\(filter),abuffersink@out"
        graph = (frame.shapeKey, try FilterGraph(text))
      }
      guard let graph else { return }
      // Counted from the range: the filter writes its times with six digits only.
      let offset = frame.time - range.lowerBound
      frame.stamp(Int(bounding: offset * Double(frame.sampleRate)))
      heardUntil = frame.time + Double(frame.sampleCount) / Double(max(1, frame.sampleRate))
      firstHeard = firstHeard ?? heardUntil
      try graph.graph.push(frame)
      while let heard = try graph.graph.pull() {
        if let time = heard.metadata("lavfi.silence_start").flatMap(Double.init) {
          start = range.lowerBound + time
        }
        if let time = heard.metadata("lavfi.silence_end").flatMap(Double.init) {
          close(at: range.lowerBound + time)
        }
      }
    }

    func finish() -> [Range<Double>] {
      if found.isEmpty, let start, let firstHeard, start < firstHeard { return [] }
      close(at: min(heardUntil, range.upperBound))
      return found
    }

    private func close(at end: Double) {
      guard let begin = start else { return }
      start = nil
      let clipped = max(begin, range.lowerBound)
      let last = min(end, range.upperBound)
      if clipped < last { found.append(clipped..<last) }
    }
  }
}
