package import Media

/// Writes media files from sources of libavfilter (`testsrc2`, `sine`, …), without the ffmpeg
/// program.
package struct Synthesizer: Sendable {
  /// A filter graph with one open output: `testsrc2=size=320x180:rate=25`.
  package var pictures: String
  /// A filter graph with one open output: `sine=frequency=440`; `nil` writes no sound.
  package var sound: String?
  /// Duration in seconds; longer output of the graphs is cut off.
  package var duration: Double
  /// Encoding of the video; its size must be that of the graph's output.
  package var pictureEncoding: VideoEncoderSettings
  /// Encoding of the sound, to which the graph's output is converted.
  package var soundEncoding: AudioEncoderSettings
  /// libav's name of the container; `nil` uses the file name extension.
  package var container: String?
  package var containerOptions: [VideoEncoderSettings.Option] = []
  /// Clockwise rotation in degrees by a display matrix.
  package var rotation: Double = 0

  package init(
    pictures: String, sound: String? = nil, duration: Double, pictureEncoding: VideoEncoderSettings,
    soundEncoding: AudioEncoderSettings = AudioEncoderSettings(), container: String? = nil
  ) {
    self.pictures = pictures
    self.sound = sound
    self.duration = duration
    self.pictureEncoding = pictureEncoding
    self.soundEncoding = soundEncoding
    self.container = container
  }

  /// Writes the file under a temporary name and renames it when it is complete.
  ///
  /// - Throws: `missingComponent` if FFmpeg lacks a filter or encoder, `outOfSpace`, `other` for an
  ///   invalid graph.
  package func write(
    to path: String, isCancelled: CancellationCheck = { false }
  ) throws(MediaError) {
    try AtomicFile.replace(path) { temporary throws(MediaError) in
      let output = try OutputFile(
        path: temporary, format: container, pictures: pictureEncoding,
        sound: sound == nil ? nil : soundEncoding, rotation: rotation, options: containerOptions)
      try fill(output, isCancelled)
      try output.finish()
    }
  }

  private func fill(
    _ output: OutputFile, _ isCancelled: CancellationCheck
  ) throws(MediaError) {
    let pictureGraph = try FilterGraph(
      pictures + ",trim=duration=\(duration),format=\(pictureEncoding.pixelFormat),"
        + "buffersink@out", threads: pictureEncoding.threads)
    let soundGraph = try soundGraph(frameSize: output.soundFrameSize)
    var picture = try pictureGraph.pull()
    var run = try soundGraph?.pull()
    while picture != nil || run != nil {
      if isCancelled() { throw MediaError(.interrupted, operation: "synthesise") }
      if let frame = picture, frame.time <= run?.time ?? .infinity {
        // Computed from the time, so that a graph may skip frames for a variable rate.
        frame.stamp(Int((frame.time * pictureEncoding.frameRate.value).rounded()))
        try output.write(picture: frame)
        picture = try pictureGraph.pull()
      } else if let frame = run {
        frame.stamp(Int((frame.time * Double(soundEncoding.sampleRate)).rounded()))
        try output.write(sound: frame)
        run = try soundGraph?.pull()
      }
    }
  }

  private func soundGraph(frameSize: Int) throws(MediaError) -> FilterGraph? {
    guard let sound else { return nil }
    let graph = try FilterGraph(
      sound + ",atrim=end=\(duration),aresample=\(soundEncoding.sampleRate),"
        + "aformat=sample_fmts=\(soundEncoding.sampleFormat)"
        + ":channel_layouts=\(soundEncoding.channels)c,abuffersink@out")
    if frameSize > 0 { try graph.setSoundFrameSize(frameSize) }
    return graph
  }
}
