/// Told how far a render is: frames written, and frames in all.
package typealias RenderProgress = @Sendable (_ done: Int, _ total: Int) -> Void

/// What was written.
package struct RenderedFile: Hashable, Sendable, Codable {
  /// Where.
  package var path: String
  /// Frames.
  package var frames: Int
  /// Seconds.
  package var duration: Double
  /// Bytes.
  package var size: Int
  /// Pictures of the source that were damaged, and are shown as far as they could be read.
  package var damaged = 0
}

/// A stretch of a reel: where it lies in the reel, and where it is from.
package struct ReelStretch: Hashable, Sendable {
  /// Play time of the source at its first frame, in seconds: a presented frame's time.
  package var start: Double
  /// Play time of the source at the first frame left out, in seconds.
  package var end: Double
  /// Reel time of its first frame, in seconds.
  package var at: Double

  /// Makes a stretch.
  package init(start: Double, end: Double, at: Double) {
    self.start = start
    self.end = end
    self.at = at
  }
}
