import Media

/// Encoding parameters of a clip or highlight reel.
struct EncodePlan: Sendable {
  /// Frame size in pixels.
  var output: (width: Int, height: Int)
  var rate: Rational
  /// Number of sound channels; `nil` for a source without sound.
  var channels: Int?
  var settings: RenderSettings
  /// Metadata entries to write into the file.
  var metadata: [VideoEncoderSettings.Option] = []

  func pictures() throws(MediaError) -> VideoEncoderSettings {
    let seconds = RenderSettings.keyFrameSeconds
    return VideoEncoderSettings(
      encoder: settings.encoder, width: output.width, height: output.height, frameRate: rate,
      pixelFormat: EncoderFamily.of(settings.encoder).pixelFormat,
      keyFrameInterval: max(1, Int((seconds * rate.value).rounded())),
      threads: settings.encoderThreads, options: try settings.encoderOptions())
  }

  /// Encoding parameters of the sound; `nil` for a source without sound.
  var sound: AudioEncoderSettings? {
    channels.map {
      AudioEncoderSettings(
        sampleRate: settings.sampleRate, channels: $0, bitRate: settings.audioBitRate,
        isQuick: settings.isQuick)
    }
  }

  /// Checks early that the encoder works.
  ///
  /// A hardware encoder is tested by a trial encode, because its driver or graphics card may be
  /// missing. For a software encoder it is enough that FFmpeg includes it.
  func tryEncoder() throws(MediaError) {
    if settings.isHardware { return try EncoderProbe.run(pictures()) }
    try FFmpegBuild.requireEncoder(settings.encoder)
  }

  /// Index of the sound sample at which an output frame begins.
  func sample(atFrame frame: Int) -> Int { rate.inverse.scaled(frame, by: settings.sampleRate) }
}

extension EncodePlan {
  /// Creates a plan; mono sound stays mono to keep its loudness, and all other becomes stereo.
  init(output: (width: Int, height: Int), info: MediaInfo, settings: RenderSettings) {
    self.init(
      output: output,
      rate: FrameTimeGrid.rate(for: info.video.frameRate, maximum: settings.maximumFrameRate),
      channels: info.sound.map { $0.channels == 1 ? 1 : 2 }, settings: settings)
  }
}
