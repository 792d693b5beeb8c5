public import EditDecisions
public import Media

/// A proof to be made, with all that it depends on.
public struct ProofJob: Hashable, Sendable, Codable {
  /// The source, as it was probed.
  public var source: MediaInfo
  /// How a clip would be encoded.
  public var settings: RenderSettings
  /// The video's id, which files name as what they were cut from.
  public var video: String?
  /// Play time in seconds; the frame nearest it is the first.
  public var start: Double
  /// Play time in seconds; the frame nearest it is the first left out.
  public var end: Double
  /// What is shown.
  public var framing: Framing
  /// The `.mp4` to write; its folder must exist.
  public var path: String

  /// A proof of a moment.
  public init(
    _ moment: Moment, of source: MediaInfo, settings: RenderSettings, video: String?, path: String
  ) {
    (self.source, self.settings, self.video, self.path) = (source, settings, video, path)
    (start, end, framing) = (moment.start, moment.end, moment.framing)
  }

  /// Makes it.
  ///
  /// - Throws: as `ProofRenderer.render`.
  public func render(
    isCancelled: @escaping CancellationCheck = { false }
  ) throws(MediaError) -> Proof {
    try ProofRenderer(source: source, settings: settings, video: video).render(
      from: start, to: end, framing: framing, to: path, isCancelled: isCancelled)
  }
}
