package import Media

/// An overlay to be drawn, without the details of its half seconds, which are asked for one by one.
package struct OverlayJob: Sendable, Codable {
  /// The source, as it was probed.
  package var source: MediaInfo
  /// How to encode.
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
