internal import EditDecisions
package import Media

/// Renders a stretch of a source with what its audience did drawn over it.
///
/// The picture keeps its shape, at most `RenderSettings.reelHeight` high, with a panel of figures
/// below it; the sound keeps its level. Frames and samples are streamed: memory does not grow with
/// the length.
package struct OverlayRenderer: Sendable {
  /// The source, with the sound track that the settings ask for.
  package let source: MediaInfo
  /// How to encode; the fastest usual preset is taken in place of a clip's.
  package let settings: RenderSettings

  /// Makes a renderer of one source.
  package init(source: MediaInfo, settings: RenderSettings = RenderSettings()) {
    var settings = settings
    settings.preset = EncoderFamily.of(settings.encoder).presets.isEmpty ? "medium" : "veryfast"
    self.settings = settings
    self.source = source.choosingSound(language: settings.audioLanguage)
  }

  /// Renders a stretch; the file is whole or not there.
  ///
  /// - Parameters:
  ///   - window: seconds of play time; the frames nearest its bounds are the first, and the first
  ///     left out.
  ///   - plan: what is drawn.
  ///   - path: the `.mp4` to write; its folder must exist.
  ///   - progress: told after each frame, on the calling thread.
  ///   - isCancelled: asked often.
  /// - Returns: what was written.
  /// - Throws: as `ClipRenderer.render`.
  @discardableResult
  package func render(
    _ window: Range<Double>, plan: OverlayPlan, to path: String,
    progress: @escaping RenderProgress = { _, _ in },
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> RenderedFile {
    let size = ReelRenderer(source: source, settings: settings).size
    let painter = OverlayPainter(
      plan: plan, width: size.width, height: size.height,
      picture: (source.video.width, source.video.height), span: window)
    let encode = EncodePlan(
      output: .init(width: size.width, height: size.height + painter.panel), info: source,
      settings: settings)
    let grid = FrameGrid(rate: encode.rate, start: window.lowerBound, end: window.upperBound)
    return try AtomicFile.replace(path) { temporary throws(MediaError) in
      try encode.tryEncoder()
      let writer = try OverlayWriter(
        source, to: temporary, plan: encode, painter: painter, isCancelled: isCancelled)
      try writer.write(grid) { done in progress(done, grid.frames.count) }
      return try OutputCheck.verify(
        temporary, as: path, plan: encode, frames: grid.frames.count, marks: writer.marks,
        isCancelled: isCancelled)
    }
  }
}

/// An overlay to be drawn, without the details of its half seconds, which are asked for one by one.
package struct OverlayJob: Sendable, Codable {
  /// The source, as it was probed.
  package var source: MediaInfo
  package var settings: RenderSettings
  /// Seconds of play time that are drawn.
  package var window: Range<Double>
  /// Seconds of play time that each level covers, the first from 0 on.
  package var binSeconds: Double
  /// The two curves, a level a bin.
  package var levels: [OverlayLevel]
  /// The moments whose windows are shown.
  package var moments: [OverlayMoment]
  /// The `.mp4` to write; its folder must exist.
  package var path: String

  /// An overlay of a stretch of a source.
  package init(
    _ plan: OverlayPlan, of source: MediaInfo, settings: RenderSettings, window: Range<Double>,
    path: String
  ) {
    (self.source, self.settings, self.window, self.path) = (source, settings, window, path)
    (binSeconds, levels, moments) = (plan.binSeconds, plan.levels, plan.moments)
  }

  /// Draws it.
  ///
  /// - Parameters:
  ///   - detail: what is drawn on a bin's frames, by its number; asked in order.
  ///   - progress: told after each frame.
  ///   - isCancelled: asked often.
  /// - Returns: what was written.
  /// - Throws: as `OverlayRenderer.render`.
  package func render(
    detail: @escaping @Sendable (Int) -> OverlayBin, progress: @escaping RenderProgress,
    isCancelled: @escaping CancellationCheck
  ) throws(MediaError) -> RenderedFile {
    try OverlayRenderer(source: source, settings: settings).render(
      window,
      plan: OverlayPlan(binSeconds: binSeconds, levels: levels, moments: moments, detail: detail),
      to: path, progress: progress, isCancelled: isCancelled)
  }
}
