import EditDecisions
package import Media

/// Renders a highlight reel: segments of one source in its own aspect ratio, joined by cuts.
package struct ReelRenderer: Sendable {
  /// The source, with the audio track that the settings select.
  package let source: MediaInfo
  package var settings: RenderSettings

  /// The ID of the video, written into the metadata of files; `nil` writes none.
  package let video: String?

  package init(
    source: MediaInfo, settings: RenderSettings = RenderSettings(), video: String? = nil
  ) {
    self.video = video
    self.source = source.choosingSound(language: settings.audioLanguage)
    self.settings = settings
  }

  /// Frame size of the reel in pixels: the source's aspect ratio, even numbers, never enlarged.
  package var size: (width: Int, height: Int) {
    let (width, height) = (Double(source.video.width), Double(source.video.height))
    let scale = min(1, Double(settings.reelHeight) / height)
    return (FilterGraphDescription.even(width * scale), FilterGraphDescription.even(height * scale))
  }

  /// Returns the mapping from reel time to source time, one entry per segment.
  ///
  /// `stretches` are ranges in seconds of play time.
  package func map(_ stretches: [Range<Double>]) -> [ReelSegment] {
    var frames = 0
    return grids(stretches).map { grid in
      defer { frames += grid.frames.count }
      return ReelSegment(
        start: grid.time(grid.frames.lowerBound), end: grid.time(grid.frames.upperBound),
        at: grid.time(frames))
    }
  }

  func frames(_ stretches: [Range<Double>]) -> Int {
    grids(stretches).reduce(0) { $0 + $1.frames.count }
  }

  /// Prepares the rendering of a reel: one continuous encode, verified like a clip.
  ///
  /// `stretches` are ranges in seconds of play time, in reel order.
  ///
  /// - Throws: an error if there are no segments.
  func preparedRendering(_ stretches: [Range<Double>], path: String) throws(MediaError)
    -> FileRendering
  {
    let (grids, size) = (grids(stretches), size)
    guard let first = grids.map(\.frames.lowerBound).min(),
      let end = grids.map(\.frames.upperBound).max()
    else {
      throw MediaError(.other, operation: "render", path: path, detail: "the reel is empty")
    }
    let plan = EncodePlan(
      output: .init(width: size.width, height: size.height), info: source, settings: settings,
      metadata: ClipMetadata.entries(video: video, info: source, stretches: stretches))
    let composer = PictureComposer(
      info: source, stretches: [.init(slots: first..<end, layout: Self.whole(of: source))],
      grid: grids[0], output: size, threads: settings.encoderThreads)
    return FileRendering(source: source, plan: plan, grids: grids, composer: composer, path: path)
  }

  private func grids(_ stretches: [Range<Double>]) -> [FrameTimeGrid] {
    let rate = FrameTimeGrid.rate(for: source.video.frameRate, maximum: settings.maximumFrameRate)
    return stretches.map { FrameTimeGrid(rate: rate, start: $0.lowerBound, end: $0.upperBound) }
  }

  /// The whole frame as a crop.
  static func whole(of source: MediaInfo) -> Layout {
    .crop([
      CropKeyframe(
        t: 0, x: 0, y: 0, width: Double(source.video.width), height: Double(source.video.height))
    ])
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

  package init(start: Double, end: Double, at: Double) {
    self.start = start
    self.end = end
    self.at = at
  }
}
