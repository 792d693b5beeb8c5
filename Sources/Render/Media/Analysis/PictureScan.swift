/// What one decoding of some stretches tells about a source's picture.
package struct PictureScan: Sendable {
  /// Cuts whose first new frame lies in a stretch, in order of time.
  package var cuts: [SceneCut]
  /// Where one scene turns into another otherwise than by one cut, [start, end) in seconds.
  package var dissolves: [Range<Double>]
  /// How black the sides of some frames are, in order of time; a few a second.
  package var borders: [BlackBorders]

  /// Seconds from one measured frame to the next.
  private static let borderStep = 0.4
  /// Lines of the picture that is compared; the scores are those of the full size within 0.1.
  private static let lines = 180
  /// Lines from one that is looked at to the next.
  private static let lineStep = 4
  /// Cells of the picture by which two sides of a flash are compared.
  private static let cells = (across: 16, down: 9)

  /// Looks at some ranges of play time, decoding these alone and each once.
  ///
  /// - Parameters:
  ///   - info: what `MediaInfo.probe` gave.
  ///   - ranges: play times in seconds, in any order; overlapping ones are read once.
  ///   - isCancelled: asked while reading.
  /// - Throws: what reading throws; `interrupted`.
  package init(
    _ info: MediaInfo, ranges: [Range<Double>],
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) {
    (cuts, dissolves, borders) = ([], [], [])
    let reader = try StretchReader(info, isRough: true, isCancelled: isCancelled)
    // Frames on either side of a range, for the scores of those at its edges.
    let reach = Double(SceneCuts.reach + 2) * info.video.frameRate.inverse.value
    let margin = max(SceneCuts.minimumGap, SceneDissolves.reach + SceneDissolves.step, reach)
    for range in TimeRanges.merged(ranges, duration: info.duration, gap: 2 * margin) {
      let stretch = max(0, range.lowerBound - margin)..<range.upperBound + margin
      let seen = try Self.read(reader, stretch)
      let fades = SceneDissolves.fades(among: seen.frames)
      let steps = SceneCuts.cuts(among: seen.frames)
      // What fades out of black begins a shot as a cut does.
      let end = seen.frames.last?.cut.time ?? 0
      let begins = fades.map { SceneCut(time: $0.black.upperBound, score: 0) }
        .filter { begin in begin.time < end && !steps.contains { $0.time == begin.time } }
      let found = (steps + begins).sorted { $0.time < $1.time }
      cuts += found.filter { cut in ranges.contains { $0.contains(cut.time) } }
      dissolves += TimeRanges.merged(
        fades.map(\.span) + steps.compactMap { cut in cut.settled.map { cut.time..<$0 } }
          + SceneDissolves.dissolves(among: seen.pictures, besides: found, fades),
        duration: info.duration, gap: 0)
      borders += seen.borders
    }
  }

  /// What is kept of the frames of a stretch.
  private struct Seen {
    var frames: [SceneCuts.Scored] = []
    var pictures: [SceneDissolves.Picture] = []
    var borders: [BlackBorders] = []
  }

  private static func read(
    _ reader: StretchReader, _ stretch: Range<Double>
  ) throws(MediaError) -> Seen {
    var graph: (key: String, graph: FilterGraph)?
    var seen = Seen()
    var (nextBorder, nextPicture) = (-Double.infinity, -Double.infinity)
    try reader.read(
      from: stretch.lowerBound, to: stretch.upperBound,
      picture: { frame throws(MediaError) in
        if graph?.key != frame.shapeKey {
          let text =
            frame.bufferSource() + ",scale=-2:\(lines):flags=fast_bilinear,format=yuv420p,"
            + "scdet=threshold=100,buffersink@out"
          graph = (frame.shapeKey, try FilterGraph(text))
        }
        guard let graph else { return }
        if frame.time >= nextBorder {
          nextBorder = frame.time + borderStep
          if let found = BlackBorders(frame, of: reader.info.video) { seen.borders.append(found) }
        }
        frame.stamp(Int(bounding: frame.time * 1_000_000))
        let small = try graph.graph.apply(frame)
        let score = small.metadata("lavfi.scd.score").flatMap(Double.init) ?? 0
        // A cell is a mean of a hundred samples; whole lines are copied at once.
        guard let luma = small.luma(stepX: 1, stepY: lineStep) else { return }
        seen.frames.append(
          .init(
            cut: SceneCut(time: frame.time, score: score),
            look: luma.means(across: cells.across, down: cells.down),
            lit: BlackBorders.lit(in: small)))
        if frame.time >= nextPicture, let chroma = small.chroma(step: lineStep / 2) {
          // On a grid: of 12.5 frames a second one in two would be .16 s apart.
          nextPicture =
            (frame.time / SceneDissolves.step + 1e-6).rounded(.down) * SceneDissolves.step
            + SceneDissolves.step
          seen.pictures.append(.init(luma, chroma, step: lineStep, at: frame.time))
        }
      })
    return seen
  }
}

/// Ranges of play time as analyses take them.
enum TimeRanges {
  /// Sorted, inside [0, `duration`], and with those that overlap or nearly touch made one.
  ///
  /// - Parameters:
  ///   - ranges: in any order, in seconds.
  ///   - duration: of the video, in seconds.
  ///   - gap: a gap up to this is read through: seeking costs more, in seconds.
  /// - Returns: ranges in order, none empty.
  static func merged(
    _ ranges: [Range<Double>], duration: Double, gap: Double
  ) -> [Range<Double>] {
    let inside = ranges.map {
      max(0, $0.lowerBound)..<max(0, $0.lowerBound, min(duration, $0.upperBound))
    }
    .filter { !$0.isEmpty }
    .sorted { $0.lowerBound < $1.lowerBound }
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
