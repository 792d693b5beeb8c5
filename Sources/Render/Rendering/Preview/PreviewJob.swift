package import EditDecisions
package import Media

/// A preview of a moment to be made: a small, fast encode by which a person judges seconds and
/// framing.
package struct PreviewJob: Hashable, Sendable, Codable {
  /// The source, as it was probed.
  package var source: MediaInfo
  /// How a clip would be encoded.
  package var settings: RenderSettings
  /// The video's id, which files name as what they were cut from.
  package var video: String?
  /// Play time in seconds; the frame nearest it is the first.
  package var start: Double
  /// Play time in seconds; the frame nearest it is the first left out.
  package var end: Double
  /// What is shown.
  package var framing: Framing
  /// The `.mp4` to write; its folder must exist.
  package var path: String

  /// Height of a preview in pixels, if clips are not smaller.
  static let height = 480

  package init(
    _ moment: Moment, of source: MediaInfo, settings: RenderSettings, video: String?, path: String
  ) {
    (self.source, self.settings, self.video, self.path) = (source, settings, video, path)
    (start, end, framing) = (moment.start, moment.end, moment.framing)
  }

  /// Writes the preview, without title and captions, under a temporary name until it is whole.
  ///
  /// - Throws: as `ClipRenderer.render`.
  package func render(
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Preview {
    var small = settings
    let scale = min(1, Double(Self.height) / Double(settings.height))
    small.height = max(4, Int((Double(settings.height) * scale / 4).rounded()) * 4)
    small.width = max(2, Int((Double(settings.width) * scale / 2).rounded()) * 2)
    small.loudness = nil
    (small.captions, small.title) = (.off, nil)
    var framing = framing
    framing.line = nil
    if Catalogue.hasEncoder("libx264") {
      small.encoder = "libx264"
      small.preset = "ultrafast"
      small.crf = 26
    }
    let renderer = ClipRenderer(
      source: source.choosingSound(language: settings.audioLanguage), settings: small,
      video: video)
    try renderer.render(
      from: start, to: end, framing: framing, to: path, isCancelled: isCancelled)
    return Preview(width: small.width, height: small.height)
  }
}

/// A preview that was made.
package struct Preview: Hashable, Sendable, Codable {
  /// Width in pixels.
  package var width: Int
  /// Height in pixels.
  package var height: Int
}
