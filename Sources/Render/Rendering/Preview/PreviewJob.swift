package import EditDecisions
package import Media

/// Describes a preview to render: a small, fast encode that lets an editor check the times and
/// framing of a moment.
package struct PreviewJob: Hashable, Sendable, Codable {
  package var source: MediaInfo
  /// How a clip would be encoded.
  package var settings: RenderSettings
  /// ID of the source video, written into the file's metadata.
  package var video: String?
  /// Start as play time in seconds; the preview begins with the nearest frame.
  package var start: Double
  /// End as play time in seconds; the nearest frame is excluded.
  package var end: Double
  /// The part of the frame to show.
  package var framing: Framing
  package var path: String

  /// Maximum height of a preview in pixels.
  static let height = 480

  package init(
    _ moment: Moment, of source: MediaInfo, settings: RenderSettings, video: String?, path: String
  ) {
    (self.source, self.settings, self.video, self.path) = (source, settings, video, path)
    (start, end, framing) = (moment.start, moment.end, moment.framing)
  }

  /// Renders the preview without title and captions, under a temporary name until it is complete.
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
    if FFmpegBuild.hasEncoder("libx264") {
      small.encoder = "libx264"
      small.preset = "ultrafast"
      small.crf = 26
    }
    try ClipRenderer(source: source, settings: small, video: video)
      .render(from: start, to: end, framing: framing, to: path, isCancelled: isCancelled)
    return Preview(width: small.width, height: small.height)
  }
}

package struct Preview: Hashable, Sendable, Codable {
  package var width: Int
  package var height: Int
}
