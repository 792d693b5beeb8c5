/// Cuts, dissolves and black borders that were found in parts of a video in one decoding pass.
package struct FrameAnalysis: Sendable {
  /// Cuts whose first frame is inside one of the scanned ranges, in order of time.
  package var cuts: [SceneCut]
  /// Dissolves and fades between scenes: play times in seconds, half-open ranges.
  package var dissolves: [Range<Double>]
  /// Black borders of a few frames per second, in order of time.
  package var borders: [BlackBorders]

  /// Seconds between two frames whose borders are measured.
  private static let borderStep = 0.4
  /// Height in pixels to which frames are reduced; `scdet` scores are within 0.1 of those at full
  /// size.
  private static let comparedHeight = 180
  /// Distance between two lines of the reduced frame that are read.
  private static let lineStep = 4
  /// Grid of mean luma values by which the frames before and after a flash are compared.
  private static let cells = (across: 16, down: 9)

  /// Scans play times of a video, in any order, in seconds; overlapping ranges are decoded once.
  package init(
    _ info: MediaInfo, ranges: [Range<Double>], isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    (cuts, dissolves, borders) = ([], [], [])
    let reader = try RangeReader(info, isRough: true, isCancelled: isCancelled)
    // Read some frames before and after each range, so that its first and last frames get scores.
    let reach = Double(CutFinder.reach + 2) * info.video.frameRate.inverse.value
    let margin = max(CutFinder.minimumGap, DissolveFinder.reach + DissolveFinder.step, reach)
    for range in TimeRanges.merged(ranges, duration: info.duration, gap: 2 * margin) {
      let stretch = max(0, range.lowerBound - margin)..<range.upperBound + margin
      let seen = try Self.read(reader, stretch)
      let fades = DissolveFinder.fades(among: seen.frames)
      let steps = CutFinder.cuts(among: seen.frames)
      // A fade-in from black starts a new shot, as a cut does.
      let end = seen.frames.last?.cut.time ?? 0
      let begins = fades.map { SceneCut(time: $0.black.upperBound, score: 0) }
        .filter { begin in begin.time < end && !steps.contains { $0.time == begin.time } }
      let found = (steps + begins).sorted { $0.time < $1.time }
      cuts += found.filter { cut in ranges.contains { $0.contains(cut.time) } }
      dissolves += TimeRanges.merged(
        fades.map(\.span) + steps.compactMap { cut in cut.settled.map { cut.time..<$0 } }
          + DissolveFinder.dissolves(among: seen.pictures, besides: found, fades),
        duration: info.duration, gap: 0)
      borders += seen.borders
    }
  }

  private struct FrameData {
    var frames: [CutFinder.ScoredFrame] = []
    var pictures: [DissolveFinder.Picture] = []
    var borders: [BlackBorders] = []
  }

  private static func read(
    _ reader: RangeReader, _ stretch: Range<Double>
  ) throws(MediaError) -> FrameData {
    var graph: (key: String, graph: FilterGraph)?
    var seen = FrameData()
    var (nextBorder, nextPicture) = (-Double.infinity, -Double.infinity)
    try reader.read(
      from: stretch.lowerBound, to: stretch.upperBound,
      picture: { frame throws(MediaError) in
        if graph?.key != frame.formatKey {
          let text =
            frame.bufferSource() + ",scale=-2:\(comparedHeight):flags=fast_bilinear,format=yuv420p,"
            + "scdet=threshold=100,buffersink@out"
          graph = (frame.formatKey, try FilterGraph(text))
        }
        guard let graph else { return }
        if frame.time >= nextBorder {
          nextBorder = frame.time + borderStep
          if let found = BlackBorders(frame, of: reader.info.video) { seen.borders.append(found) }
        }
        frame.stamp(Int(bounding: frame.time * 1_000_000))
        let small = try graph.graph.apply(frame)
        let score = small.metadata("lavfi.scd.score").flatMap(Double.init) ?? 0
        // Each cell is the mean of about a hundred samples. Copying whole lines is fastest.
        guard let luma = small.luma(stepX: 1, stepY: lineStep) else { return }
        seen.frames.append(
          .init(
            cut: SceneCut(time: frame.time, score: score),
            look: luma.means(across: cells.across, down: cells.down),
            lit: BlackBorders.lit(in: small)))
        if frame.time >= nextPicture, let chroma = small.chroma(step: lineStep / 2) {
          // Align to a grid of 0.125 s: at 12.5 frames per second, every second frame is 0.16 s
          // apart.
          nextPicture =
            (frame.time / DissolveFinder.step + 1e-6).rounded(.down) * DissolveFinder.step
            + DissolveFinder.step
          seen.pictures.append(.init(luma, chroma, step: lineStep, at: frame.time))
        }
      })
    return seen
  }
}

enum TimeRanges {
  /// Sorts ranges, clips them to the video, and joins ranges up to `gap` seconds apart, because a
  /// seek takes longer than reading the gap.
  static func merged(_ ranges: [Range<Double>], duration: Double, gap: Double) -> [Range<Double>] {
    let inside = ranges.map {
      max(0, $0.lowerBound)..<max(0, $0.lowerBound, min(duration, $0.upperBound))
    }
    .filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    var merged: [Range<Double>] = []
    for range in inside {
      if let last = merged.last, range.lowerBound <= last.upperBound + gap {
        let end = max(last.upperBound, range.upperBound)
        merged[merged.count - 1] = last.lowerBound..<end
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
