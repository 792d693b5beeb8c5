/// Told how far a render is: frames written, and frames in all.
public typealias RenderProgress = @Sendable (_ done: Int, _ total: Int) -> Void

/// What was written.
public struct RenderedFile: Hashable, Sendable, Codable {
  /// Where.
  public var path: String
  /// Frames.
  public var frames: Int
  /// Seconds.
  public var duration: Double
  /// Bytes.
  public var size: Int
  /// Pictures of the source that were damaged, and are shown as far as they could be read.
  public var damaged = 0
}

/// A stretch of a reel: where it lies in the reel, and where it is from.
public struct ReelStretch: Hashable, Sendable {
  /// Play time of the source at its first frame, in seconds: a presented frame's time.
  public var start: Double
  /// Play time of the source at the first frame left out, in seconds.
  public var end: Double
  /// Reel time of its first frame, in seconds.
  public var at: Double

  /// Makes a stretch.
  public init(start: Double, end: Double, at: Double) {
    self.start = start
    self.end = end
    self.at = at
  }
}
