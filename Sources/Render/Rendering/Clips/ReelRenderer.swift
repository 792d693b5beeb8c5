internal import EditDecisions
package import Media

/// Renders a reel: stretches of one source in the picture's own shape, joined by hard cuts.
package struct ReelRenderer: Sendable {
  /// The source, with the sound track that the settings ask for.
  package let source: MediaInfo
  package var settings: RenderSettings

  /// The video's id, which files name as what they were cut from; `nil` leaves them silent.
  package let video: String?

  /// Makes a renderer of one source.
  package init(
    source: MediaInfo, settings: RenderSettings = RenderSettings(), video: String? = nil
  ) {
    self.video = video
    self.source = source.choosingSound(language: settings.audioLanguage)
    self.settings = settings
  }

  /// Width and height of the reel in pixels: the picture's shape, even, never enlarged.
  package var size: (width: Int, height: Int) {
    let (width, height) = (Double(source.video.width), Double(source.video.height))
    let scale = min(1, Double(settings.reelHeight) / height)
    return (PictureGraphText.even(width * scale), PictureGraphText.even(height * scale))
  }

  /// The map from reel time to source time, known before anything is rendered.
  ///
  /// - Parameter stretches: start and end of each as play times in seconds, in the reel's order.
  /// - Returns: one entry for each.
  package func map(_ stretches: [Range<Double>]) -> [ReelStretch] {
    var frames = 0
    return grids(stretches).map { grid in
      defer { frames += grid.frames.count }
      return ReelStretch(
        start: grid.time(grid.frames.lowerBound), end: grid.time(grid.frames.upperBound),
        at: grid.time(frames))
    }
  }

  /// Frames that the reel of some stretches has.
  func frames(_ stretches: [Range<Double>]) -> Int {
    grids(stretches).reduce(0) { $0 + $1.frames.count }
  }

  /// What is to be done for a reel: one continuous encode, checked and renamed as a clip is.
  ///
  /// - Parameters:
  ///   - stretches: start and end of each as play times in seconds, in the reel's order.
  ///   - path: the `.mp4` to write; its folder must exist.
  /// - Returns: what to make.
  /// - Throws: where there is no stretch.
  func making(_ stretches: [Range<Double>], path: String) throws(MediaError) -> FileRendering {
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
    return FileRendering(
      source: source, plan: plan, grids: grids, composer: composer, path: path)
  }

  private func grids(_ stretches: [Range<Double>]) -> [FrameGrid] {
    let rate = FrameGrid.rate(
      for: source.video.frameRate, maximum: settings.maximumFrameRate)
    return stretches.map { FrameGrid(rate: rate, start: $0.lowerBound, end: $0.upperBound) }
  }

  /// The whole picture, as a window.
  static func whole(of source: MediaInfo) -> Layout {
    .crop([
      Keyframe(
        t: 0, x: 0, y: 0, width: Double(source.video.width), height: Double(source.video.height))
    ])
  }
}

/// A stretch of a reel: where it lies in the reel, and where it is from.
package struct ReelStretch: Hashable, Sendable {
  /// Play time of the source at its first frame, in seconds: a presented frame's time.
  package var start: Double
  /// Play time of the source at the first frame left out, in seconds.
  package var end: Double
  /// Reel time of its first frame, in seconds.
  package var at: Double

  package init(start: Double, end: Double, at: Double) {
    self.start = start
    self.end = end
    self.at = at
  }
}
