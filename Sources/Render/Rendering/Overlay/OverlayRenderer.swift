import EditDecisions
package import Media

/// Renders a range of a source with its audience's gaze and reactions drawn over it.
///
/// The video keeps its aspect ratio, at most `RenderSettings.reelHeight` high, with a panel of
/// figures below it. The loudness does not change. Frames and samples are streamed, so memory use
/// does not depend on the length.
package struct OverlayRenderer: Sendable {
  /// The source, with the audio track that the settings select.
  package let source: MediaInfo
  /// The encoding settings, with a fast preset instead of the clip's.
  package let settings: RenderSettings

  package init(source: MediaInfo, settings: RenderSettings = RenderSettings()) {
    var settings = settings
    let hasPresets = !EncoderFamily.of(settings.encoder).presets.isEmpty
    settings.preset = hasPresets ? "veryfast" : EncoderFamily.defaultPreset
    self.settings = settings
    self.source = source.choosingSound(language: settings.audioLanguage)
  }

  /// Renders a range to a file, which exists only if it is complete.
  ///
  /// `window` is in seconds of play time; the frame nearest its end is excluded. `progress` is
  /// called after each frame, on the calling thread.
  ///
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
    let grid = FrameTimeGrid(rate: encode.rate, start: window.lowerBound, end: window.upperBound)
    return try AtomicFile.replace(path) { temporary throws(MediaError) in
      try encode.tryEncoder()
      let writer = try OverlayWriter(
        source, to: temporary, plan: encode, painter: painter, isCancelled: isCancelled)
      try writer.write(grid) { done in progress(done, grid.frames.count) }
      return try OutputFileVerifier.verify(
        temporary, as: path, plan: encode, frames: grid.frames.count, marks: writer.marks,
        isCancelled: isCancelled)
    }
  }
}

/// An overlay to render, without the content of its bins, which is requested separately.
package struct OverlayJob: Sendable, Codable {
  package var source: MediaInfo
  package var settings: RenderSettings
  /// The range in seconds of play time.
  package var window: Range<Double>
  /// Length of a bin in seconds; the first begins at play time 0.
  package var binSeconds: Double
  /// The values of both curves, one entry per bin.
  package var levels: [OverlayLevel]
  /// The moments whose crops are shown.
  package var moments: [OverlayMoment]
  package var path: String

  package init(
    _ plan: OverlayPlan, of source: MediaInfo, settings: RenderSettings, window: Range<Double>,
    path: String
  ) {
    (self.source, self.settings, self.window, self.path) = (source, settings, window, path)
    (binSeconds, levels, moments) = (plan.binSeconds, plan.levels, plan.moments)
  }

  /// Renders the overlay.
  ///
  /// `detail` returns what to draw in a bin, by its number; it is called in order.
  ///
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
