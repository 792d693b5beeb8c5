/// A cut of the source.
public struct SceneCut: Hashable, Sendable {
  /// Play time of the first frame of the new shot, in seconds.
  public var time: Double
  /// libavfilter's scdet score of that frame, 0…100.
  public var score: Double

  /// Makes a cut.
  public init(time: Double, score: Double) {
    self.time = time
    self.score = score
  }
}

/// Finds cuts with libavfilter's `scdet` (mean absolute frame difference, and its change).
///
/// A cut is a level as well as a local peak: some real cuts score just under the usual threshold of
/// 10 and stand alone among frames that score near 0, while fast motion scores high many frames on
/// end. So a frame is a cut from 10 on when it stands at 3 times the frames around it, of which one
/// (a black or white frame between shots) may be high as well, from 8 on when none is, and from 4 on
/// among frames that hardly change: in drawn or still footage a cut between shots of the same
/// brightness scores no more, but stands far above its neighbours.
public enum SceneCuts {
  /// Scores from which a frame may be a cut, 0…100.
  static let clearScore = 10.0
  /// Scores from which a frame may be a cut that stands alone, 0…100.
  static let aloneScore = 8.0
  /// Scores from which a frame may be a cut among frames that hardly change, 0…100.
  static let quietScore = 4.0
  /// How far above its neighbours such a cut stands.
  static let quietProminence = 12.0
  /// How far above its neighbours a cut stands.
  static let prominence = 3.0
  /// Frames on either side that are its neighbours.
  static let reach = 2
  /// Seconds; cuts closer than this are one.
  ///
  /// It is at the time of the first: there the old shot ends.
  static let minimumGap = 0.4
  /// Lines of the picture that is compared; the scores are those of the full size within 0.1.
  private static let lines = 180

  /// Finds the cuts in some ranges of play time, decoding these alone.
  ///
  /// - Parameters:
  ///   - info: what `MediaInfo.probe` gave.
  ///   - ranges: play times in seconds, in any order; overlapping ones are read once.
  ///   - isCancelled: asked while reading.
  /// - Returns: the cuts whose first new frame lies in a range, in order of time.
  /// - Throws: what reading throws; `interrupted`.
  public static func find(
    in info: MediaInfo, ranges: [Range<Double>],
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> [SceneCut] {
    let reader = try StretchReader(info, isCancelled: isCancelled)
    // Frames on either side of a range, for the scores of those at its edges.
    let margin = max(minimumGap, Double(reach + 2) * info.video.frameRate.inverse.value)
    var cuts: [SceneCut] = []
    for range in TimeRanges.merged(ranges, duration: info.duration, gap: 2 * margin) {
      let scores = try scores(
        reader, from: max(0, range.lowerBound - margin), to: range.upperBound + margin)
      cuts += peaks(scores).filter { cut in ranges.contains { $0.contains(cut.time) } }
    }
    return cuts
  }

  /// The score of every frame of a stretch.
  private static func scores(
    _ reader: StretchReader, from start: Double, to end: Double
  ) throws(MediaError) -> [SceneCut] {
    var graph: (key: String, graph: FilterGraph)?
    var scores: [SceneCut] = []
    try reader.read(
      from: start, to: end,
      picture: { frame throws(MediaError) in
        if graph?.key != frame.shapeKey {
          let text =
            frame.bufferSource() + ",scale=-2:\(lines):flags=fast_bilinear,format=yuv420p,"
            + "scdet=threshold=100,buffersink@out"
          graph = (frame.shapeKey, try FilterGraph(text))
        }
        guard let graph else { return }
        frame.stamp(Int((frame.time * 1_000_000).rounded()))
        let scored = try graph.graph.apply(frame)
        let score = scored.metadata("lavfi.scd.score").flatMap(Double.init) ?? 0
        scores.append(SceneCut(time: frame.time, score: score))
      })
    return scores
  }

  /// Which frames are cuts, given the scores of consecutive frames.
  static func peaks(_ scores: [SceneCut]) -> [SceneCut] {
    var cuts: [SceneCut] = []
    for (index, frame) in scores.enumerated() where frame.score >= quietScore {
      let around = (index - reach...index + reach).filter {
        $0 != index && scores.indices.contains($0)
      }.map { scores[$0].score }.sorted(by: >)
      let highest = around.first ?? 0
      let second = around.dropFirst().first ?? 0
      let standsAlone = frame.score >= prominence * highest
      let stands = frame.score >= clearScore && frame.score >= prominence * second
      let standsInQuiet = frame.score >= quietProminence * highest
      guard standsInQuiet || stands || (standsAlone && frame.score >= aloneScore) else { continue }
      if let last = cuts.last, frame.time - last.time < minimumGap { continue }
      cuts.append(frame)
    }
    return cuts
  }
}
