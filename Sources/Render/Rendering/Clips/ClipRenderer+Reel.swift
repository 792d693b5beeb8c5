import EditDecisions
import Media

/// A highlight reel: segments of one source, in seconds of play time, in its own aspect ratio,
/// joined by cuts in their order.
extension ClipRenderer {
  /// Frame size of the reel in pixels: the source's aspect ratio, even numbers, never enlarged.
  package var reelSize: (width: Int, height: Int) {
    let (width, height) = (Double(source.video.width), Double(source.video.height))
    let scale = min(1, Double(settings.reelHeight) / height)
    return (FilterGraphDescription.even(width * scale), FilterGraphDescription.even(height * scale))
  }

  /// Returns the mapping from reel time to source time, one entry per segment.
  package func reelSegments(_ stretches: [Range<Double>]) -> [ReelSegment] {
    var frames = 0
    return grids(stretches).map { grid in
      defer { frames += grid.frames.count }
      return ReelSegment(
        start: grid.time(grid.frames.lowerBound), end: grid.time(grid.frames.upperBound),
        at: grid.time(frames))
    }
  }

  func reelFrames(_ stretches: [Range<Double>]) -> Int {
    grids(stretches).reduce(0) { $0 + $1.frames.count }
  }

  /// Prepares the rendering of a reel: one continuous encode, verified like a clip.
  func preparedReel(
    _ stretches: [Range<Double>], path: String
  ) throws(MediaError) -> FileRendering {
    let grids = grids(stretches)
    guard let first = grids.map(\.frames.lowerBound).min(),
      let end = grids.map(\.frames.upperBound).max()
    else { throw MediaError(.other, operation: "render", path: path, detail: "the reel is empty") }
    let composer = PictureComposer(
      info: source, stretches: [.init(slots: first..<end, layout: Self.wholeFrame(of: source))],
      grid: grids[0], output: reelSize, threads: settings.encoderThreads)
    return FileRendering(
      source: source, plan: encodePlan(reelSize, stretches), grids: grids, composer: composer,
      path: path)
  }

  private func grids(_ stretches: [Range<Double>]) -> [FrameTimeGrid] {
    stretches.map { grid(from: $0.lowerBound, to: $0.upperBound) }
  }

  /// The whole frame as a crop.
  static func wholeFrame(of source: MediaInfo) -> Layout {
    let (width, height) = (Double(source.video.width), Double(source.video.height))
    return .crop([CropKeyframe(t: 0, x: 0, y: 0, width: width, height: height)])
  }
}

/// A segment of a highlight reel, with its position in the reel and in the source.
package struct ReelSegment: Hashable, Sendable {
  /// Play time of its first frame in seconds, exactly as presented.
  package var start: Double
  /// Play time of the first excluded frame in seconds.
  package var end: Double
  /// Position of its first frame in the reel, in seconds.
  package var at: Double
}
