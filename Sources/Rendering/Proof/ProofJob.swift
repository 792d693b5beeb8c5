package import EditDecisions
package import Media

/// A proof to be made, with all that it depends on.
package struct ProofJob: Hashable, Sendable, Codable {
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

  /// A proof of a moment.
  package init(
    _ moment: Moment, of source: MediaInfo, settings: RenderSettings, video: String?, path: String
  ) {
    (self.source, self.settings, self.video, self.path) = (source, settings, video, path)
    (start, end, framing) = (moment.start, moment.end, moment.framing)
  }

  /// Makes it.
  ///
  /// - Throws: as `ProofRenderer.render`.
  package func render(
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Proof {
    try ProofRenderer(source: source, settings: settings, video: video).render(
      from: start, to: end, framing: framing, to: path, isCancelled: isCancelled)
  }
}
