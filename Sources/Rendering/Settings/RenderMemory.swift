internal import Media

extension RenderSettings {
  /// Bytes that one rendering process takes at its peak, by estimate.
  ///
  /// Measured with libx264 at preset medium: about 175 bytes for each pixel of the output (its
  /// look-ahead holds 40 pictures), 17 more a thread, and 18 for each pixel of the source, over 60
  /// MB for the program itself. Other encoders and presets up to `slow` take less or as much.
  ///
  /// Sound is held as a whole: 23 MB a minute of stereo, and the run at hand.
  ///
  /// - Parameters:
  ///   - source: width and height of the coded source in pixels.
  ///   - seconds: length of the output; a reel is the longest.
  /// - Returns: bytes, for a clip or the reel, whichever takes more.
  package func memoryEstimate(
    source: (width: Int, height: Int), seconds: Double = 60
  ) -> Int {
    let shape = Double(source.width) / Double(max(1, source.height))
    let lines = min(reelHeight, source.height)
    let reel = Int(Double(lines) * Double(lines) * shape)
    let output = max(width * height, reel)
    let sound = Int(bounding: max(0, seconds - 60) * Double(sampleRate) * 8)
    return 60_000_000 + sound + output * (175 + 17 * encoderThreads) + source.width * source.height
      * 18
  }
}
