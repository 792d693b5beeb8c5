package import Media

/// Writes media files from libavfilter's own sources (`testsrc2`, `sine`, …): samples and fixtures
/// without a camera or the ffmpeg program.
package struct Synthesizer: Sendable {
  /// A filter graph with one open output: `testsrc2=size=320x180:rate=25`.
  package var pictures: String
  /// A filter graph with one open output: `sine=frequency=440`; `nil` writes no sound.
  package var sound: String?
  /// Seconds; what the graphs give beyond is left out.
  package var duration: Double
  /// How to encode pictures; width and height must be those that the graph gives.
  package var pictureEncoding: PictureEncoding
  /// How to encode sound; the graph's sound is converted to it.
  package var soundEncoding: SoundEncoding
  /// libav's name of the container; `nil` goes by the file's name.
  package var container: String?
  /// Options of the container.
  package var containerOptions: [PictureEncoding.Option] = []
  /// Degrees by which a display matrix turns the picture clockwise.
  package var rotation: Double = 0

  /// Describes a file.
  ///
  /// - Parameters:
  ///   - pictures: a filter graph with one open output.
  ///   - sound: the same for sound, or `nil`.
  ///   - duration: seconds.
  ///   - pictureEncoding: how to encode pictures.
  ///   - soundEncoding: how to encode sound.
  ///   - container: libav's name of it; `nil` goes by the file's name.
  package init(
    pictures: String, sound: String? = nil, duration: Double, pictureEncoding: PictureEncoding,
    soundEncoding: SoundEncoding = SoundEncoding(), container: String? = nil
  ) {
    self.pictures = pictures
    self.sound = sound
    self.duration = duration
    self.pictureEncoding = pictureEncoding
    self.soundEncoding = soundEncoding
    self.container = container
  }

  /// Writes the file, under a temporary name until it is whole.
  ///
  /// - Throws: `missingComponent` for a filter or encoder this build lacks, `outOfSpace`, `other`
  ///   for a wrong graph.
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
        // Counted from time, so that a graph may skip frames to make an uneven rate.
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
